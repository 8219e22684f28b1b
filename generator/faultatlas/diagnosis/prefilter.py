"""Prefilter: which patterns may match near which byte of a block. It may say too much, never too little.

One method, two engines: Hyperscan where its wheel is installed, plain Python else. The scan confirms each candidate
with the pattern itself, so both give the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from faultatlas.diagnosis.knowledge import Pattern

Candidate = tuple[int, int]


class Prefilter(Protocol):
    """Finds candidates in a block of bytes."""

    name: str

    def candidates(self, block: bytes) -> list[Candidate]:
        """(offset of a byte of the literal, index of the pattern) for each literal; once or oftener for each line."""


def build(patterns: Sequence[Pattern], triggers: Sequence[str], choice: str = "auto") -> Prefilter:
    """The fastest prefilter there is, or the one named: `hyperscan` or `python`.

    Raises `ImportError` when `hyperscan` is named and not installed.
    """
    if choice != "python":
        try:
            return HyperscanPrefilter(patterns)
        except ImportError:
            if choice == "hyperscan":
                raise
    return PythonPrefilter(patterns, triggers)


def _by_literal(patterns: Sequence[Pattern]) -> dict[tuple[bytes, bool], list[int]]:
    """Literal and whether case is ignored -> indexes of the patterns that need it."""
    found: dict[tuple[bytes, bool], list[int]] = {}
    for index, pattern in enumerate(patterns):
        for literal in pattern.literals:
            found.setdefault((literal.encode("latin-1"), pattern.ignore_case), []).append(index)
    return found


class HyperscanPrefilter:
    """All literals at once, by Hyperscan (or its fork Vectorscan) in block mode."""

    name = "hyperscan"

    def __init__(self, patterns: Sequence[Pattern]):
        import hyperscan

        literals = _by_literal(patterns)
        self._indexes = list(literals.values())
        self._database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        flags = [hyperscan.HS_FLAG_CASELESS if folded else 0 for _, folded in literals]
        self._database.compile(
            expressions=[literal for literal, _ in literals], ids=list(range(len(literals))), flags=flags, literal=True
        )

    def candidates(self, block: bytes) -> list[Candidate]:
        """See `Prefilter`."""
        found: list[Candidate] = []
        indexes = self._indexes

        def report(literal: int, _start: int, end: int, _flags: int, _context: object) -> None:
            found.extend((end - 1, index) for index in indexes[literal])

        self._database.scan(block, match_event_handler=report)
        return found


class PythonPrefilter:
    """Searches a small set of triggers, then looks which literals stand on the lines that hold one."""

    name = "python"

    def __init__(self, patterns: Sequence[Pattern], triggers: Sequence[str]):
        literals = _by_literal(patterns)
        self._triggers = [(trigger.encode("latin-1"), _holding(trigger, literals)) for trigger in triggers]

    def candidates(self, block: bytes) -> list[Candidate]:
        """See `Prefilter`."""
        found: list[Candidate] = []
        lowered = block.lower()
        for trigger, literals in self._triggers:
            if trigger in lowered:
                _search(block, lowered, trigger, literals, found.append)
        return found


Held = list[tuple[bytes, bool, list[int]]]


def _holding(trigger: str, literals: dict[tuple[bytes, bool], list[int]]) -> Held:
    text = trigger.encode("latin-1")
    return [(literal, folded, indexes) for (literal, folded), indexes in literals.items() if text in literal.lower()]


def _search(block: bytes, lowered: bytes, trigger: bytes, held: Held, add: Callable[[Candidate], None]) -> None:
    """Candidates of one trigger, one line at a time: after a hit the search goes on behind that line."""
    at = lowered.find(trigger)
    while at >= 0:
        start, end = line_around(block, at)
        line, folded_line = block[start:end], lowered[start:end]
        for literal, folded, indexes in held:
            text = folded_line if folded else line
            for place in _places(text, literal):
                for index in indexes:
                    add((start + place, index))
        at = lowered.find(trigger, end)


def _places(line: bytes, literal: bytes) -> list[int]:
    """Where the literal stands: its last byte, each time, as lines may be cut into segments later."""
    found, at = [], line.find(literal)
    while at >= 0:
        found.append(at + len(literal) - 1)
        at = line.find(literal, at + 1)
    return found


def line_around(block: bytes, at: int) -> tuple[int, int]:
    """Start and end of the line that holds a byte; a line ends at `\\n`."""
    end = block.find(b"\n", at)
    return block.rfind(b"\n", 0, at) + 1, end if end >= 0 else len(block)
