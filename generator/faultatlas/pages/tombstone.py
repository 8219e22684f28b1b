"""The page that stays where a withdrawn record was."""

from __future__ import annotations

from collections.abc import Iterator

from faultatlas.pages.page import Page
from faultatlas.pages.site import Site, tombstone_path


def tombstone_pages(site: Site) -> Iterator[Page]:
    """One page for each withdrawn record."""
    for entry in site.library.tombstones.values():
        path = tombstone_path(site.library, entry.id)
        here = site.here(path)
        successors = [(id_, here.record_url(id_)) for id_ in entry.record.withdrawn.superseded_by]
        body = site.render("tombstone.html", here, entry=entry, record=entry.record, successors=successors)
        yield Page(
            path, f"{entry.record.title} (withdrawn)", "This record was withdrawn.", body, "browse/", "tombstone"
        )
