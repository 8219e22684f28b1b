"""The rule on where a fault starts: an echo says that it is one, everything else names a layer."""

from __future__ import annotations

from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.library import Entry, Library
from faultatlas.problem import Problem
from faultatlas.schema.failure import Failure


@rule
def echo_says_so(library: Library) -> Iterator[Problem]:
    """A record without root cause is a pure echo and says why; of layers, exactly one is where the fault starts."""
    for entry in library.failures.values():
        failure = entry.record
        if failure.pure_echo and failure.root_causes:
            message = "a pure echo has no root cause; empty root_causes, or remove pure_echo"
            yield entry.file.problem(("pure_echo",), message, "echo-says-so")
        if not failure.root_causes and not failure.pure_echo:
            message = "root_causes is empty; name one, or say in pure_echo why this message never names a cause"
            yield entry.file.problem(("root_causes",), message, "echo-says-so")
        yield from _wrong_start(entry)


def _wrong_start(entry: Entry[Failure]) -> Iterator[Problem]:
    starts = [index for index, layer in enumerate(entry.record.layers) if layer.role == "initiating"]
    wanted = 0 if entry.record.pure_echo else 1
    if entry.record.layers and len(starts) != wanted:
        loc = ("layers", starts[wanted], "role") if len(starts) > wanted else ("layers",)
        right = "exactly one layer is where the fault starts" if wanted else "a pure echo has none"
        yield entry.file.problem(loc, f"{len(starts) or 'no'} layers have the role initiating; {right}", "echo-says-so")
