"""Every page of the fixture library, and libraries with a record changed, as trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from faultatlas.library import Entry, Library
from faultatlas.pages.case import case_page
from faultatlas.pages.failure import failure_page
from faultatlas.pages.page import Page
from faultatlas.pages.site import Site, SiteOptions

from tests.page_tree import Node, parse

PUBLISHED = SiteOptions("https://atlas.example.org/", "https://forge.example.org/atlas/", "edit/main/")
STORES = ("failures", "cases", "tombstones", "taxonomies", "vocabularies", "hubs")


@pytest.fixture(scope="session")
def pages(tiny: Library) -> dict[str, Page]:
    """Path to page, as written for a site that is not published anywhere."""
    return by_path(Site(tiny).pages())


@pytest.fixture(scope="session")
def sheet(pages: dict[str, Page]) -> Callable[[str], Node]:
    """The tree of the page at a path."""
    return lambda path: parse(pages[path].body)


@pytest.fixture(scope="session")
def published(tiny: Library) -> dict[str, Page]:
    """Path to page of a site whose address and repository are known."""
    return by_path(Site(tiny, PUBLISHED).pages())


def by_path(pages: Iterable[Page]) -> dict[str, Page]:
    """Pages by path; each path is there once."""
    found = {}
    for page in pages:
        assert page.path not in found, page.path
        found[page.path] = page
    return found


def changed(library: Library, id_: str, new_id: str | None = None, **update: Any) -> Library:
    """The library with fields of one record replaced; under `new_id`, with such a record added."""
    stores = {name: dict(getattr(library, name)) for name in STORES}
    for store in stores.values():
        if entry := store.get(id_):
            record = entry.record.model_copy(update=update)
            store[new_id or id_] = Entry(new_id or id_, record, entry.file, entry.area)
    return replace(library, **stores)


def record_page(library: Library, id_: str, options: SiteOptions | None = None) -> Node:
    """The page of one record of a library made on the spot."""
    site = Site(library, options or SiteOptions())
    page = failure_page(site, library.failures[id_]) if id_ in library.failures else case_page(site, library.cases[id_])
    return parse(page.body)


def spoken(node: Node) -> str:
    """The text without the numbers of its citations."""
    for mark in node.all("sup"):
        mark.children = []
    return node.text


def section(sheet: Node, id_: str) -> Node:
    """One numbered section of a record page."""
    return sheet.one("section", id=id_)
