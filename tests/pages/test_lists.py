"""Front page, browse, facets and tables: counts that are right, links that are right at every depth."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin

import pytest
from faultatlas.pages.facet import by_group, counted, distinct, facet_pages
from faultatlas.pages.page import root_of
from faultatlas.pages.site import FACET_LABELS, Site

from tests.pages.conftest import by_path, changed

OTHERS = {"contribute/", "about/"}


def test_every_relative_link_leads_to_a_page_and_a_place_on_it(pages, sheet):
    places = {path: {node["id"] for node in sheet(path) if node["id"]} for path in pages}
    for path in pages:
        for node in sheet(path):
            target = node["href"] or node["action"]
            if not target or target.startswith("https://") or "?" in target:
                continue
            leads_to, anchor = urldefrag(urljoin(f"http://here/{path}", target).removeprefix("http://here/"))
            if leads_to in OTHERS or leads_to.endswith((".md", ".json")):
                continue
            assert leads_to in pages, f"{target} on {path}"
            assert not anchor or anchor in places[leads_to] or leads_to == "graph/", f"{target} on {path}"


@pytest.mark.parametrize(
    ("path", "root"), [("", "./"), ("browse/", "../"), ("failures/x/", "../../"), ("contribute/fields/", "../../")]
)
def test_the_way_back_to_the_root(path, root):
    assert root_of(path) == root


def test_each_page_says_what_it_is(pages):
    for page in pages.values():
        assert page.title and page.description and "[^" not in page.description and "`" not in page.description, (
            page.path
        )


def _counts(node):
    """Link text to the numbers beside it."""
    return {li.one("a").text: li.one("span", class_="n").text for li in node.all("li")}


def test_the_front_page_counts_words_and_records(tiny, sheet):
    home = sheet("")
    heads = {tab.all("a")[0].text: _counts(tab.one("ul", class_="leader")) for tab in home.all("div", class_="tab")}
    assert heads == {
        "Root cause2": {"Hardware": "2", "Network": "2"},
        "Component3": {"Component": "5"},
        "Symptom3": {"Symptom": "5"},
        "Factor1": {"Contributing factor": "2"},
    }
    figures = {fig.one("span").text: fig.one("div", class_="big").text for fig in home.all("div", class_="fig")}
    sources = {source.url for entry in tiny.records.values() for source in entry.record.sources}
    assert figures == {"Failure modes": "3", "Incidents": "2", "Signatures": "6", "Sources": str(len(sources))}


def test_the_front_page_leads_to_hubs_tables_and_the_newest_incidents(sheet):
    home = sheet("")
    assert [li.one("a")["href"] for li in home.one("ul", class_="newest").all("li")] == [
        "./cases/example-lab-2024-05-name-outage/",
        "./cases/example-cloud-2023-lost-gpu/",
    ]
    sheets = [href for _, href in home.one("ul", class_="sheets").links]
    assert sheets[:4] == ["./nccl/", "./errors/nccl-results/", "./errors/nccl-settings/", "./errors/nccl-warnings/"]


@pytest.mark.parametrize("facet", FACET_LABELS)
def test_a_facet_page_lists_every_word_with_failures_and_incidents(tiny, sheet, facet):
    page = sheet(f"{facet}/")
    for word in counted(Site(tiny), facet):
        line = next(li for li in page.all("li") if (word.term.label, f"../{facet}/{word.term.id}/") in li.links)
        expected = [str(n) for n in (len(word.failures), len(word.cases)) if n] or ["0"]
        assert line.one("span", class_="n").text.split() == expected


def test_a_word_page_lists_its_records_and_its_neighbours(sheet):
    page = sheet("symptoms/job-hang/")
    assert [node.text for node in page.all("h2")] == ["2 failure modes", "1 incident"]
    assert [node.one("a")["href"] for node in page.all("h3")] == [
        "../../failures/name-not-resolved/",
        "../../failures/peer-timeout/",
        "../../cases/example-cloud-2023-lost-gpu/",
    ]
    assert _counts(page.one("aside")) == {"Name not resolved": "2", "Job ends": "1"}
    assert ("Filter these together with other words", "../../browse/?symptoms=job-hang") in page.links


def test_a_word_without_records_says_so(tiny):
    site = Site(changed(tiny, "gpu-lost", symptoms=["job-hang"]))
    found = by_path(facet_pages(site))
    assert "No record carries this word yet" in found["symptoms/job-crash/"].body
    assert "No record carries this word yet" not in found["symptoms/job-hang/"].body


def test_a_group_counts_a_record_once_however_many_of_its_words_it_carries(tiny):
    (group,) = by_group(tiny.taxonomies["symptoms"].record, counted(Site(tiny), "symptoms"))
    assert sum(word.total for word in group[2]) == 6
    assert distinct(group[2]) == 5


def test_browse_lists_all_records_and_each_check_once_without_script(tiny, sheet):
    page = sheet("browse/")
    listed = [node.one("a")["href"] for node in page.one("ul", class_="hits").all("h3")]
    assert listed == [f"../failures/{id_}/" for id_ in tiny.failures] + [
        f"../cases/{entry.id}/" for entry in tiny.cases_by_date
    ]
    commands = [code.text for code in page.one("aside", class_="checks").all("code")]
    assert commands == ["lspci -s 3b:00.0", 'getent ahosts "$MASTER_ADDR"', 'grep -L "Watchdog caught" rank-0.log']
    assert len(page.all("section", class_="fpanel")) == len(FACET_LABELS)
