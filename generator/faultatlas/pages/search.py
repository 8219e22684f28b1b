"""The search page: exact ids and error lines first, then full text."""

from __future__ import annotations

from collections.abc import Iterator

from faultatlas.pages.page import Page
from faultatlas.pages.site import Site


def search_pages(site: Site) -> Iterator[Page]:
    """The search page."""
    body = site.render("search.html", site.here("search/"))
    yield Page(
        "search/",
        "Search",
        "Search ids, error lines and text of all records.",
        body,
        "",
        "search",
        scripts=("search.js",),
    )
