"""The site: one module and one template per kind of page. Knows nothing of the program that serves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from faultatlas.pages.browse import browse_pages
from faultatlas.pages.case import case_pages
from faultatlas.pages.errors import error_pages
from faultatlas.pages.facet import facet_pages
from faultatlas.pages.failure import failure_pages
from faultatlas.pages.graph import graph_pages
from faultatlas.pages.home import home_pages
from faultatlas.pages.hub import hub_pages
from faultatlas.pages.page import Page
from faultatlas.pages.reference import reference_pages
from faultatlas.pages.search import search_pages
from faultatlas.pages.site import Site
from faultatlas.pages.tombstone import tombstone_pages

PAGE_MAKERS: tuple[Callable[[Site], Iterator[Page]], ...] = (
    home_pages,
    browse_pages,
    facet_pages,
    failure_pages,
    case_pages,
    hub_pages,
    error_pages,
    graph_pages,
    search_pages,
    reference_pages,
    tombstone_pages,
)
