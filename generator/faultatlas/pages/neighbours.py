"""The picture of a record's neighbours: fixed places, so it needs no layout and never moves."""

from __future__ import annotations

from dataclasses import dataclass

from faultatlas.library import Edge
from faultatlas.pages.site import Here

WIDTH, CENTRE = 1108, 554
BOX = 138  # half the width of the box in the middle


@dataclass(frozen=True)
class Node:
    """A neighbour: its place, its label's anchor, and the line that joins it to the middle."""

    id: str
    href: str
    x: float
    y: float
    anchor: str
    path: str
    style: str
    arrow: str


@dataclass(frozen=True)
class NeighbourMap:
    """The drawing: its height, the middle line, and the nodes by side."""

    height: int
    middle: float
    left: list[Node]
    right: list[Node]
    above: list[Node]
    below: list[Node]


def neighbour_map(here: Here, id_: str, edges: list[Edge]) -> NeighbourMap | None:
    """The map of one record; None when it has no neighbours."""
    if not edges:
        return None
    sides = _sides(edges)
    above, below = len(sides["above"]), len(sides["below"])
    rows = max(len(sides["left"]), len(sides["right"]), 1)
    middle = max(44 + 20 * above + 30, 30 + rows * 22)
    height = int(max(middle + 44 + 20 * below + 16, middle + rows * 22 + 12))
    return NeighbourMap(
        height,
        middle,
        [_beside(here, edge, i, rows_of(sides["left"], middle), True) for i, edge in enumerate(sides["left"])],
        [_beside(here, edge, i, rows_of(sides["right"], middle), False) for i, edge in enumerate(sides["right"])],
        [_stacked(here, edge, 34 + 20 * i, middle - 18, True, i) for i, edge in enumerate(sides["above"])],
        [_stacked(here, edge, middle + 60 + 20 * i, middle + 18, False, i) for i, edge in enumerate(sides["below"])],
    )


def _sides(edges: list[Edge]) -> dict[str, list[Edge]]:
    sides: dict[str, list[Edge]] = {"left": [], "right": [], "above": [], "below": []}
    for edge in edges:
        if edge.kind in ("causes", "special-case-of"):
            # What comes before stands left: causes of it, and the general case it belongs to.
            before = edge.inverse if edge.kind == "causes" else not edge.inverse
            sides["left" if before else "right"].append(edge)
        else:
            sides["above" if edge.kind == "looks-like" else "below"].append(edge)
    return sides


def rows_of(edges: list[Edge], middle: float) -> list[float]:
    """Heights of the rows beside the box, centred on it."""
    count = len(edges)
    return [middle + 44 * (i - (count - 1) / 2) for i in range(count)]


def _beside(here: Here, edge: Edge, index: int, rows: list[float], left: bool) -> Node:
    y, entry = rows[index], CENTRE + (-BOX if left else BOX)
    x = 232 if left else WIDTH - 232
    inner = x + 12 if left else x - 12
    land = (index - (len(rows) - 1) / 2) * 7
    centre_y = _middle(rows) + land
    path = f"M{inner} {y:g}C{(inner + entry) / 2:g} {y:g} {(inner + entry) / 2:g} {centre_y:g} {entry:g} {centre_y:g}"
    tip = (entry, centre_y) if left else (inner, y)
    arrow = f"M{tip[0] - 8:g} {tip[1] - 4:g}L{tip[0]:g} {tip[1]:g}L{tip[0] - 8:g} {tip[1] + 4:g}Z"
    style = "special" if edge.kind == "special-case-of" else ""
    return Node(edge.there, str(here.record_url(edge.there)), x, y, "end" if left else "start", path, style, arrow)


def _middle(rows: list[float]) -> float:
    return sum(rows) / len(rows)


def _stacked(here: Here, edge: Edge, y: float, box_edge: float, above: bool, index: int) -> Node:
    x = CENTRE - 118
    bend = x - 12 - 6 * index
    path = f"M{x - 7:g} {y:g}H{bend:g}V{box_edge:g}"
    style = "looks" if above else "often"
    return Node(edge.there, str(here.record_url(edge.there)), x, y, "start", path, style, "")
