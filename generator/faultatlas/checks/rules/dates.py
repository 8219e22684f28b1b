"""The rule on dates: they exist, they are past, and they follow each other."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.library import Entry, Library
from faultatlas.problem import Problem
from faultatlas.schema.case import Case
from faultatlas.yamlfile import Loc


@rule
def dates_agree(library: Library) -> Iterator[Problem]:
    """A date is a day of the calendar and not in the future; a record is reviewed no earlier than it was added."""
    # A contributor east of us may already live in tomorrow.
    today = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=14)).date().isoformat()
    for entry in library.entries:
        for loc, date in _dates(entry):
            if message := _why_wrong(date, today):
                yield entry.file.problem(loc, message, "dates-agree")
        for loc, message in _out_of_order(entry):
            yield entry.file.problem(loc, message, "dates-agree")


def _dates(entry: Entry) -> Iterator[tuple[Loc, str]]:
    record = entry.record
    for name in ("added", "reviewed"):
        if hasattr(record, name):
            yield (name,), getattr(record, name)
    if isinstance(record, Case):
        yield from ((("date",), day) for day in record.date.split("/"))
    if hasattr(record, "withdrawn"):
        yield ("withdrawn", "on"), record.withdrawn.on
    for index, source in enumerate(getattr(record, "sources", [])):
        if source.read != "not-verified":
            yield ("sources", index, "read"), source.read


def _why_wrong(date: str, today: str) -> str | None:
    try:
        datetime.date.fromisoformat((date + "-01-01")[:10] if len(date) < 10 else date)
    except ValueError:
        return f"{date} is not a day of the calendar; write one such as 2026-12-01"
    return f"{date} is in the future; write the day it happened" if date > today else None


def _out_of_order(entry: Entry) -> Iterator[tuple[Loc, str]]:
    record = entry.record
    if hasattr(record, "reviewed") and record.reviewed < record.added:
        yield (
            ("reviewed",),
            f"reviewed {record.reviewed} is before added {record.added}; set it to the later of the two",
        )
    if isinstance(record, Case) and "/" in record.date:
        start, end = record.date.split("/")
        if end[: len(start)] < start[: len(end)]:
            yield ("date",), f"the period {record.date} ends before it starts; write start/end"
