"""A line on the terminal that says how far the reading is; nothing where standard error is not a terminal."""

from __future__ import annotations

import sys
import time

from faultatlas.diagnosis.sources import Source

_EVERY = 0.1


class ProgressLine:
    """Shown after half a second, renewed ten times a second, wiped at the end."""

    def __init__(self, files: int):
        self._files = files
        self._number = 0
        self._source: Source | None = None
        self._next = time.monotonic() + 0.5
        self._shown = False
        self._wanted = sys.stderr.isatty()

    def __call__(self, source: Source, read: int) -> None:
        """Bytes read of a source so far."""
        if source is not self._source:
            self._source, self._number = source, self._number + 1
        now = time.monotonic()
        if self._wanted and now >= self._next:
            self._next, self._shown = now + _EVERY, True
            sys.stderr.write(f"\r\x1b[K{self._text(read)}")
            sys.stderr.flush()

    def wipe(self) -> None:
        """Leave the terminal as it was."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _text(self, read: int) -> str:
        size = self._source.size if self._source else None
        share = f"{100 * read // max(size, 1):3d} %" if size else f"{read / 1e6:.0f} MB"
        return f"reading {self._number} of {self._files}: {share}"
