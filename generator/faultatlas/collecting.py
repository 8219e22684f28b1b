"""When garbage collection does not pay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collecting() -> Iterator[None]:
    """Without garbage collection: thousands of records stay anyway, and looking through them again doubles the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def keep() -> None:
    """What was made so far stays for the whole build: no later collection looks through it."""
    gc.freeze()
