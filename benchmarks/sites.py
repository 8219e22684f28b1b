"""Sites to build: ours over made-up records, and plain Material for MkDocs over the same as Markdown."""

from __future__ import annotations

from pathlib import Path

from benchmarks.measure import BIN, Cost, run
from benchmarks.synthetic import write_markdown, write_root

OURS = """\
site_name: Synthetic
theme: {name: material, font: false}
plugins:
  - faultatlas: {records: [root], search: false, fonts: false}
hooks: [only.py]
"""
PLAIN = """\
site_name: Synthetic
theme: {name: material, font: false}
plugins: []
nav: [index.md]
markdown_extensions: [attr_list, tables, footnotes, toc, pymdownx.highlight, pymdownx.superfences]
"""
# Of all pages only those of records: no home, facets, browse, graph or tables.
RECORD_PAGES = """\
from faultatlas import pages

pages.PAGE_MAKERS = (pages.failure_pages, pages.case_pages)
"""
# Only the browse page, over records that are not checked.
BROWSE_PAGE = """\
from faultatlas import pages, plugin

pages.PAGE_MAKERS = (pages.browse_pages,)
plugin.check = lambda library: []
"""


def our_site(folder: Path, records: int, *, hook: str) -> Path:
    """The configuration of our site over so many made-up records, without full-text search.

    Args:
        hook: a module that mkdocs loads, to leave out what is not measured.
    """
    write_root(folder / "root", records)
    (folder / "docs").mkdir()
    (folder / "docs" / "about.md").write_text("# About\n", "utf-8")
    (folder / "only.py").write_text(hook, "utf-8")
    return _config(folder, OURS)


def markdown_site(folder: Path, records: int) -> Path:
    """The configuration of the plain site over the same records."""
    write_markdown(folder / "docs", records)
    (folder / "docs" / "index.md").write_text("# Home\n", "utf-8")
    return _config(folder, PLAIN)


def build(config: Path) -> Cost:
    """What one build costs, into an empty folder."""
    site = config.parent / "site"
    run(["rm", "-rf", str(site)])
    return run([str(BIN / "mkdocs"), "build", "--quiet", "--config-file", str(config), "--site-dir", str(site)])


def _config(folder: Path, text: str) -> Path:
    path = folder / "mkdocs.yml"
    path.write_text(text, "utf-8")
    return path
