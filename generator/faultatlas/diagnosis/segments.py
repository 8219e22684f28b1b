"""The unit that patterns are matched on: a line, split at `\\r` and cut every 16 KiB."""

from __future__ import annotations

LONGEST = 16_384


def segment_around(block: bytes, at: int) -> tuple[int, int]:
    """Start and end of the segment that holds a byte of a block. The block starts where a segment starts."""
    start = max(block.rfind(b"\n", 0, at), block.rfind(b"\r", 0, at)) + 1
    start += (at - start) // LONGEST * LONGEST
    return start, _end(block, start)


def next_segment(block: bytes, at: int) -> tuple[int, int]:
    """Start and end of the first segment at or after a place where one may start; it may be empty."""
    return at, _end(block, at)


def whole_segments(block: bytes) -> int:
    """Length of the part of a block that holds only whole segments; the rest waits for more bytes."""
    cut = max(block.rfind(b"\n"), block.rfind(b"\r")) + 1
    return cut + (len(block) - cut) // LONGEST * LONGEST


def _end(block: bytes, start: int) -> int:
    stop = min(start + LONGEST, len(block))
    feed = block.find(b"\n", start, stop)
    stop = feed if feed >= 0 else stop
    back = block.find(b"\r", start, stop)
    return back if back >= 0 else stop
