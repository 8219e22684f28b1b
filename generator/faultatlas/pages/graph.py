"""The graph page: all records and their typed edges as one picture and one list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faultatlas.graph import Picture, causes, components, draw, origins, outcomes
from faultatlas.library import INVERSE_LABELS, RELATION_LABELS, Edge, Entry, Library
from faultatlas.pages.page import Page
from faultatlas.pages.site import Site


@dataclass(frozen=True)
class ListedFailure:
    """A failure in the list: its relations by label, its incidents, both ends of its causal chains."""

    entry: Entry
    relations: dict[str, list[Edge]]
    cases: list[Entry]
    origins: list[str]
    outcomes: list[str]


@dataclass(frozen=True)
class ListedCase:
    """An incident in the list, with the failures it shows and their areas."""

    entry: Entry
    failures: list[Entry]

    @property
    def areas(self) -> list[str]:
        return sorted({failure.area for failure in self.failures})


def graph_pages(site: Site) -> Iterator[Page]:
    """The graph page."""
    library = site.library
    picture = draw(library)
    body = site.render(
        "graph.html",
        site.here("graph/"),
        picture=picture,
        groups=[len(group) for group in components(picture.graph) if len(group) > 1],
        areas=_by_area(library, picture),
        incidents={case.id: _listed_case(library, case) for case in library.cases_by_date},
    )
    yield Page("graph/", "Graph of failures and incidents", DESCRIPTION, body, "graph/", "graph", scripts=("graph.js",))


DESCRIPTION = "How failure modes cause, resemble and accompany each other, and which public incidents showed them."


def _by_area(library: Library, picture: Picture) -> dict[str, list[ListedFailure]]:
    """Area to its failures, in the order of the picture."""
    causal = causes(picture.graph)
    areas: dict[str, list[ListedFailure]] = {band.area: [] for band in picture.bands if band.area}
    for id_, entry in library.failures.items():
        ends = origins(causal, id_), outcomes(causal, id_)
        listed = ListedFailure(entry, _relations(library, id_), library.cases_by_failure.get(id_, []), *ends)
        areas[entry.area].append(listed)
    return areas


def _relations(library: Library, id_: str) -> dict[str, list[Edge]]:
    """The relations of a failure by label: what is before it, what follows, what is beside it."""
    edges = library.edges.get(id_, [])
    labels = [INVERSE_LABELS["causes"], *RELATION_LABELS.values(), INVERSE_LABELS["special-case-of"]]
    found = {label: [edge for edge in edges if edge.label == label] for label in labels}
    return {label: edges for label, edges in found.items() if edges}


def _listed_case(library: Library, case: Entry) -> ListedCase:
    return ListedCase(case, [library.failures[id_] for id_ in case.record.failure_ids() if id_ in library.failures])
