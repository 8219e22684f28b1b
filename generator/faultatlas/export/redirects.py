"""Pages at the addresses that records had before; they lead on without script and keep the anchor with it."""

from __future__ import annotations

from html import escape

from faultatlas.library import Library
from faultatlas.pages.page import root_of
from faultatlas.pages.site import record_path


def redirects(library: Library) -> dict[str, str]:
    """Path of the file to its HTML, for each former id."""
    files = {}
    for old, entry in library.redirects.items():
        path = record_path(library, entry.id)
        if path is None or old in library.records:
            continue
        folder = path.split("/")[0]
        target = escape(root_of(f"{folder}/{old}/") + path)
        files[f"{folder}/{old}/index.html"] = (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Moved</title>'
            '<meta name="robots" content="noindex">'
            f'<link rel="canonical" href="{target}"><meta http-equiv="refresh" content="0; url={target}">'
            f'<p>This record is now <a href="{target}">{escape(entry.id)}</a>.</p></html>\n'
        )
    return files
