"""Record pages against the same pages as Markdown in plain Material for MkDocs."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from benchmarks.measure import Cost, best_of
from benchmarks.report import Line, Result, at_most, seconds
from benchmarks.sites import RECORD_PAGES, build, markdown_site, our_site

TITLE = "Build of record pages"
HOW = (
    "Made-up records, four failures to each incident, about 5.5 KB of YAML each with every field used. The peer is "
    "plain Material for MkDocs with the same content as Markdown (about 5.5 KB a page: tables, fenced blocks, "
    "footnotes, links), pages not in its navigation. Both without search and into an empty folder, taking turns in "
    "one run, best of the rounds. Ours also checks all records and writes their JSON and Markdown twins; its other "
    "pages (home, facets, browse, graph) and its fonts are left out. Processor time is user and system, memory the "
    "peak of the process."
)
TARGET, AT = 0.35, 1_000


def measure(quick: bool) -> Result:
    """Builds of growing size."""
    rounds = {100: 1, AT: 1} if quick else {100: 3, AT: 3, 5_000: 1}
    return Result(TITLE, HOW, [line for records, count in rounds.items() for line in _compare(records, count)])


def _compare(records: int, rounds: int) -> list[Line]:
    with tempfile.TemporaryDirectory() as place:
        ours = our_site(Path(place) / "ours", records, hook=RECORD_PAGES)
        plain = markdown_site(Path(place) / "plain", records)
        costs = best_of(rounds, {"ours": partial(build, ours), "plain": partial(build, plain)})
    return [_ratio(records, costs), *_numbers(records, costs)]


def _ratio(records: int, costs: dict[str, Cost]) -> Line:
    what, ratio = f"{records:,} records: processor time, ours to plain", costs["ours"].cpu / costs["plain"].cpu
    return at_most(what, ratio, TARGET, "{:.2f}".format) if records == AT else Line(what, f"{ratio:.2f}")


def _numbers(records: int, costs: dict[str, Cost]) -> list[Line]:
    ours, plain = costs["ours"], costs["plain"]
    return [
        Line(f"{records:,} records: processor time, ours and plain", f"{seconds(ours.cpu)}, {seconds(plain.cpu)}"),
        Line(f"{records:,} records: peak memory, ours and plain", f"{ours.memory:.0f} MB, {plain.memory:.0f} MB"),
    ]
