"""The static API: `/api/v1/index.json` lists every record with where its JSON stands."""

from __future__ import annotations

from typing import Any

from faultatlas import __version__
from faultatlas.export.twins import record_json
from faultatlas.library import Entry, Library, facet_words
from faultatlas.schema.taxonomy import FACETS

SCHEMA = "faultatlas.index/1"


def api_index(library: Library) -> dict[str, Any]:
    """Ids, titles, facets and addresses of all records, redirects and withdrawals included."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "failures": [_line(entry, "failures") for entry in library.failures.values()],
        "cases": [_line(entry, "cases") for entry in library.cases.values()],
        "withdrawn": [
            {"id": id_, "title": entry.record.title, **entry.record.withdrawn.model_dump()}
            for id_, entry in library.tombstones.items()
        ],
        "redirects": {old: entry.id for old, entry in sorted(library.redirects.items())},
        "taxonomy": {
            name: [term.model_dump(exclude_none=True) for term in terms.values()]
            for name, terms in library.terms.items()
        },
        "hubs": {id_: f"api/v1/hubs/{id_}.json" for id_ in library.hubs},
        "errors": {id_: f"api/v1/errors/{id_}.json" for id_ in library.vocabularies},
    }


def api_files(library: Library) -> dict[str, Any]:
    """Path to content of each JSON file of the API, tables included; record twins stand beside their pages."""
    files: dict[str, Any] = {"api/v1/index.json": api_index(library)}
    for id_, hub in library.hubs.items():
        files[f"api/v1/hubs/{id_}.json"] = hub.record.model_dump(exclude_none=True, mode="json")
    for id_, table in library.vocabularies.items():
        files[f"api/v1/errors/{id_}.json"] = table.record.model_dump(exclude_none=True, mode="json")
    for folder, entries in (("failures", library.failures), ("cases", library.cases)):
        for id_, entry in entries.items():
            files[f"{folder}/{id_}.json"] = record_json(library, entry)
    return files


def _line(entry: Entry, folder: str) -> dict[str, Any]:
    record = entry.record
    return {
        "id": entry.id,
        "title": record.title,
        "page": f"{folder}/{entry.id}/",
        "json": f"{folder}/{entry.id}.json",
        "markdown": f"{folder}/{entry.id}.md",
        **{facet.replace("-", "_"): facet_words(record, facet) for facet in FACETS},
        "added": record.added,
        "reviewed": record.reviewed,
    }
