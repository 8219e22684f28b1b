"""A problem: one thing that is wrong, at one place in one file.

Every message in the project has this form, so that a terminal, an editor, a
code forge and the built page can all lead to the same character:
`path:line:col: what is wrong; what would be right [rule]`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One broken rule at one place; `line` and `column` count from 1."""

    path: str
    line: int
    column: int
    message: str
    rule: str

    def __str__(self) -> str:
        return printable(f"{self.path}:{self.line}:{self.column}: {self.message} [{self.rule}]")


def printable(text: str) -> str:
    """The text with control characters written out: a record must not steer the terminal or the forge that shows it."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


class ProblemsFound(Exception):
    """Raised by an adapter that cannot go on; carries every problem found, sorted."""

    def __init__(self, problems: list[Problem]):
        self.problems = sorted(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
