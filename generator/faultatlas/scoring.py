"""How often the diagnosis is right on labelled logs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.prefilter import Prefilter
from faultatlas.diagnosis.session import diagnose_files
from faultatlas.problem import Problem
from faultatlas.schema.labelled import Expected

NONE = "NONE"


@dataclass(frozen=True)
class LabelledLog:
    """One input with its right answer."""

    name: str
    path: Path
    expected: Expected

    @property
    def healthy(self) -> bool:
        """Whether nothing at all is the best answer."""
        return self.expected.accept[0] == NONE


@dataclass(frozen=True)
class Scored:
    """One input and what the diagnosis said. `covered`: an accepted failure has a record."""

    log: LabelledLog
    answer: dict[str, Any]
    covered: bool

    @property
    def named(self) -> list[str]:
        """Failures that the answer names, best first; `NONE` when it found nothing."""
        found = [finding["failure"] for finding in self.answer["findings"]]
        return found or ([NONE] if self.answer["outcome"] == "nothing-found" else [])

    @property
    def right(self) -> bool:
        """Whether the first answer is an accepted one."""
        return self.named[:1] != [] and self.named[0] in self.log.expected.accept

    @property
    def right_in_three(self) -> bool:
        """Whether one of the first three is an accepted one."""
        return any(name in self.log.expected.accept for name in self.named[:3])

    @property
    def support(self) -> str | None:
        """How well the first finding is supported."""
        return self.answer["findings"][0]["support"] if self.answer["findings"] else None

    @property
    def abstained(self) -> bool:
        """Whether it left the question open."""
        return self.answer["outcome"] != "diagnosed"

    @property
    def rank(self) -> str:
        """`right`, `wrong` or `withheld`: the rank that failed first."""
        start, wanted = self.answer["initiating"], self.log.expected.initiating_rank
        if start is None:
            return "right" if wanted is None else "withheld"
        return "right" if start["rank"] == wanted else "wrong"


def labelled_logs(folder: Path) -> tuple[list[LabelledLog], list[Problem]]:
    """All labelled logs below a folder, and what is wrong with their labels."""
    logs: list[LabelledLog] = []
    problems: list[Problem] = []
    for path in sorted(folder.rglob("expect.yaml")):
        try:
            expected = Expected.model_validate(yaml.load(path.read_bytes(), yaml.CSafeLoader))
        except (yaml.YAMLError, ValidationError, RecursionError, OSError) as error:
            problems.append(_problem(path, error))
            continue
        logs += [LabelledLog(_name(folder, path, name), path.parent / name, expected) for name in expected.inputs]
    return logs, problems


def _problem(path: Path, error: Exception) -> Problem:
    mark = getattr(error, "problem_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    what = str(getattr(error, "problem", None) or error).replace("\n", " ")
    return Problem(str(path), line, column, f"not a label: {what}; write accept and inputs as other labels do", "label")


def scored(knowledge: Knowledge, prefilter: Prefilter, logs: list[LabelledLog]) -> Iterator[Scored]:
    """Diagnose each log as a user would: with nothing but its path."""
    for log in logs:
        answer, _ = diagnose_files(knowledge, [str(log.path)], [], prefilter)
        if answer is not None:
            covered = log.healthy or any(name in knowledge.failures for name in log.expected.accept)
            yield Scored(log, answer, covered)


def summary(results: list[Scored]) -> dict[str, dict[str, int]]:
    """Counts with their `of`: what the scoreboard shows."""
    failing = [one for one in results if not one.log.healthy and one.covered]
    unknown = [one for one in results if not one.log.healthy and not one.covered]
    healthy = [one for one in results if one.log.healthy]
    wrong = [one for one in results if one.support == "strong" and not one.right]
    ranked = [one for one in failing if one.rank != "withheld"]
    return {
        "right first answer": _count([one for one in failing if one.right], failing),
        "right in the first three": _count([one for one in failing if one.right_in_three], failing),
        "left open": _count([one for one in failing if one.abstained], failing),
        "no record yet, and left open": _count([one for one in unknown if one.abstained], unknown),
        "wrong with strong support": _count(wrong, results),
        "alarms on healthy logs": _count([one for one in healthy if not one.right], healthy),
        "rank right": _count([one for one in ranked if one.rank == "right"], ranked),
        "rank withheld": _count([one for one in failing if one.rank == "withheld"], failing),
    }


def _count(found: list[Scored], of: list[Scored]) -> dict[str, int]:
    return {"count": len(found), "of": len(of)}


def _name(folder: Path, path: Path, name: str) -> str:
    return f"{path.parent.relative_to(folder).as_posix()}/{name}"
