"""How edges run: level beside and between the labels, upright in the channels between columns.

Edges of one kind that end at one record are a net: they join on the way and arrive as one line.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from faultatlas.graph.arrangement import HEAD, LINE, Arrangement, Place

# Height at which lines of a kind leave and reach a record, so that kinds do not cover each other.
PORT = {"causes": 0, "looks-like": 5, "often-with": -5, "special-case-of": -6, "shows": 5}
LANE = 6  # free height a line needs between labels
TRACKS = 24  # in a channel; with more nets, lines lie on each other and are told apart by choosing a record
UNTANGLED = 40  # nets in a channel up to which crossings are looked for
SLACK = 4  # two levels closer than this look like one

Net = tuple[str, str]


@dataclass(frozen=True)
class Wire:
    """An edge with its ends in order from left to right; lines gather at the right end."""

    source: str
    target: str
    kind: str
    left: Place
    right: Place

    @property
    def net(self) -> Net:
        return self.right.id, self.kind

    @property
    def beside(self) -> bool:
        """Whether both ends stand in one column, so that the line runs on their left."""
        return self.left.column == self.right.column

    def level(self, place: Place) -> float:
        return place.y + PORT[self.kind]


@dataclass
class Levels:
    """Where a net enters a channel from the left and leaves it to the right."""

    entries: set[float] = field(default_factory=set)
    exits: set[float] = field(default_factory=set)

    @property
    def span(self) -> tuple[float, float]:
        return min(self.entries | self.exits), max(self.entries | self.exits)


@dataclass(frozen=True)
class Routing:
    """Wires, the level of each net in columns it passes, and its track in each channel.

    Channel k lies left of column k.
    """

    wires: list[Wire]
    lanes: dict[tuple[Net, int], float]
    tracks: dict[int, dict[Net, int]]

    def levels(self, wire: Wire) -> list[float]:
        """Levels of a wire from its left end to its right end, one for each stretch between channels."""
        passed = range(wire.left.column + 1, wire.right.column)
        return [wire.level(wire.left), *(self.lanes[wire.net, column] for column in passed), wire.level(wire.right)]


def route(arrangement: Arrangement, edges: Iterable[tuple[str, str, str]]) -> Routing:
    """Ways for all edges (source, target, kind)."""
    wires = [_wire(arrangement, *edge) for edge in edges]
    routing = Routing(wires, _lanes(arrangement, wires), {})
    for channel, nets in _channels(routing).items():
        routing.tracks[channel] = _tracks(nets)
    return routing


def _wire(arrangement: Arrangement, source: str, target: str, kind: str) -> Wire:
    left, right = arrangement.places[source], arrangement.places[target]
    if left.column > right.column:
        left, right = right, left
    return Wire(source, target, kind, left, right)


def _lanes(arrangement: Arrangement, wires: list[Wire]) -> dict[tuple[Net, int], float]:
    """A level for each net in each column it passes: as near to its end as the labels allow."""
    taken = _obstacles(arrangement)
    lanes: dict[tuple[Net, int], float] = {}
    for wire in sorted(wires, key=lambda wire: (wire.net, wire.left.column)):
        for column in range(wire.left.column + 1, wire.right.column):
            if (wire.net, column) not in lanes:
                level = _nearest_free(wire.level(wire.right), taken[column])
                insort(taken[column], (level - LANE / 2, level + LANE / 2))
                lanes[wire.net, column] = level
    return lanes


def _obstacles(arrangement: Arrangement) -> dict[int, list[tuple[float, float]]]:
    """Column to the heights its labels take, and in the first column the names of the bands; from top to bottom."""
    taken: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for place in arrangement.places.values():
        taken[place.column].append((place.top - 2, place.bottom + 2))
    taken[0] += [(band.top, band.top + HEAD / 2) for band in arrangement.bands]
    return defaultdict(list, {column: sorted(heights) for column, heights in taken.items()})


def _nearest_free(level: float, taken: list[tuple[float, float]]) -> float:
    """The level nearest to the one wanted at which a line fits."""
    above = below = level
    for top, bottom in taken:
        if bottom > below - LANE / 2 and top < below + LANE / 2:
            below = bottom + LANE / 2
    for top, bottom in reversed(taken):
        if bottom > above - LANE / 2 and top < above + LANE / 2:
            above = top - LANE / 2
    return below if below - level < level - above else above


def _channels(routing: Routing) -> dict[int, dict[Net, Levels]]:
    """Channel to the nets that use it."""
    channels: dict[int, dict[Net, Levels]] = defaultdict(lambda: defaultdict(Levels))
    for wire in routing.wires:
        levels = routing.levels(wire)
        if wire.beside:
            channels[wire.right.column][wire.net].exits.update(levels)
            continue
        for step, (entry, exit_) in enumerate(pairwise(levels)):
            net = channels[wire.left.column + 1 + step][wire.net]
            net.entries.add(entry)
            net.exits.add(exit_)
    return channels


def _tracks(nets: dict[Net, Levels]) -> dict[Net, int]:
    """Net to its track, counted from the left; nets apart in height share one."""
    order = _uncrossed(nets)
    spans = {net: nets[net].span for net in order}
    tracks: dict[Net, int] = {}
    for index, net in enumerate(order):
        in_the_way = [tracks[other] + 1 for other in order[:index] if _meet(spans[net], spans[other])]
        tracks[net] = max(in_the_way, default=0)
    return {net: track % TRACKS for net, track in tracks.items()}


def _uncrossed(nets: dict[Net, Levels]) -> list[Net]:
    """An order with few crossings: nets side by side change places as long as that helps, unless they are many."""
    order = sorted(nets)
    for _ in order if len(order) <= UNTANGLED else ():
        for i in range(len(order) - 1):
            a, b = nets[order[i]], nets[order[i + 1]]
            if _crossings(b, a) < _crossings(a, b):
                order[i], order[i + 1] = order[i + 1], order[i]
    return order


def _crossings(left: Levels, right: Levels) -> int:
    """How often two nets cross when one runs left of the other; a shared level counts as many."""
    crossed = sum(_within(level, right) for level in left.exits) + sum(_within(level, left) for level in right.entries)
    shared = sum(abs(a - b) < SLACK for a in left.exits for b in right.entries)
    return crossed + 20 * shared


def _within(level: float, net: Levels) -> bool:
    low, high = net.span
    return low < level < high


def _meet(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return a[0] <= b[1] + LINE and b[0] <= a[1] + LINE
