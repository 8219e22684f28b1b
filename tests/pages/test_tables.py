"""The hub, the error tables and the reference: rows with their anchors, and all that stands in them."""

from __future__ import annotations

import pytest
from faultatlas.checks import RULES, check
from faultatlas.pages.hub import versions
from faultatlas.pages.markup import plain
from faultatlas.pages.reference import RECORDS, fields
from faultatlas.schema.common import texts
from faultatlas.schema.hub import Seen

from tests.pages.conftest import spoken

NOT_IN_WORDS = {"id", "group", "hub", "vocabulary", "kind", "role", "use", "added", "url", "family", "printed_by"}
TABLES = {
    "nccl/": "nccl",
    "errors/nccl-results/": "nccl-results",
    "errors/nccl-settings/": "nccl-settings",
    "errors/nccl-warnings/": "nccl-warnings",
}


@pytest.mark.parametrize("path", TABLES)
def test_every_text_of_a_table_is_on_its_page(tiny, sheet, path):
    record = {**tiny.hubs, **tiny.vocabularies}[TABLES[path]].record
    words = spoken(sheet(path))
    missing = [
        text
        for text in texts(record)
        if text.loc[-1] not in NOT_IN_WORDS
        and text.loc[0] != "facts"
        and (text.loc[:1], text.loc[-2:-1]) != (("rows",), ("settings",))
        and " ".join(plain(text.value).split()) not in words
    ]
    assert missing == []


@pytest.mark.parametrize("path", TABLES)
def test_every_row_has_its_anchor_and_its_number_of_the_table(tiny, sheet, path):
    record = {**tiny.hubs, **tiny.vocabularies}[TABLES[path]].record
    rows = record.rows if path == "nccl/" else record.entries
    anchors = [node["id"] for node in sheet(path).all("tr") if node["id"]]
    assert [id_ for id_ in anchors if id_ in {row.id for row in rows}] == [row.id for row in rows]


def test_a_hub_row_leads_to_its_neighbour_failure_codes_and_settings(sheet):
    page = sheet("nccl/")
    row = page.one("tr", id="peer-closed")
    links = set(row.links)
    assert {
        ("peer-closed", "#peer-closed"),
        ("system-call", "#system-call"),
        ("peer-timeout", "../failures/peer-timeout/"),
        ("NCCL_DEBUG", "../errors/nccl-settings/#nccl-debug"),
    } <= links
    assert (row["data-role"], row["data-result"]) == ("collateral", "6")
    assert "no record of its own yet" in page.one("tr", id="system-call").text


def test_hub_rows_stand_in_their_bands_with_counts(sheet):
    assert [band.text for band in sheet("nccl/").all("tr", class_="band")] == ["ANetwork1 row", "BOne node1 row"]


@pytest.mark.parametrize(
    ("since", "until", "tag"),
    [("2.27", None, "2.27+"), ("2.20", "2.23", "2.20 to 2.23"), (None, "2.15", "to 2.15"), (None, None, "")],
)
def test_the_tag_of_versions(since, until, tag):
    assert versions(Seen(text="x", since=since, until=until)) == tag


def test_tables_lead_back_to_the_hub_and_to_failures(sheet):
    codes, settings, warnings = (sheet(path) for path in list(TABLES)[1:])
    assert ("peer-closed", "../../nccl/#peer-closed") in codes.one("tr", id="remote-error").links
    assert ("gpu-lost", "../../failures/gpu-lost/") in codes.one("tr", id="system-error").links
    assert ("peer-closed", "../../nccl/#peer-closed") in settings.one("tr", id="nccl-debug").links
    assert ("peer-timeout", "../../failures/peer-timeout/") in warnings.one("tr", id="closed-by-peer").links
    assert "debug only" in settings.text and "NCCL" in warnings.one("tr", id="closed-by-peer").all("td")[1].text


def test_the_index_of_tables_counts_rows(tiny, sheet):
    lines = {li.one("a")["href"]: li.one("span", class_="n").text for li in sheet("errors/").all("li")}
    assert lines == {
        "../nccl/": "2 rows",
        "../errors/nccl-results/": "2 codes",
        "../errors/nccl-settings/": "1 setting",
        "../errors/nccl-warnings/": "1 message",
    }


def _names(lines):
    return [name for line in lines for name in (line.name, *_names(line.inside))]


def test_every_field_is_explained_and_says_whether_it_must_be_there(sheet):
    page = sheet("contribute/fields/")
    for id_, _, model in RECORDS:
        rows = page.one("section", id=id_).all("tr")[1:]
        assert [row.all("code")[0].text for row in rows] == _names(fields(model))
        assert all(
            row.all("td")[1].text in ("required", "optional") and row.all("td")[2].text not in ("", "None")
            for row in rows
        )


def test_a_closed_choice_lists_its_words(sheet):
    row = next(
        row
        for row in sheet("contribute/fields/").one("section", id="failure").all("tr")
        if row.all("code") and row.all("code")[0].text == "severity"
    )
    assert [code.text for code in row.all("code")[1:]] == ["job-fatal", "job-hang", "degraded", "silent", "notice"]


def test_every_rule_is_an_anchor(tiny, sheet):
    check(tiny)
    assert [node["id"] for node in sheet("contribute/rules/").one("dl").all("div")] == ["schema", *RULES]


def test_the_search_page_offers_the_facets_without_script(sheet):
    assert [href for _, href in sheet("search/").one("noscript").links] == [
        "../root-causes/", "../components/", "../symptoms/", "../contributing-factors/",
    ]  # fmt: skip
