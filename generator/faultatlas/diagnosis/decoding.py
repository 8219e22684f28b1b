"""From the bytes of a log to the text of its program: UTF-16, escape codes and JSON wrappers are taken off.

Three stages follow each other; each takes blocks of any size, and the cutting does not change the result. The
number of newlines never changes, so line numbers hold. Text that needs nothing passes through untouched.
"""

from __future__ import annotations

import codecs
import json
import re
import time
from typing import Any

ESCAPE = b"\x1b"
# Longer JSON lines pass as they are, and an escape code that does not end is ordinary text: memory stays bounded.
LONGEST_JSON = 1 << 20
LONGEST_ESCAPE = 2100
# A log is JSON when one of its first lines is a wrapper; a launcher may have printed a line before it.
SNIFFED_LINES = 5
SNIFFED_BYTES = 1 << 16

# CSI, strings (OSC, DCS, SOS, PM, APC) and short escapes of ECMA-48; none of them holds a newline.
_ESCAPES = re.compile(
    rb"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\x07\x1b\n]{0,2048}(?:\x07|\x1b\\)|[ -/]{0,4}[0-OQ-WYZ\\`-~])"
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}|[\]PX^_][^\x07\x1b\n]{0,2048}\x1b?|[ -/]{0,4})?\Z")
_BOMS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_PRINTABLE = frozenset([9, 10, 13, *range(32, 127)])
_SNIFFED_WIDE = 64

_MESSAGES = ("log", "MESSAGE", "textPayload", "message", "msg", "line")
# Loggers that put the error beside the message: without it the message says little.
_DETAILS = ("error", "exc_info", "exception", "stacktrace", "stack_trace", "traceback")
_TIMES = ("time", "timestamp", "ts", "@timestamp", "__REALTIME_TIMESTAMP", "receiveTimestamp")
_DATED = re.compile(rb".{0,4}\d{4}-\d{2}-\d{2}[T ]\d{2}:")
_WRITTEN_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,Z+ -]{5,30}")
_COUNTED_TIME = re.compile(r"[0-9]{9,20}")
_PER_MILLISECOND = ((1e14, 1.0), (1e17, 1e3), (1e20, 1e6))
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Decoder:
    """Decodes one log."""

    def __init__(self) -> None:
        self._stages = (_Widths(), _Escapes(), _Wrappers())

    def push(self, block: bytes) -> bytes:
        """The text of the next bytes; some may be held back until their line or escape code ends."""
        for stage in self._stages:
            block = stage.push(block)
        return block

    def finish(self) -> bytes:
        """The rest."""
        text = b""
        for stage in self._stages:
            text = stage.push(text) + stage.finish()
        return text


class _Widths:
    """UTF-16 to UTF-8, known by its mark or by a NUL beside each letter of ASCII text. The mark of UTF-8 is dropped."""

    def __init__(self) -> None:
        self._head: bytes | None = b""
        self._decoder: codecs.IncrementalDecoder | None = None

    def push(self, block: bytes) -> bytes:
        if self._head is not None:
            self._head += block
            if len(self._head) < _SNIFFED_WIDE:
                return b""
            block = self._begin(self._head)
        return self._decoder.decode(block).encode("utf-8", "replace") if self._decoder else block

    def finish(self) -> bytes:
        text = self._begin(self._head) if self._head else b""
        return self._decoder.decode(text, final=True).encode("utf-8", "replace") if self._decoder else text

    def _begin(self, head: bytes) -> bytes:
        self._head = None
        if encoding := _BOMS.get(head[:2]) or _unmarked(head[:_SNIFFED_WIDE]):
            self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        return head[2:] if head[:2] in _BOMS else head.removeprefix(codecs.BOM_UTF8)


def _unmarked(head: bytes) -> str | None:
    if len(head) >= 16 and not any(head[1::2]) and _PRINTABLE.issuperset(head[::2]):
        return "utf-16-le"
    if len(head) >= 16 and not any(head[::2]) and _PRINTABLE.issuperset(head[1::2]):
        return "utf-16-be"
    return None


class _Escapes:
    """Takes escape codes out; one that goes on in the next block is held back until then."""

    def __init__(self) -> None:
        self._held = b""

    def push(self, block: bytes) -> bytes:
        if not self._held and ESCAPE not in block:
            return block
        block, self._held = self._held + block, b""
        if unfinished := _UNFINISHED.search(block, max(0, len(block) - LONGEST_ESCAPE)):
            self._held = block[unfinished.start() :]
            block = block[: unfinished.start()]
        return _ESCAPES.sub(b"", block)

    def finish(self) -> bytes:
        return self._held


class _Wrappers:
    """Takes each line that is a JSON object apart, when the first lines of the log say that it is made of them."""

    def __init__(self) -> None:
        self._head: bytes | None = b""
        self._is_json = False
        self._line = b""
        self._passing = False

    def push(self, block: bytes) -> bytes:
        if self._head is not None:
            self._head += block
            if not _is_enough(self._head):
                return b""
            block = self._begin(self._head)
        return self._unwrapped(block) if self._is_json else block

    def finish(self) -> bytes:
        text = self._begin(self._head) if self._head else b""
        return self._unwrapped(text) + self._message(self._line) if self._is_json else text

    def _begin(self, head: bytes) -> bytes:
        self._head = None
        lines = [line for line in head[:SNIFFED_BYTES].split(b"\n") if line.strip()]
        self._is_json = any(_message(line) is not None for line in lines[:SNIFFED_LINES])
        return head

    def _unwrapped(self, block: bytes) -> bytes:
        *whole, self._line = (self._line + block).split(b"\n")
        done = []
        for line in whole:
            done.append(self._message(line) + b"\n")
            self._passing = False
        if self._passing or len(self._line) > LONGEST_JSON:
            done.append(self._line)
            self._line, self._passing = b"", True
        return b"".join(done)

    def _message(self, line: bytes) -> bytes:
        found = None if self._passing or len(line) > LONGEST_JSON else _message(line)
        return line if found is None else found


def _is_enough(head: bytes) -> bool:
    """Whether the first lines are there as a whole. Counts at most as much as is looked at."""
    head = head[:SNIFFED_BYTES]
    return len(head) == SNIFFED_BYTES or sum(bool(line.strip()) for line in head.split(b"\n")[:-1]) >= SNIFFED_LINES


def _message(line: bytes) -> bytes | None:
    """The message of a JSON line, with the wrapper's time and host before it; None for other lines."""
    if line.lstrip()[:1] != b"{":
        return None
    try:
        wrapper = json.loads(line.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    inner = wrapper.get("jsonPayload")
    message = _first(wrapper)
    if message is None and isinstance(inner, dict):
        message = _first(inner)
    if message is None:
        return None
    details = [text for name in _DETAILS if (text := _bytes(wrapper.get(name)))]
    message = b"\n".join([message, *details]).rstrip(b"\r\n").replace(b"\n", b"\r")
    message = _ESCAPES.sub(b"", message)
    return message if _DATED.match(message) else _origin(wrapper) + message


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _first(wrapper: dict[str, Any]) -> bytes | None:
    return next((text for name in _MESSAGES if (text := _bytes(wrapper.get(name))) is not None), None)


def _bytes(value: object) -> bytes | None:
    """Text, or the list of bytes that journald writes for what is not plain text."""
    if isinstance(value, str):
        # Half a surrogate pair has no UTF-8 form.
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
    if isinstance(value, list) and value and all(type(byte) is int and 0 <= byte < 256 for byte in value):
        return bytes(value)
    return None


def _origin(wrapper: dict[str, Any]) -> bytes:
    """When and, for journald, where: written as `journalctl -o short-iso` does."""
    stamp = next((stamp for name in _TIMES if (stamp := _stamp(wrapper.get(name)))), None)
    if stamp is None:
        return b""
    host, program = wrapper.get("_HOSTNAME"), wrapper.get("SYSLOG_IDENTIFIER")
    if isinstance(host, str) and isinstance(program, str) and _NAME.fullmatch(host) and _NAME.fullmatch(program):
        return f"{stamp} {host} {program}: ".encode()
    return f"{stamp} ".encode()


def _stamp(value: object) -> str | None:
    """A time as text: as it is when it is a date, else counted from 1970 in s, ms, us or ns, told by its size."""
    if isinstance(value, str):
        if _WRITTEN_TIME.fullmatch(value):
            return value
        value = float(value) if _COUNTED_TIME.fullmatch(value) else None
    if not isinstance(value, int | float) or not 1e8 < value < 1e19:
        return None
    milliseconds = value * 1e3 if value < 1e11 else value / next(per for end, per in _PER_MILLISECOND if value < end)
    # Cut, not rounded: languages differ in what they do with halves.
    seconds, milliseconds = divmod(int(milliseconds), 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{milliseconds:03d}Z"
