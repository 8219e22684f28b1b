"""Pasted logs that a terminal broke at its right edge, put together again."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

# Only pastes and short logs are looked at: whole logs are not written by a terminal.
MOST_BYTES = 1 << 22
NARROWEST = 40
# Part of the lines that must end at the edge.
SHARE = 0.3


@dataclass(frozen=True)
class Rejoined:
    """The text without breaks at the edge. `starts` and `lines`: where each line begins, and its first line before."""

    text: bytes
    starts: list[int]
    lines: list[int]

    def line_at(self, offset: int) -> int:
        """Line of the pasted text, counted from 1, in which the line at an offset begins."""
        return self.lines[bisect_right(self.starts, offset) - 1]


def rejoined(text: bytes) -> Rejoined | None:
    """The text with broken lines joined; None when it does not look broken by a terminal."""
    lines = text.split(b"\n")
    edge = max(map(len, lines))
    full = sum(len(line) >= edge - 1 for line in lines)
    if len(text) > MOST_BYTES or edge < NARROWEST or full < max(3, SHARE * len(lines)):
        return None
    joined: list[bytes] = []
    starts, numbers, offset, open_ = [], [], 0, False
    for number, line in enumerate(lines, 1):
        if not open_:
            joined.append(b"\n" if joined else b"")
            offset += len(joined[-1])
            starts.append(offset)
            numbers.append(number)
        joined.append(line)
        offset += len(line)
        open_ = len(line) >= edge - 1
    return Rejoined(b"".join(joined), starts, numbers)
