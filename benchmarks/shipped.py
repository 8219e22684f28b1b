"""The site of the shipped records: a cold build with search, an edit that becomes visible, the size of its pages."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from pathlib import Path

from benchmarks.measure import BIN, run
from benchmarks.report import Line, Result, at_most, seconds
from benchmarks.serving import Server
from benchmarks.synthetic import REPOSITORY

PARTS = ("kb", "cases", "taxonomy", "docs", "mkdocs.yml")
COLD, VISIBLE, PAGE = 15.0, 2.0, 60 * 1024
EDITS = {True: 2, False: 5}
_SUMMARY = re.compile(r"^summary: >-\n  ", re.M)


def measure(quick: bool) -> Result:
    """All of it on a copy of the records, so that nothing here is changed."""
    with tempfile.TemporaryDirectory() as place:
        project = _copy(Path(place) / "project")
        cold = run([str(BIN / "mkdocs"), "build", "--quiet", "--strict"], project)
        pages = _record_pages(project)
        visible = _edits(project, EDITS[quick])
    lines = [
        at_most("cold build with search, wall time", cold.wall, COLD),
        Line("cold build with search, processor time", seconds(cold.cpu)),
        at_most(f"edit to visible, worst of {EDITS[quick]}", max(visible), VISIBLE),
        Line("edit to visible, best", seconds(min(visible))),
        at_most("largest record page", max(pages), PAGE, _kilobytes),
        Line(f"record pages of at most {_kilobytes(PAGE)}", f"{sum(size <= PAGE for size in pages)} of {len(pages)}"),
    ]
    return Result("Site of the shipped records", HOW, lines)


HOW = (
    "The records of this repository. Cold means without any cache: fonts are cut, the search index is made. For an "
    "edit, `mkdocs serve --livereload` runs, the summary of a failure is changed on disk, and the page is asked for "
    "until it shows the change. A page is its HTML as written to disk."
)


def _copy(project: Path) -> Path:
    project.mkdir()
    for part in PARTS:
        source = REPOSITORY / part
        (shutil.copytree if source.is_dir() else shutil.copy)(source, project / part)
    return project


def _record_pages(project: Path) -> list[int]:
    """Sizes of the pages that have a Markdown twin, which redirects do not."""
    twins = [twin for kind in ("failures", "cases") for twin in (project / "site" / kind).glob("*.md")]
    return [(twin.with_suffix("") / "index.html").stat().st_size for twin in twins]


def _edits(project: Path, count: int) -> list[float]:
    """Seconds from each of some edits until the page shows it."""
    record = next(
        path for path in sorted((project / "kb").glob("*/*.yaml")) if _SUMMARY.search(path.read_text("utf-8"))
    )
    text, page = record.read_text("utf-8"), f"failures/{record.stem}/"
    with Server(project) as server:
        server.wait_for(page, record.stem)
        return [_edit(server, record, text, page, f"Edited{number}") for number in range(count)]


def _edit(server: Server, record: Path, text: str, page: str, word: str) -> float:
    start = time.monotonic()
    record.write_text(_SUMMARY.sub(f"summary: >-\n  {word}. ", text, count=1), "utf-8")
    server.wait_for(page, word)
    return time.monotonic() - start


def _kilobytes(size: float) -> str:
    return f"{size / 1024:.1f} KB"
