"""The start of a line: when it was printed, by which rank, on which host."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_DAYS_TO_1970 = 719_468


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who printed a line, as far as the line says it."""

    rank: int | None = None
    local_rank: int | None = None
    host: str | None = None
    device: int | None = None

    def filled(self, other: Speaker) -> Speaker:
        """This speaker, with what it leaves open taken from another."""
        return Speaker(
            *(own if own is not None else theirs for own, theirs in zip(_fields(self), _fields(other), strict=True))
        )


NOBODY = Speaker()


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time in seconds: since 1970 (`relative` false; a stamp without a zone counts as UTC) or since boot."""

    seconds: float
    relative: bool = False
    yearless: bool = False


class PrefixReader:
    """Reads prefixes with the patterns of the grammar. `year` completes stamps that leave it out."""

    def __init__(self, grammar: dict[str, Any], year: int = 1970):
        self._size = grammar["prefix_bytes"]
        self._stamps = [re.compile(pattern.encode()) for pattern in grammar["stamps"]]
        self._speakers = [re.compile(pattern.encode()) for pattern in grammar["speakers"]]
        self._label = re.compile(grammar["label"].encode())
        self.year = year

    def stamp(self, line: bytes) -> Stamp | None:
        """The time of a line; None when it has none, or one that no calendar knows."""
        head = line[: self._size]
        for pattern in self._stamps:
            if match := pattern.search(head):
                return self._read(match.groupdict())
        return None

    def speaker(self, line: bytes) -> Speaker:
        """Rank, local rank, host and device; the first pattern that says one of them wins."""
        head, found = line[: self._size], NOBODY
        for pattern in self._speakers:
            if match := pattern.search(head):
                found = found.filled(_speaker(match.groupdict()))
        return found

    def body(self, line: bytes) -> bytes:
        """The line without the labels that launchers put before it."""
        for _ in range(4):
            match = self._label.match(line)
            if match is None:
                break
            line = line[match.end() :]
        return line

    def _read(self, parts: dict[str, bytes | None]) -> Stamp | None:
        if parts.get("uptime"):
            return Stamp(float(parts["uptime"]), relative=True)
        yearless = not parts.get("year")
        if not yearless:
            self.year = int(parts["year"])
        date = (self.year, _month(parts), int(parts["day"]))
        clock = (int(parts["hour"]), int(parts["minute"]), int(parts["second"]))
        if not _is_date(*date) or clock[0] > 24 or clock[1] > 59 or clock[2] > 60:
            return None
        seconds = _days(*date) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
        return Stamp(seconds + _fraction(parts) - _offset(parts.get("zone")), yearless=yearless)


def _fields(speaker: Speaker) -> tuple[Any, ...]:
    return speaker.rank, speaker.local_rank, speaker.host, speaker.device


def _speaker(parts: dict[str, bytes | None]) -> Speaker:
    host = parts.get("host")
    numbers = (int(parts[name]) if parts.get(name) else None for name in ("rank", "local_rank"))
    return Speaker(
        *numbers, host.decode("latin-1") if host else None, int(parts["device"]) if parts.get("device") else None
    )


def _month(parts: dict[str, bytes | None]) -> int:
    name = parts.get("month_name")
    return _MONTHS.index(name.decode()) + 1 if name else int(parts["month"] or 0)


def _fraction(parts: dict[str, bytes | None]) -> float:
    digits = parts.get("fraction")
    return int(digits) / 10 ** len(digits) if digits else 0.0


def _offset(zone: bytes | None) -> int:
    """Seconds that a zone is ahead of UTC."""
    if not zone or zone == b"Z":
        return 0
    minutes = int(zone[1:3]) * 60 + int(zone[-2:])
    return -60 * minutes if zone[:1] == b"-" else 60 * minutes


def _is_date(year: int, month: int, day: int) -> bool:
    return year > 0 and 1 <= month <= 12 and 1 <= day <= 31


def _days(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01, by arithmetic that both engines share (Gregorian calendar)."""
    year -= month <= 2
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - _DAYS_TO_1970
