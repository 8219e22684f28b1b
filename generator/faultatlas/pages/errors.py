"""The error tables: codes, settings and messages, one page for each vocabulary."""

from __future__ import annotations

from collections.abc import Iterator

from faultatlas.pages.markup import plain
from faultatlas.pages.page import Page
from faultatlas.pages.site import Site


def error_pages(site: Site) -> Iterator[Page]:
    """An index, and one page for each vocabulary."""
    body = site.render("errors_index.html", site.here("errors/"))
    yield Page(
        "errors/",
        "Error tables",
        "Codes, settings and messages of the programs under a training job.",
        body,
        "errors/",
        "errors-index",
    )
    for id_, entry in site.library.vocabularies.items():
        path = f"errors/{id_}/"
        here = site.here(path, entry.record.sources)
        body = site.render(
            "errors.html",
            here,
            entry=entry,
            record=entry.record,
            edit=here.edit_url(entry.file.shown),
            rows=_rows_naming(site, id_),
        )
        yield Page(path, entry.record.title, plain(entry.record.summary), body, "errors/", "errors", entry.file.shown)


def _rows_naming(site: Site, vocabulary: str) -> dict[str, list[tuple[str, str]]]:
    """Entry id to the hub rows that name it, as (hub, row)."""
    found: dict[str, list[tuple[str, str]]] = {}
    record = site.library.vocabularies[vocabulary].record
    by_code = {entry.code: entry.id for entry in record.entries} if record.kind == "code" else {}
    for hub_id, hub in site.library.hubs.items():
        for row in hub.record.rows:
            named = [by_code[code] for code in row.result if code in by_code] if by_code else row.settings
            for id_ in named:
                found.setdefault(id_, []).append((hub_id, row.id))
    return found
