"""From the bytes of a log to the text of its program: UTF-16, escape codes and JSON wrappers are taken off.

The number of newlines never changes, so line numbers hold. Text that needs nothing passes through untouched.
"""

from __future__ import annotations

import codecs
import json
import re

ESCAPE = b"\x1b"
# Longer JSON lines pass as they are, and an escape code that does not end is ordinary text: memory stays bounded.
LONGEST_JSON = 1 << 20
LONGEST_ESCAPE = 256

# CSI, OSC and two-byte escapes (ECMA-48); none of them holds a newline.
_ESCAPES = re.compile(
    rb"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)|[ -/]{0,4}[0-Z\\^-~])"
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}|\][^\x07\x1b\n]{0,200}\x1b?|[ -/]{0,4})?\Z")
_BOMS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_MESSAGES = ("log", "MESSAGE", "textPayload", "message", "msg", "line")
_TIMES = ("time", "timestamp", "ts", "__REALTIME_TIMESTAMP", "receiveTimestamp")
_DATED = re.compile(rb".{0,4}\d{4}-\d{2}-\d{2}[T ]\d{2}:")


class Decoder:
    """Decodes a log in blocks of any size; the cutting does not change the result."""

    def __init__(self) -> None:
        self._started = False
        self._head = b""
        self._wide: codecs.IncrementalDecoder | None = None
        self._escape = b""
        self._json = False
        self._line = b""
        self._passing = False

    def push(self, block: bytes) -> bytes:
        """The text of the next bytes; some may be held back until their line or escape code ends."""
        if not self._started:
            self._head += block
            if len(self._head) < 4096 and b"\n" not in self._head[2:]:
                return b""
            block = self._begin()
        elif self._wide:
            block = self._wide.decode(block).encode("utf-8", "replace")
        return self._text(block)

    def finish(self) -> bytes:
        """The rest."""
        text = b"" if self._started else self._text(self._begin())
        if self._wide:
            text += self._text(self._wide.decode(b"", final=True).encode("utf-8", "replace"))
        if self._escape:
            rest, self._escape = self._escape, b""
            text += self._lines(rest) if self._json else rest
        return text + (self._unwrapped(self._line) if self._line else b"")

    def _begin(self) -> bytes:
        """Look at the first bytes: how are they coded, and is each line a JSON object?"""
        self._started, head, self._head = True, self._head, b""
        if encoding := _BOMS.get(head[:2]):
            self._wide = codecs.getincrementaldecoder(encoding)("replace")
            head = self._wide.decode(head[2:]).encode("utf-8", "replace")
        first = head.lstrip(b"\xef\xbb\xbf \t\r\n").split(b"\n", 1)[0]
        self._json = first[:1] == b"{" and _message(first) is not None
        return head

    def _text(self, block: bytes) -> bytes:
        if self._escape or ESCAPE in block:
            block = self._without_escapes(block)
        return self._lines(block) if self._json else block

    def _without_escapes(self, block: bytes) -> bytes:
        block, self._escape = self._escape + block, b""
        if unfinished := _UNFINISHED.search(block, max(0, len(block) - LONGEST_ESCAPE)):
            self._escape = block[unfinished.start() :]
            block = block[: unfinished.start()]
        return _ESCAPES.sub(b"", block)

    def _lines(self, block: bytes) -> bytes:
        *whole, rest = (self._line + block).split(b"\n")
        done = [self._unwrapped(line) + b"\n" for line in whole]
        self._line = rest
        if len(rest) > LONGEST_JSON:
            done.append(self._unwrapped(rest))
            self._line = b""
        return b"".join(done)

    def _unwrapped(self, line: bytes) -> bytes:
        found = _message(line) if len(line) <= LONGEST_JSON else None
        return line if found is None else found


def _message(line: bytes) -> bytes | None:
    """The message of a JSON line, with the wrapper's time before it unless it has its own; None for other lines."""
    try:
        wrapper = json.loads(line)
    except (ValueError, RecursionError):
        return None
    message = _field(wrapper, _MESSAGES) if isinstance(wrapper, dict) else None
    if message is None and isinstance(wrapper, dict) and isinstance(wrapper.get("jsonPayload"), dict):
        message = _field(wrapper["jsonPayload"], _MESSAGES)
    if message is None:
        return None
    text = message.rstrip("\r\n").replace("\n", "\r").encode("utf-8", "replace")
    time = _field(wrapper, _TIMES)
    return text if time is None or _DATED.match(text) else f"{time} ".encode("utf-8", "replace") + text


def _field(wrapper: dict, names: tuple[str, ...]) -> str | None:
    return next((wrapper[name] for name in names if isinstance(wrapper.get(name), str)), None)
