"""The browse page over many records: size of its index, and how long a filter takes in Chromium."""

from __future__ import annotations

import gzip
import shutil
import statistics
import tempfile
from pathlib import Path

from benchmarks.report import Line, Result, at_most
from benchmarks.serving import Server
from benchmarks.sites import BROWSE_PAGE, build, our_site

RECORDS = 10_000
INDEX, FILTER = 1_000_000, 50.0
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = (
    f"{RECORDS:,} made-up records. The index is `browse.json` and `checks.json`, gzip level 6. In headless Chromium a "
    "box of each facet is ticked, one after the other, so that choices add up; then they are unticked. A time is from "
    "the click until list, counts and checks are written and laid out, the best of the rounds; another says when the "
    "next frame is due."
)
# Clicks the n-th box of a panel; gives milliseconds until written and laid out, and until the next frame.
CLICK = """async ([panel, place]) => {
  const box = document.querySelectorAll("[data-facet]")[panel].querySelectorAll("input[data-word]")[place];
  const count = document.querySelector("[data-count]");
  const before = count.textContent;
  const start = performance.now();
  box.click();
  document.body.getBoundingClientRect();
  const written = performance.now() - start;
  await new Promise(requestAnimationFrame);
  return [written, performance.now() - start, before !== count.textContent];
}"""


def measure(quick: bool) -> Result:
    """The index and the clicks, or a sentence that says why there are none."""
    with tempfile.TemporaryDirectory() as place:
        config = our_site(Path(place) / "ours", RECORDS, hook=BROWSE_PAGE)
        build(config)
        site = config.parent / "site"
        sizes = {name: _zipped(site / "assets" / "atlas" / name) for name in ("browse.json", "checks.json")}
        lines = [
            at_most("index, gzip", sum(sizes.values()), INDEX, _kilobytes),
            *(Line(f"of this {name}", _kilobytes(size)) for name, size in sizes.items()),
            *_clicks(site, rounds=3 if quick else 10),
        ]
    return Result("Browse", HOW, lines)


def _zipped(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6)) if path.exists() else 0


def _clicks(site: Path, rounds: int) -> list[Line]:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None or not (site / "assets" / "atlas" / "browse.js").exists():
        return [Line("filter", "not measured: this needs Chromium on PATH and the page's script")]
    with Server(site, files=True) as server:
        server.wait_for("browse/", "data-browse")
        times = _timed(browser, server.url + "browse/", rounds)
    written, painted = [time[0] for time in times], [time[1] for time in times]
    return [
        at_most("filter and counts, median of the clicks", statistics.median(written), FILTER, _milliseconds),
        at_most("filter and counts, slowest click", max(written), FILTER, _milliseconds),
        Line("until the next frame, median", _milliseconds(statistics.median(painted))),
        Line("clicks, of which changed the count", f"{len(times)}, {sum(time[2] for time in times)}"),
    ]


def _timed(browser: str, url: str, rounds: int) -> list[tuple[float, float, bool]]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        page.goto(url)
        page.wait_for_selector("[data-facet] input[data-word]")
        # Ticked boxes move to the top: the third is ticked and is then the first.
        ticks = [(panel, 2) for panel in range(4)] + [(panel, 0) for panel in range(4)]
        found = [[tuple(page.evaluate(CLICK, list(tick))) for tick in ticks] for _ in range(rounds)]
        chromium.close()
    return [min(times) for times in zip(*found, strict=True)]


def _kilobytes(size: float) -> str:
    return f"{size / 1000:,.0f} kB"


def _milliseconds(time: float) -> str:
    return f"{time:.0f} ms"
