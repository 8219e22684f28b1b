"""Logs read to the end: one scan each, and line numbers for the few lines that are shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from faultatlas.diagnosis.decoding import Decoder
from faultatlas.diagnosis.evidence import Origin
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.pasting import MOST_BYTES, rejoined
from faultatlas.diagnosis.prefilter import Prefilter
from faultatlas.diagnosis.scan import Report, Scanner
from faultatlas.diagnosis.sources import Source

Place = tuple[int, int]
Progress = Callable[[Source, int], None]


@dataclass
class Log:
    """A log that was read: as far as it went, with notes of what was wrong with it."""

    source: Source
    report: Report
    notes: list[str] = field(default_factory=list)
    interrupted: bool = False

    @property
    def origin(self) -> Origin:
        """Its name and what its path says of its writer."""
        return Origin(self.source.name, self.source.speaker)


def read(knowledge: Knowledge, prefilter: Prefilter, source: Source, progress: Progress | None = None) -> Log:
    """Scan one log. An interrupt ends it early, with what is known so far.

    Raises `SourceError` when it cannot be opened or unpacked.
    """
    scanner = Scanner(knowledge, prefilter, source.year, count_lines=source.path is None)
    decoder, notes, count = Decoder(), [], [0]
    interrupted, start = False, b""
    try:
        for block in source.blocks(notes, count):
            text = decoder.push(block)
            scanner.push(text)
            start += text if len(start) <= MOST_BYTES else b""
            if progress:
                progress(source, count[0])
    except KeyboardInterrupt:
        notes.append("interrupted; read up to here")
        interrupted = True
    rest = decoder.finish()
    scanner.push(rest)
    report = scanner.finish()
    _add_broken_lines(knowledge, prefilter, source, start + rest, report)
    return Log(source, report, notes, interrupted)


def _add_broken_lines(knowledge: Knowledge, prefilter: Prefilter, source: Source, text: bytes, report: Report) -> None:
    """What only shows when lines that a terminal broke are joined, with the line where the first part stands."""
    whole = rejoined(text) if len(text) == report.bytes <= MOST_BYTES else None
    if whole is None:
        return
    scanner = Scanner(knowledge, prefilter, source.year)
    scanner.push(whole.text)
    joined = scanner.finish()
    new = report.folds.take(joined.folds)
    report.lines.update({fold.first.offset: whole.line_at(fold.first.offset) for fold in new})


def line_numbers(logs: list[Log], places: set[Place]) -> dict[Place, int]:
    """Line of each (log, offset): from the scan, else by reading the log again."""
    found = {place: line for place in places if (line := logs[place[0]].report.lines.get(place[1]))}
    for log in {log for log, _ in places - found.keys()}:
        offsets = {offset for other, offset in places - found.keys() if other == log}
        found.update({(log, offset): line for offset, line in _counted(logs[log].source, offsets).items()})
    return found


def _counted(source: Source, offsets: set[int]) -> dict[int, int]:
    """Read the log again, up to the last offset."""
    found: dict[int, int] = {}
    waiting = sorted(offsets, reverse=True)
    decoder, start, lines = Decoder(), 0, 1
    for block in source.blocks([]):
        text = decoder.push(block)
        _note(found, waiting, text, start, lines)
        if not waiting:
            return found
        start, lines = start + len(text), lines + text.count(b"\n")
    _note(found, waiting, decoder.finish(), start, lines)
    return {**dict.fromkeys(waiting, lines), **found}


def _note(found: dict[int, int], waiting: list[int], text: bytes, start: int, lines: int) -> None:
    while waiting and waiting[-1] < start + len(text):
        offset = waiting.pop()
        found[offset] = lines + text.count(b"\n", 0, offset - start)
