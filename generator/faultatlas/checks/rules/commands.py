"""The rule on commands: a person in need pastes them, so they may only look."""

from __future__ import annotations

from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.checks.allowlist import AllowList
from faultatlas.library import Entry, Library
from faultatlas.problem import Problem
from faultatlas.yamlfile import Loc


@rule
def confirm_is_read_only(library: Library) -> Iterator[Problem]:
    """A command that confirms or verifies is one program of `taxonomy/commands.yaml` that only reads.

    Nothing of it is for the shell: no `;`, `&`, `|`, `<`, `>`, backtick, `$(` outside single quotes; "$NAME" is fine.
    A step that could disturb a job says so by its `safety`. Commands of `fix.now` and `fix.durable` may change things.
    """
    allowed = AllowList(library)
    for entry, loc, run, safety in _commands(library):
        if message := allowed.why_not(run, safety):
            yield entry.file.problem(loc, message, "confirm-is-read-only")


def _commands(library: Library) -> Iterator[tuple[Entry, Loc, str, str]]:
    for entry in library.failures.values():
        for index, step in enumerate(entry.record.confirm):
            if step.run is not None:
                yield entry, ("confirm", index, "run"), step.run, step.safety
        yield entry, ("fix", "verify", "run"), entry.record.fix.verify.run, "read-only"
    for entry in library.hubs.values():
        for row, item in enumerate(entry.record.rows):
            for index, run in enumerate(item.confirm):
                yield entry, ("rows", row, "confirm", index), run, "read-only"
