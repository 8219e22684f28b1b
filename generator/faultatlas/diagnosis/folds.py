"""Repeated hits folded into one: how often a signature matched for one speaker, when first and when last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from faultatlas.diagnosis.prefix import Speaker, Stamp

# A log with more different hits than this tells nothing new by the later ones; memory stays bounded.
MOST_FOLDS = 20_000
LONGEST_TEXT = 512
# Captures that tell hits of one speaker apart; times, process ids and counters do not.
TELLING = ("pg", "seq", "op", "numel_in", "xid", "device", "bus", "rank", "peer", "result", "exitcode", "signal")


class Hit(NamedTuple):
    """A line that a signature matches. `offset` counts decoded bytes from the start of the log.

    `dated`: the stamp stands on the line itself, and not on one above.
    """

    offset: int
    text: str
    captures: dict[str, str]
    stamp: Stamp | None
    dated: bool


@dataclass(slots=True)
class Fold:
    """All hits of one signature by one speaker that say the same."""

    ref: str
    speaker: Speaker
    first: Hit
    last_offset: int
    last_stamp: Stamp | None
    count: int = 1


class FoldTable:
    """Folds of one log, in the order in which they began."""

    def __init__(self) -> None:
        self._folds: dict[tuple, Fold] = {}

    def __iter__(self):
        return iter(self._folds.values())

    def __len__(self) -> int:
        return len(self._folds)

    def add(
        self, ref: str, speaker: Speaker, captures: dict[str, str], line: bytes, offset: int, stamp: Stamp | None,
        earlier: Callable[[], Stamp | None],
    ) -> bool:  # fmt: skip
        """Count a hit; true when it begins a fold.

        `earlier` gives the time of the lines above; it is asked only when a first hit has no time of its own.
        """
        key = (ref, speaker, tuple(captures.get(name) for name in TELLING))
        if fold := self._folds.get(key):
            fold.count += 1
            fold.last_offset = offset
            fold.last_stamp = stamp or fold.last_stamp
            return False
        if len(self._folds) < MOST_FOLDS:
            text = line[:LONGEST_TEXT].decode("utf-8", "replace")
            dated = stamp is not None
            stamp = stamp or earlier()
            self._folds[key] = Fold(ref, speaker, Hit(offset, text, captures, stamp, dated), offset, stamp)
            return True
        return False

    def drop(self, refs: set[str]) -> None:
        """Forget all hits of these signatures."""
        self._folds = {key: fold for key, fold in self._folds.items() if fold.ref not in refs}

    def take(self, others: FoldTable) -> list[Fold]:
        """Add the folds of signatures that this table has none of, and return them."""
        known = {fold.ref for fold in self}
        new = {key: fold for key, fold in others._folds.items() if fold.ref not in known}
        self._folds.update(new)
        return list(new.values())
