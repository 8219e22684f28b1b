"""The dated scale above a list of incidents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from faultatlas.library import Entry
from faultatlas.schema.case import Case


@dataclass(frozen=True)
class Mark:
    """An incident on the scale: where (per cent from the left), and whether it is raised to avoid its neighbour."""

    entry: Entry[Case]
    left: float
    raised: bool


@dataclass(frozen=True)
class Axis:
    """A scale of whole years with the incidents on it."""

    years: list[tuple[int, float]]
    marks: list[Mark]


def axis(cases: list[Entry[Case]]) -> Axis | None:
    """The scale for some incidents; None when there is nothing to spread out."""
    if len(cases) < 2:
        return None
    times = sorted(((_year(entry.record.date), entry) for entry in cases), key=lambda item: (item[0], item[1].id))
    first, last = int(times[0][0]), int(times[-1][0]) + 1
    span = last - first
    marks, previous, raised = [], -9.0, False
    for time, entry in times:
        left = round(100 * (time - first) / span, 2)
        raised = left - previous < 2.2 and not raised
        marks.append(Mark(entry, left, raised))
        previous = left
    step = max(1, -(-span // 8))
    years = [(year, round(100 * (year - first) / span, 2)) for year in range(first, last, step)]
    return Axis(years, marks)


def _year(text: str) -> float:
    """A published date as a fraction of years; a month or year counts from its middle."""
    parts = [int(part) for part in text.split("/")[0].split("-")]
    if len(parts) == 1:
        return parts[0] + 0.5
    day = date(parts[0], parts[1], parts[2] if len(parts) == 3 else 15)
    return parts[0] + (day.timetuple().tm_yday - 1) / 365.25
