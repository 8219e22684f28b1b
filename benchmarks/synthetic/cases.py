"""Made-up incidents that use every field."""

from __future__ import annotations

from random import Random

from benchmarks.synthetic.failures import failure_id
from benchmarks.synthetic.words import Writer

SOURCES = ("postmortem", "status-page")


def case_id(number: int) -> str:
    """The id of the case with a number."""
    return f"example-{_year(number)}-synthetic-case-{number:05d}"


def case(number: int, failures: int, words: dict[str, list[str]]) -> dict:
    """A case as its file holds it; it shows one of the first `failures` failures."""
    writer = Writer(Random(f"case {number}"), list(SOURCES))
    date = f"{_year(number)}-{1 + number % 12:02d}-{1 + number % 28:02d}"
    return {
        **_head(writer, number, date, words),
        "failures": [f"{failure_id(writer.random.randrange(failures))}#cause-a"],
        **_course(writer, date),
        "sources": [_source(writer, number, id_) for id_ in SOURCES],
        "added": "2026-01-10",
        "reviewed": "2026-11-20",
    }


def _year(number: int) -> int:
    return 2016 + number % 10


def _head(writer: Writer, number: int, date: str, words: dict[str, list[str]]) -> dict:
    pick = writer.random.choice
    return {
        "title": writer.title(number),
        "organisation": "Example",
        "date": date,
        "system": f"{writer.phrase()} of a training cluster",
        "scale": f"{8 * (1 + number)} GPUs",
        "summary": writer.paragraph(),
        "formerly": [f"example-{_year(number)}-older-case-{number:05d}"] if number % 20 == 0 else [],
        "root_cause": pick(words["root-causes"]),
        "cause_basis": pick(["stated", "inferred"]),
        "components": writer.some(words["components"], 2, 4),
        "symptoms": writer.some(words["symptoms"], 2, 4),
        "contributing_factors": writer.some(words["contributing-factors"], 1, 3),
    }


def _course(writer: Writer, date: str) -> dict:
    return {
        "symptoms_seen": [writer.cited() for _ in range(5)],
        "trigger": writer.paragraph(),
        "detection": writer.paragraph(),
        "detected_by": writer.random.choice(["automation", "human", "customer"]),
        "timeline": [{"at": f"{date} {8 + hour:02d}:00 UTC", "what": writer.cited()} for hour in range(8)],
        "impact": [writer.cited() for _ in range(4)],
        "remediation": [writer.paragraph() for _ in range(4)],
        "lessons": [writer.paragraph() for _ in range(3)],
        "first_hand": "yes",
    }


def _source(writer: Writer, number: int, id_: str) -> dict:
    title = f"Example, account of {writer.phrase()} {number}"
    return {
        "id": id_,
        "title": title,
        "url": f"https://www.example.com/{id_}/{number}",
        "kind": id_,
        "read": "2026-11-20",
    }
