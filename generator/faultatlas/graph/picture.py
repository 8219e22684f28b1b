"""The drawing: numbers and paths for a template, made from places and routes."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass

import networkx as nx

from faultatlas.graph.arrangement import Arrangement, Band, Place, arrange
from faultatlas.graph.network import network
from faultatlas.graph.routing import Routing, Wire, route
from faultatlas.library import Library

TRACK = 6  # between two lines that run side by side
BEFORE, AFTER = 9, 20  # free room in a channel left and right of its tracks; arrows stand in the right one
NARROWEST = 36  # width of a channel
STUB = 11  # between a glyph and the lines that arrive at it
BEND = 5  # radius of a corner
TIP = 7  # length of an arrow
PAINTED = ("shows", "looks-like", "often-with", "special-case-of", "causes")  # the last lies on top

Point = tuple[float, float]


@dataclass(frozen=True)
class Node:
    """A record: its glyph's left edge, the middle of its first line, the lines of its label, the box around all."""

    id: str
    kind: str
    x: float
    y: float
    lines: tuple[str, ...]
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Edge:
    """A relation: its line, and its arrow when it has a direction."""

    source: str
    target: str
    kind: str
    path: str
    tip: str


@dataclass(frozen=True)
class Picture:
    """All that the template draws. Nodes come in reading order, edges in the order of painting."""

    width: float
    height: float
    nodes: list[Node]
    edges: list[Edge]
    bands: list[Band]
    columns: list[float]
    graph: nx.MultiDiGraph

    @property
    def counts(self) -> Counter[str]:
        """How many edges of each kind, and how many nodes of each kind."""
        return Counter([edge.kind for edge in self.edges] + [node.kind for node in self.nodes])


def draw(library: Library) -> Picture:
    """The picture of a library."""
    graph = network(library)
    arrangement = arrange(graph, library)
    hooks = [edge for edge in graph.edges(keys=True) if _hangs(graph, *edge)]
    routing = route(arrangement, [edge for edge in graph.edges(keys=True) if not _hangs(graph, *edge)])
    pen = _Pen(arrangement, routing)
    edges = [pen.hook(*hook) for hook in hooks] + [pen.edge(wire) for wire in routing.wires]
    edges.sort(key=lambda edge: PAINTED.index(edge.kind))
    nodes = [pen.node(place) for place in arrangement.places.values()]
    return Picture(pen.width, arrangement.height, nodes, edges, arrangement.bands, pen.columns, graph)


def _hangs(graph: nx.MultiDiGraph, case: str, failure: str, kind: str) -> bool:
    return kind == "shows" and graph.nodes[case]["host"] == failure


class _Pen:
    """Turns places and routes into coordinates."""

    def __init__(self, arrangement: Arrangement, routing: Routing):
        self.places = arrangement.places
        self.routing = routing
        self.channels: list[float] = []
        self.columns: list[float] = []
        x: float = 0
        for column in range(arrangement.columns):
            self.channels.append(_round(x))
            self.columns.append(_round(x + self._channel_width(column)))
            x = self.columns[-1] + self._column_width(column)
        self.width = _round(x + 8)

    def _channel_width(self, channel: int) -> float:
        tracks = self.routing.tracks.get(channel, {})
        if not tracks:
            return NARROWEST if channel else 1
        return max(NARROWEST, BEFORE + TRACK * max(tracks.values()) + AFTER)

    def _column_width(self, column: int) -> float:
        return max((place.indent + place.width for place in self.places.values() if place.column == column), default=0)

    def left(self, place: Place) -> float:
        """Where the glyph of a record begins."""
        return self.columns[place.column] + place.indent

    def node(self, place: Place) -> Node:
        x = self.left(place)
        box = (_round(x - 4), _round(place.top - 1.5), _round(place.width + 6), _round(place.bottom - place.top + 3))
        return Node(place.id, place.kind, _round(x), _round(place.y), place.lines, box)

    def hook(self, case: str, failure: str, kind: str) -> Edge:
        """From a failure's glyph down to a case that hangs below it."""
        above, below = self.places[failure], self.places[case]
        x = self.left(above) + 6
        return Edge(case, failure, kind, rounded([(x, above.y + 8), (x, below.y), (self.left(below) - 2, below.y)]), "")

    def edge(self, wire: Wire) -> Edge:
        points = self._beside(wire) if wire.beside else self._across(wire)
        return Edge(wire.source, wire.target, wire.kind, rounded(points), self._tip(wire, points))

    def _track(self, channel: int, wire: Wire) -> float:
        return self.channels[channel] + BEFORE + TRACK * self.routing.tracks[channel][wire.net]

    def _beside(self, wire: Wire) -> list[Point]:
        """From the right end to the left end of a wire that runs on the left of both."""
        x = self._track(wire.right.column, wire)
        ends = [(self.left(place) - STUB, wire.level(place)) for place in (wire.right, wire.left)]
        return [ends[0], (x, ends[0][1]), (x, ends[1][1]), ends[1]]

    def _across(self, wire: Wire) -> list[Point]:
        """From the right end to the left end of a wire, so that dotted lines of a net lie dot on dot."""
        levels = self.routing.levels(wire)
        points = [(self.left(wire.right) - STUB, levels[-1])]
        for step in range(len(levels) - 1, 0, -1):
            x = self._track(wire.left.column + step, wire)
            points += [(x, levels[step]), (x, levels[step - 1])]
        return [*points, (self.left(wire.left) + wire.left.width + 5, levels[0])]

    def _tip(self, wire: Wire, points: list[Point]) -> str:
        """The arrow at the target; it points to the right unless the target is the left end of a wire that crosses."""
        if wire.kind not in ("causes", "special-case-of"):
            return ""
        at_right_end = wire.target == wire.right.id
        x, y = points[0] if at_right_end else points[-1]
        along = TIP if at_right_end or wire.beside else -TIP
        return f"M{_round(x)} {_round(y - 4)}L{_round(x + along * 0.9)} {_round(y)}L{_round(x)} {_round(y + 4)}Z"


def rounded(points: list[Point]) -> str:
    """A path along the points, with round corners."""
    points = _corners(points)
    parts = [f"M{_spot(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        parts.append(f"L{_spot(_towards(corner, before))}Q{_spot(corner)} {_spot(_towards(corner, after))}")
    return "".join([*parts, f"L{_spot(points[-1])}"])


def _corners(points: list[Point]) -> list[Point]:
    """The points without those on a straight line between others."""
    kept = [point for point, _ in itertools.groupby(points)]
    threes = zip(kept, kept[1:], kept[2:], strict=False)
    inner = [b for a, b, c in threes if not (a[0] == b[0] == c[0] or a[1] == b[1] == c[1])]
    return [kept[0], *inner, kept[-1]]


def _towards(corner: Point, other: Point) -> Point:
    """The point on the way from a corner where its curve begins: half way at most."""
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    length = abs(dx) + abs(dy)
    share = min(BEND, length / 2) / length
    return corner[0] + dx * share, corner[1] + dy * share


def _spot(point: Point) -> str:
    return f"{_round(point[0])} {_round(point[1])}"


def _round(number: float) -> float | int:
    """Whole where it is, else to a tenth."""
    tenth = round(number, 1)
    return int(tenth) if tenth == int(tenth) else tenth
