"""Where each record stands: its column, its row, and the band of its area."""

from __future__ import annotations

import hashlib
import statistics
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, replace

import networkx as nx

from faultatlas.graph.network import neighbours, steps
from faultatlas.library import Library

LINE = 15  # height of a line of a label
CHARACTER = 7.2  # width of one in 12 px Plex Mono; Plex Sans of that size is narrower
LABEL = 18  # characters in a line of a label, where its words allow it
GAP = 18  # free height between two failures, for lines that pass
HEAD, FOOT = 35, 3  # from the top of a band to its first row, and below its last
TOP = 34  # above the first band, for the scale of steps
CASE_INDENT = 17  # a case hangs below the failure it shows
MANY = 6  # more cases than this are drawn as glyphs without labels
GLYPH = 20  # room for such a glyph
INSET = 18  # from a glyph's left edge to its label
NO_FAILURE = ""  # the band of cases that show no failure mode yet


@dataclass(frozen=True)
class Place:
    """A record's place. `y` is the middle of its first line; `indent` is counted from its column's left edge."""

    id: str
    kind: str
    column: int
    lines: tuple[str, ...]
    y: float = 0
    indent: float = 0

    @property
    def text_width(self) -> float:
        return CHARACTER * max((_cells(line) for line in self.lines), default=0)

    @property
    def width(self) -> float:
        """From the glyph's left edge to the label's end."""
        return INSET + self.text_width + 3 if self.lines else GLYPH - 6

    @property
    def top(self) -> float:
        return self.y - LINE / 2

    @property
    def bottom(self) -> float:
        return self.top + LINE * max(len(self.lines), 1)


@dataclass(frozen=True)
class Band:
    """The strip of one area."""

    area: str
    top: float
    bottom: float


@dataclass(frozen=True)
class Arrangement:
    """All places by id in reading order, and the bands from top to bottom."""

    places: dict[str, Place]
    bands: list[Band]
    columns: int

    @property
    def height(self) -> float:
        return self.bands[-1].bottom if self.bands else TOP


def arrange(graph: nx.MultiDiGraph, library: Library) -> Arrangement:
    """Bands from the surface of the job downwards, and in each the columns from cause to consequence."""
    columns = _columns(graph)
    count = 1 + max(columns.values(), default=0)
    places: dict[str, Place] = {}
    bands: list[Band] = []
    top: float = TOP
    for area in _areas(graph):
        cells: list[list[str]] = [[] for _ in range(count)]
        for id_ in _ordered(graph, [id_ for id_ in columns if graph.nodes[id_]["area"] == area], columns):
            cells[columns[id_]].append(id_)
        placed = [place for column, ids in enumerate(cells) for place in _cell(graph, library, ids, column)]
        top = _add_band(area, placed, top, places, bands)
    _add_band(NO_FAILURE, _homeless(graph, library, count), top, places, bands)
    return Arrangement(places, bands, count)


def _add_band(area: str, placed: list[Place], top: float, places: dict[str, Place], bands: list[Band]) -> float:
    """Move places that are counted from their band's top to where the band begins; returns where it ends."""
    if not placed:
        return top
    moved = [replace(place, y=place.y + top + HEAD) for place in placed]
    places |= {place.id: place for place in moved}
    bands.append(Band(area, top, max(place.bottom for place in moved) + GAP + FOOT))
    return bands[-1].bottom


def _columns(graph: nx.MultiDiGraph) -> dict[str, int]:
    """Failure to column. One without causal edges stands near its neighbours, else anywhere."""
    found = steps(graph)
    last = max(found.values(), default=0)
    loose = [id_ for id_, kind in graph.nodes(data="kind") if kind == "failure" and id_ not in found]
    near = {id_: [found[other] for other in neighbours(graph, id_) if other in found] for id_ in loose}
    return found | {id_: _loose_column(id_, near[id_], last) for id_ in loose}


def _loose_column(id_: str, near: list[int], last: int) -> int:
    if near:
        return round(statistics.mean(near))
    return int(hashlib.sha256(id_.encode()).digest()[0] / 256 * (last + 1))


def _areas(graph: nx.MultiDiGraph) -> list[str]:
    """Areas in order of the layer in which their failures start, the surface of the job first."""
    depths: dict[str, list[int]] = defaultdict(list)
    for _, node in graph.nodes(data=True):
        if node["kind"] == "failure":
            depths[node["area"]] += [] if node["depth"] is None else [node["depth"]]
    return sorted(depths, key=lambda area: (statistics.median_low(depths[area]) if depths[area] else 99, area))


def _ordered(graph: nx.MultiDiGraph, ids: list[str], columns: dict[str, int]) -> list[str]:
    """Those that reach far to the right stand on top, where their lines cross few others."""
    reach = {id_: max((columns.get(n, 0) for n in neighbours(graph, id_)), default=0) for id_ in ids}
    return sorted(ids, key=lambda id_: (-reach[id_], id_))


def _cell(graph: nx.MultiDiGraph, library: Library, ids: list[str], column: int) -> list[Place]:
    """Failures of one area and column, each with its cases below, counted from the first row."""
    places: list[Place] = []
    y: float = 0
    for id_ in ids:
        failure = Place(id_, "failure", column, wrap(id_, "-"), y)
        hosted = [case for case in graph.predecessors(id_) if graph.nodes[case].get("host") == id_]
        cases = _cases(library, hosted, column, failure.bottom + LINE / 2 + 4)
        places += [failure, *cases]
        y = max(place.bottom for place in (failure, *cases)) + GAP + LINE / 2
    return places


def _cases(library: Library, ids: list[str], column: int, y: float) -> list[Place]:
    """Cases below their failure, oldest first: rows with labels, or glyphs alone when there are many."""
    ids = sorted(ids, key=lambda id_: (library.cases[id_].record.date, id_))
    if len(ids) > MANY:
        in_row = int(LABEL * CHARACTER // GLYPH)
        spot = {id_: (CASE_INDENT + n % in_row * GLYPH, y + n // in_row * (LINE + 3)) for n, id_ in enumerate(ids)}
        return [Place(id_, "case", column, (), spot[id_][1], spot[id_][0]) for id_ in ids]
    places = []
    for id_ in ids:
        places.append(Place(id_, "case", column, case_label(library, id_), y, CASE_INDENT))
        y = places[-1].bottom + LINE / 2 + 3
    return places


def _homeless(graph: nx.MultiDiGraph, library: Library, columns: int) -> list[Place]:
    """Cases that show no failure of the library, oldest first so that a new one moves none."""
    ids = [id_ for id_, node in graph.nodes(data=True) if node["kind"] == "case" and node["host"] is None]
    ids.sort(key=lambda id_: (library.cases[id_].record.date, id_))
    row = LINE * 2 + GAP
    return [Place(id_, "case", n % columns, case_label(library, id_), n // columns * row) for n, id_ in enumerate(ids)]


def case_label(library: Library, id_: str) -> tuple[str, ...]:
    """Who and when."""
    case = library.cases[id_].record
    return wrap(f"{case.organisation} {case.date[:7]}", " ")


def wrap(text: str, separator: str) -> tuple[str, ...]:
    """Lines of at most LABEL characters, broken after separators only: a word is never cut."""
    lines = [""]
    for word in text.replace(separator, separator + "\0").split("\0"):
        if lines[-1] and _cells((lines[-1] + word).rstrip()) > LABEL:
            lines.append("")
        lines[-1] += word
    return tuple(line.rstrip() for line in lines)


def _cells(text: str) -> int:
    """Width in characters; those of East Asian scripts take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
