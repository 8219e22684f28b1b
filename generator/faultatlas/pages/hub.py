"""The hub page: the errors of one library side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from faultatlas.pages.markup import plain
from faultatlas.pages.page import Page
from faultatlas.pages.site import Site
from faultatlas.schema.hub import Hub, Seen


def hub_pages(site: Site) -> Iterator[Page]:
    """One page for each hub."""
    for id_, entry in site.library.hubs.items():
        record, path = entry.record, f"{id_}/"
        here = site.here(path, record.sources)
        body = site.render(
            "hub.html",
            here,
            entry=entry,
            record=record,
            bands=[(chr(65 + i), g, [r for r in record.rows if r.group == g.id]) for i, g in enumerate(record.groups)],
            roles=Counter(row.role for row in record.rows),
            codes=_codes(record),
            code_names=_code_names(site, id_),
            setting_names=_setting_names(site, id_),
            versions=versions,
            edit=here.edit_url(entry.file.shown),
        )
        section = path
        yield Page(
            path, record.title, plain(record.summary), body, section, "hub", entry.file.shown, scripts=("hub.js",)
        )


def versions(seen: Seen) -> str:
    """The version tag beside a text: "2.27+", "2.20 to 2.23", "to 2.15", or nothing."""
    if seen.since and seen.until:
        return f"{seen.since} to {seen.until}"
    if seen.since:
        return f"{seen.since}+"
    return f"to {seen.until}" if seen.until else ""


def _codes(record: Hub) -> list[int]:
    return sorted({code for row in record.rows for code in row.result})


def _code_names(site: Site, hub: str) -> dict[int, str]:
    """Result code to its symbolic name, from the hub's own table of codes."""
    table = site.library.vocabularies.get(f"{hub}-results")
    return {entry.code: entry.name for entry in table.record.entries} if table else {}


def _setting_names(site: Site, hub: str) -> dict[str, str]:
    table = site.library.vocabularies.get(f"{hub}-settings")
    return {entry.id: entry.name for entry in table.record.entries} if table else {}
