"""Pages at the addresses that records had before: they lead on, without script."""

from __future__ import annotations

from html import escape

from faultatlas.library import Library
from faultatlas.pages.page import root_of
from faultatlas.pages.site import record_path

# Where a reader lands who cuts a record's address short.
FOLDERS = {"failures/index.html": "../browse/?kind=failure", "cases/index.html": "../browse/?kind=incident"}


def redirects(library: Library) -> dict[str, str]:
    """Path of the file to its HTML, for each former id and for the folders of records."""
    files = {path: _page(target, "all of them") for path, target in FOLDERS.items()}
    for old, entry in library.redirects.items():
        path = record_path(library, entry.id)
        if path is None or old in library.records:
            continue
        folder = path.split("/")[0]
        target = root_of(f"{folder}/{old}/") + path
        files[f"{folder}/{old}/index.html"] = _page(target, entry.id)
    return files


def _page(target: str, name: str) -> str:
    address = escape(target)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Moved</title>'
        '<meta name="robots" content="noindex">'
        f'<link rel="canonical" href="{address}"><meta http-equiv="refresh" content="0; url={address}">'
        f'<p>See <a href="{address}">{escape(name)}</a>.</p></html>\n'
    )
