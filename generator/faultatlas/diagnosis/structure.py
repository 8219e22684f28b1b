"""Reports of several lines: tracebacks, and the blocks in which torchrun lists the children that failed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from faultatlas.diagnosis.prefix import PrefixReader, Speaker, Stamp

MOST_TRACEBACK_LINES = 400
MOST_TRACEBACKS = 500
# A line of a child's entry says nothing about lines that come this many bytes later.
CHILD_BYTES = 1500


@dataclass(frozen=True, slots=True)
class Raised:
    """An uncaught exception: its last line, who raised it, and the last frame of the user's own code."""

    type: str
    message: str
    speaker: Speaker
    offset: int
    user_frame: str | None
    in_library: tuple[str, ...]
    by_launcher: bool


@dataclass(slots=True)
class _Open:
    speaker: Speaker
    lines: int = 0
    user_frame: str | None = None
    in_library: list[str] = field(default_factory=list)


class TracebackReader:
    """Follows tracebacks line by line, those of several ranks at once."""

    def __init__(self, grammar: dict[str, Any], prefixes: PrefixReader):
        self._prefixes = prefixes
        self._frame = re.compile(grammar["frame"].encode("latin-1"))
        self._exception = re.compile(grammar["exception"].encode("latin-1"))
        self._library = [path.encode() for path in grammar["library_paths"]]
        self._launcher = set(grammar["launcher_exceptions"])
        self._open: dict[Speaker, _Open] = {}
        self.raised: list[Raised] = []

    @property
    def busy(self) -> bool:
        """Whether a traceback is open, so that the next lines must be read too."""
        return bool(self._open)

    def opens(self, line: bytes) -> None:
        """A line that says `Traceback (most recent call last)`."""
        speaker = self._prefixes.speaker(line)
        self._open[speaker] = _Open(speaker)

    def read(self, line: bytes, offset: int) -> bool:
        """The next line, whoever printed it; true when it ends a traceback that counts."""
        for traceback in self._open.values():
            traceback.lines += 1
        self._drop_endless()
        speaker = self._prefixes.speaker(line)
        before = len(self.raised)
        if traceback := self._open.get(speaker):
            self._continue(traceback, self._prefixes.body(line), offset)
        return len(self.raised) > before

    def _drop_endless(self) -> None:
        for speaker in [who for who, traceback in self._open.items() if traceback.lines > MOST_TRACEBACK_LINES]:
            del self._open[speaker]

    def _continue(self, traceback: _Open, body: bytes, offset: int) -> None:
        if frame := self._frame.match(body):
            self._note_frame(traceback, frame)
        elif body[:1] not in (b" ", b"\t", b"|", b"") and not body.startswith(b"Traceback"):
            self._close(traceback, body, offset)

    def _note_frame(self, traceback: _Open, frame: re.Match[bytes]) -> None:
        path, line, name = frame.groups()
        if any(part in path for part in self._library):
            traceback.in_library.append(name.decode("latin-1"))
        else:
            traceback.user_frame = b"%s:%s" % (path.rsplit(b"/", 1)[-1], line)
            traceback.user_frame = traceback.user_frame.decode("latin-1")
            traceback.in_library.clear()

    def _close(self, traceback: _Open, body: bytes, offset: int) -> None:
        del self._open[traceback.speaker]
        match = self._exception.match(body)
        if match is None or len(self.raised) >= MOST_TRACEBACKS:
            return
        kind = match["type"].decode()
        message = (match["message"] or b"")[:300].decode("latin-1")
        library = tuple(traceback.in_library)
        launcher = kind in self._launcher
        self.raised.append(Raised(kind, message, traceback.speaker, offset, traceback.user_frame, library, launcher))


@dataclass(frozen=True, slots=True)
class Child:
    """One entry of a report of failed children."""

    speaker: Speaker
    exitcode: int | None
    stamp: Stamp | None
    offset: int


class ChildReader:
    """Puts the lines of a torchrun failure report together, entry by entry."""

    def __init__(self, prefixes: PrefixReader):
        self._prefixes = prefixes
        self._parts: dict[str, bytes] = {}
        self._last = -CHILD_BYTES
        self.children: list[Child] = []

    def read(self, kind: str, match: re.Match[bytes], offset: int) -> None:
        """A line of an entry; the first one, or one far from the last, begins a new entry."""
        if kind == "child-time" or offset - self._last > CHILD_BYTES:
            self._parts = {}
        self._last = offset
        self._parts.update({name: value for name, value in match.groupdict().items() if value is not None})
        if kind == "child-exitcode" and "rank" in self._parts:
            self.children.append(self._child(offset))

    def current(self, offset: int) -> Child | None:
        """The entry that a line belongs to, if it stands right below one with an exit code."""
        near = self.children and offset - self._last <= CHILD_BYTES
        return self.children[-1] if near and "exitcode" in self._parts else None

    def _child(self, offset: int) -> Child:
        parts = self._parts
        host = parts.get("host")
        speaker = Speaker(int(parts["rank"]), int(parts["local_rank"]), host.decode("latin-1") if host else None)
        stamp = self._prefixes.stamp(parts["time"]) if "time" in parts else None
        return Child(speaker, int(parts["exitcode"]), stamp, offset)
