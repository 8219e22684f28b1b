"""From paths to an answer: find the logs, read each one, put them together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from faultatlas.diagnosis.answer import diagnose
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.prefilter import Prefilter
from faultatlas.diagnosis.reading import Log, line_numbers, read
from faultatlas.diagnosis.sources import Skipped, Source, gather
from faultatlas.diagnosis.unpacking import SourceError


class ProgressShown(Protocol):
    """Told how far the reading is."""

    def __call__(self, source: Source, read: int) -> None:
        """Bytes read of a source so far."""

    def wipe(self) -> None:
        """The reading has ended."""


def diagnose_files(
    knowledge: Knowledge,
    paths: Sequence[str],
    baseline: Sequence[str],
    prefilter: Prefilter,
    progress: Callable[[int], ProgressShown] | None = None,
) -> tuple[dict[str, Any] | None, list[Skipped]]:
    """The answer, and what was not read. No answer when nothing could be read."""
    healthy, unread = _read_all(knowledge, baseline, prefilter, progress)
    logs, more = _read_all(knowledge, paths, prefilter, progress)
    unread += more
    if not logs:
        return None, unread or [Skipped(", ".join(paths), "no logs there")]
    _leave_out(logs, {fold.ref for log in healthy for fold in log.report.folds})
    answer = diagnose(knowledge, [(log.origin, log.report) for log in logs], lambda places: line_numbers(logs, places))
    answer["input"]["skipped"] = [f"{item.name}: {item.reason}" for item in unread]
    answer["input"]["skipped"] += [f"{log.source.name}: {note}" for log in logs for note in log.notes]
    return answer, unread


def _read_all(
    knowledge: Knowledge, paths: Sequence[str], prefilter: Prefilter, progress: Callable[[int], ProgressShown] | None
) -> tuple[list[Log], list[Skipped]]:
    sources, unread = gather(paths)
    shown = progress(len(sources)) if progress else None
    logs: list[Log] = []
    for source in sources:
        try:
            logs.append(read(knowledge, prefilter, source, shown))
        except SourceError as error:
            unread.append(Skipped(source.name, str(error)))
        if logs and logs[-1].interrupted:
            break
    if shown:
        shown.wipe()
    return logs, unread


def _leave_out(logs: list[Log], usual: set[str]) -> None:
    """What a healthy run prints too says nothing about this one."""
    for log in logs:
        log.report.folds.drop(usual)
