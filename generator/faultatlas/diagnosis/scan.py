"""One pass over a log in constant memory: which lines say something, and what the log tells about itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from faultatlas.diagnosis.folds import FoldTable
from faultatlas.diagnosis.knowledge import Knowledge, Pattern
from faultatlas.diagnosis.prefilter import Prefilter
from faultatlas.diagnosis.prefix import PrefixReader, Stamp
from faultatlas.diagnosis.segments import next_segment, segment_around, whole_segments
from faultatlas.diagnosis.structure import Child, ChildReader, Raised, TracebackReader

# Bytes above a line in which the time is looked for when the line has none, and bytes read at either end of a log.
LOOK_BACK = 65_536
LOOK_BACK_LINES = 400
MOST_LOOK_BACKS = 2_000
# Counting newlines takes as long as the scan, so long logs that can be read twice are counted later, for what is shown.
COUNTED_BYTES = 1 << 26


@dataclass
class Report:
    """What one log says, before it is put together with the others. Offsets count decoded bytes."""

    folds: FoldTable = field(default_factory=FoldTable)
    raised: list[Raised] = field(default_factory=list)
    children: list[Child] = field(default_factory=list)
    ranks: set[int] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)
    world: int | None = None
    versions: dict[str, str] = field(default_factory=dict)
    last_stamp: Stamp | None = None
    lines: dict[int, int] = field(default_factory=dict)
    bytes: int = 0
    line_count: int | None = 0


class Scanner:
    """Reads decoded bytes in blocks of any size; the cutting does not change the result.

    The report has line numbers of first hits in the first 64 MiB, with `count_lines` (for logs that cannot be read
    twice) in all of the log.
    """

    def __init__(self, knowledge: Knowledge, prefilter: Prefilter, year: int = 1970, count_lines: bool = False):
        self.report = Report()
        self._patterns = knowledge.patterns
        self._prefilter = prefilter
        self._prefixes = PrefixReader(knowledge.grammar, year)
        self._tracebacks = TracebackReader(knowledge.grammar, self._prefixes)
        self._children = ChildReader(self._prefixes)
        self._rest = self._before = self._head = b""
        self._start = 0
        self._look_backs = 0
        self._count_all, self._lines = count_lines, 1

    def push(self, block: bytes) -> None:
        """The next bytes of the log."""
        block = self._rest + block if self._rest else block
        whole = whole_segments(block)
        self._rest = block[whole:]
        if whole:
            self._read(block[:whole] if self._rest else block)

    def finish(self) -> Report:
        """What the log says, now that it has ended."""
        if self._rest:
            self._read(self._rest)
            self._rest = b""
        self._note_ends(self._head)
        self._note_ends(self._before)
        self.report.raised = self._tracebacks.raised
        self.report.children = self._children.children
        self.report.bytes = self._start
        self.report.line_count = self._line_count()
        return self.report

    def _line_count(self) -> int | None:
        """Lines of the whole log, the last one also without a newline; None when they were not counted to the end."""
        if not self._counting:
            return None
        return self._lines - (self._before[-1:] in (b"\n", b""))

    def _read(self, block: bytes) -> None:
        if len(self._head) < LOOK_BACK:
            self._head += block[: LOOK_BACK - len(self._head)]
        counting = self._counting
        for start, end, indexes in self._interesting(block):
            self._segment(block, start, end, indexes)
        self._start += len(block)
        self._lines += block.count(b"\n") if counting else 0
        self._before = block[-LOOK_BACK:] if len(block) >= LOOK_BACK else (self._before + block)[-LOOK_BACK:]

    def _interesting(self, block: bytes) -> Iterator[tuple[int, int, list[int]]]:
        """Segments that may match, in order, and while a traceback is open those that follow."""
        candidates = _by_segment(block, self._prefilter.candidates(block))
        waiting = list(candidates)[::-1]
        at = 0
        while at < len(block):
            while waiting and waiting[-1] < at:
                waiting.pop()
            if not self._tracebacks.busy:
                if not waiting:
                    return
                at = waiting[-1]
            start, end = next_segment(block, at)
            if start < end:
                yield start, end, candidates.get(start, [])
            at = max(end, start + 1)

    def _segment(self, block: bytes, start: int, end: int, indexes: list[int]) -> None:
        line, offset = block[start:end], self._start + start
        was_open = self._tracebacks.busy
        for index in indexes:
            pattern = self._patterns[index]
            if match := pattern.regex.search(line):
                if pattern.is_signature:
                    self._hit(pattern, match, line, block, start)
                else:
                    self._structure(pattern.ref, match, line, offset)
        if was_open and self._tracebacks.read(line, offset) and self._counting:
            self._note_line(block, start)

    def _hit(self, pattern: Pattern, match: re.Match[bytes], line: bytes, block: bytes, start: int) -> None:
        offset = self._start + start
        speaker, stamp = self._prefixes.speaker(line), self._prefixes.stamp(line)
        if child := self._children.current(offset):
            speaker, stamp = speaker.filled(child.speaker), stamp or child.stamp
        captures = {name: value.decode("latin-1") for name, value in match.groupdict().items() if value is not None}
        earlier = lambda: self._earlier_stamp(block, start)  # noqa: E731
        if self.report.folds.add(pattern.ref, speaker, captures, line, offset, stamp, earlier) and self._counting:
            self._note_line(block, start)

    @property
    def _counting(self) -> bool:
        return self._count_all or self._start < COUNTED_BYTES

    def _note_line(self, block: bytes, start: int) -> None:
        self.report.lines[self._start + start] = self._lines + block.count(b"\n", 0, start)

    def _earlier_stamp(self, block: bytes, start: int) -> Stamp | None:
        """The time of the nearest line above that has one."""
        if self._look_backs >= MOST_LOOK_BACKS:
            return None
        self._look_backs += 1
        above = block[start - LOOK_BACK : start] if start >= LOOK_BACK else (self._before + block[:start])[-LOOK_BACK:]
        for line in above.split(b"\n")[:-1][: -LOOK_BACK_LINES - 1 : -1]:
            if stamp := self._prefixes.stamp(line):
                return stamp
        return None

    def _structure(self, kind: str, match: re.Match[bytes], line: bytes, offset: int) -> None:
        if kind == "traceback":
            self._tracebacks.opens(line)
        elif kind.startswith("child-"):
            self._children.read(kind, match, offset)
        elif kind == "world-size":
            self.report.world = max(self.report.world or 0, int(match["world"]))
        else:
            self.report.versions.update({name: value.decode() for name, value in match.groupdict().items() if value})

    def _note_ends(self, text: bytes) -> None:
        """Ranks, hosts and the last time in the first or last lines of the log."""
        for line in text.replace(b"\r", b"\n").split(b"\n"):
            speaker = self._prefixes.speaker(line)
            self.report.ranks.update({speaker.rank} - {None})
            self.report.hosts.update({speaker.host} - {None})
            self.report.last_stamp = self._prefixes.stamp(line) or self.report.last_stamp


def _by_segment(block: bytes, candidates: list[tuple[int, int]]) -> dict[int, list[int]]:
    """Start of a segment -> the patterns that may match it, both in order."""
    found: dict[int, set[int]] = {}
    start = end = -1
    for at, index in sorted(candidates):
        if at >= end:
            start, end = segment_around(block, at)
            found[start] = set()
        found[start].add(index)
    return {start: sorted(indexes) for start, indexes in found.items()}
