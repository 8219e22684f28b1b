"""Every kind of page in a real Chromium: no complaint, no scrolling sideways, and axe finds nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from faultatlas.library import Library
from playwright.sync_api import Page

from tests.browser.conftest import overflow, serving
from tests.projects import build, make_project

pytestmark = pytest.mark.browser

KINDS = {
    "front page": "",
    "failure with most incidents": "failures/{most_seen}/",
    "failure that is a pure echo": "failures/{echo}/",
    "case with a timeline": "cases/{told}/",
    "case that fits no failure": "cases/{unfit}/",
    "facet": "root-causes/",
    "word of a facet": "components/{component}/",
    "browse": "browse/",
    "hub": "nccl/",
    "index of tables": "errors/",
    "table of codes": "errors/nccl-results/",
    "table of settings": "errors/nccl-settings/",
    "graph": "graph/",
    "search": "search/",
    "search with results": "search/?q=timeout",
    "contribute": "contribute/",
    "fields": "contribute/fields/",
    "rules": "contribute/rules/",
    "about": "about/",
    "how to read": "how-to-read/",
    "commands": "cli/",
    "decisions": "decisions/",
}
TINY_KINDS = ["failures/nccl-hang/", "errors/nccl-warnings/", "failures/gpu-lost/", "symptoms/job-crash/", "404.html"]


@pytest.fixture(scope="session")
def examples(library: Library) -> dict[str, str]:
    """Which record stands for its kind."""
    cases, failures = library.cases.values(), library.failures.values()
    return {
        "most_seen": max(library.failures, key=lambda id_: len(library.cases_by_failure.get(id_, []))),
        "echo": next(entry.id for entry in failures if not entry.record.root_causes),
        "told": max(cases, key=lambda entry: len(entry.record.timeline)).id,
        "unfit": next(entry.id for entry in cases if not entry.record.failures),
        "component": max(library.by_term["components"], key=lambda word: len(library.by_term["components"][word])),
    }


@pytest.fixture(scope="session")
def tiny_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The fixture library as a site at the root of its server."""
    with serving(build(make_project(tmp_path_factory.mktemp("tiny") / "p", options="search: false"))) as address:
        yield address


# In the dark only colours are different.
RULES = {
    "default": {"resultTypes": ["violations"]},
    "slate": {"resultTypes": ["violations"], "runOnly": ["color-contrast"]},
}


def _violations(page: Page, scheme: str) -> list[str]:
    page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary'][:300]}"
        for rule in Axe().run(page, options=RULES[scheme]).response["violations"]
        for node in rule["nodes"][:3]
    ]


# Rows made of the same parts as two before them teach axe nothing and cost it most of its time; sixteen are enough.
THIN = """() => {
  const part = (node) => node.tagName + node.className;
  const parts = (row) => [...new Set([row, ...row.querySelectorAll("*")].map(part))].sort().join();
  for (const list of [...document.querySelectorAll("tbody, ul, ol, dl, .apart, .sources, section, nav")].reverse()) {
    const seen = {};
    for (const row of [...list.children]) {
      if (row.matches("tr, li, div, p")) seen[parts(row)] = (seen[parts(row)] ?? 0) + 1;
      if (seen[parts(row)] > 2 || row.matches("tr, li") && list.children.length > 16) row.remove();
    }
  }
}"""


def _look(page: Page, address: str) -> None:
    """Light and dark, on a desk and on a phone; the complaints are read by the fixture of the page."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert overflow(page) <= 0, f"wider than {width} px"
    page.evaluate(THIN)
    found = {}
    for width in (1400, 390):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in RULES:
            if violations := _violations(page, scheme):
                found[width, scheme] = violations
    assert found == {}


@pytest.mark.parametrize("kind", KINDS)
def test_page(page: Page, site: str, examples: dict[str, str], kind: str):
    _look(page, site + KINDS[kind].format(**examples))


@pytest.mark.parametrize("path", TINY_KINDS)
def test_page_of_the_fixture_library(page: Page, tiny_site: str, path: str):
    _look(page, tiny_site + path)


def test_no_record_is_wider_than_a_small_phone(page: Page, site: str, library: Library):
    page.set_viewport_size({"width": 320, "height": 900})
    wide = {}
    for id_ in library.records:
        page.goto(f"{site}{'failures' if id_ in library.failures else 'cases'}/{id_}/")
        if overflow(page) > 0:
            wide[id_] = overflow(page)
    assert wide == {}
