"""No field without a reader: what a record says stands on its page, in the words of the record."""

from __future__ import annotations

import re

import pytest
from faultatlas.pages.markup import plain
from faultatlas.pages.roles import line_role
from faultatlas.schema.common import Text, texts

from tests.pages.conftest import spoken

# Read by the matcher, the checks, the look-up or the picture, not by the reader of the page.
NOT_IN_WORDS = (
    r"formerly/\d+",
    r"signatures/\d+/(id|pattern|locus|onset/.*|overlaps/.*|no_match/\d+|match/[1-9]\d*)",
    r"mechanism/\d+/id",
    r"observations/\d+/cause/\d+",
    r"relations/\d+/(kind|scope|lag)",
    r"sources/\d+/id",
    r".*/url",
    r"failures/\d+",
    r"cause_basis|first_hand",
)
AS_READ = {
    "rank-silent-peers-wait": "a few ranks are silent while the others wait",
    "initiating": "layer at fault",
    "collateral": "echo",
    "witness": "names the cause",
    "read-only": "read-only",
    "live-safe": "safe on a live job",
    "may-disrupt": "may disrupt",
    "not-verified": "not verified",
}
ROLE_WORDS = {
    "initiating": "it starts here",
    "may-initiate": "may start here",
    "witness": "names the cause",
    "collateral": "echo",
    "recovery": "sign of recovery",
    "progress": "sign of progress",
    "context": "context",
}
IDS = (
    "failures/name-not-resolved/",
    "failures/gpu-lost/",
    "failures/peer-timeout/",
    "cases/example-lab-2024-05-name-outage/",
    "cases/example-cloud-2023-lost-gpu/",
)


def _place(text: Text) -> str:
    return "/".join(str(part) for part in text.loc)


def _as_read(tiny, record, text: Text) -> str:
    if text.kind and text.kind.vocabulary in ("layers", "programs"):
        return tiny.label(text.kind.vocabulary, text.value)
    if text.loc[0] == "signatures" and text.loc[-1] == "role":
        return ROLE_WORDS[line_role(record, record.signatures[text.loc[1]])]
    if text.loc[-1] in ("role", "safety", "read", "sign"):
        return AS_READ.get(text.value, text.value)
    words = plain(text.value) if text.kind and text.kind.name == "prose" else text.value
    return " ".join(words.split())


@pytest.mark.parametrize("path", IDS)
def test_every_text_of_the_record_is_on_its_page(tiny, sheet, path):
    record = tiny.records[path.split("/")[1]].record
    page = spoken(sheet(path)).lower()
    missing = [
        (_place(text), text.value)
        for text in texts(record)
        if not any(re.fullmatch(pattern, _place(text)) for pattern in NOT_IN_WORDS)
        and _as_read(tiny, record, text).lower() not in page
    ]
    assert missing == []


@pytest.mark.parametrize("path", IDS)
def test_every_source_is_linked_from_its_number(tiny, sheet, path):
    page, record = sheet(path), tiny.records[path.split("/")[1]].record
    for number, source in enumerate(record.sources, 1):
        line = page.one("li", id=f"s{number}")
        assert (source.title, source.url) in line.links
    cited = {href for mark in page.all("sup") for _, href in mark.links}
    assert cited == {f"#s{number}" for number in range(1, len(record.sources) + 1)}


def test_every_statement_that_prints_a_signature_is_linked(tiny, sheet):
    for id_, entry in tiny.failures.items():
        targets = {href for _, href in sheet(f"failures/{id_}/").links}
        assert {printed.url for signature in entry.record.signatures for printed in signature.prints} <= targets


def test_a_citation_carries_the_number_of_its_source(sheet):
    lead = sheet("failures/name-not-resolved/").one("p", class_="lead")
    assert [mark.text for mark in lead.all("sup")] == ["1", "2"]


@pytest.mark.parametrize("path", IDS)
def test_the_rail_lists_the_sections_in_order(sheet, path):
    page = sheet(path)
    rail = [(text, href) for text, href in page.one("nav", class_="rail").one("ol").links]
    headings = [(node.one("h2").text, f"#{node['id']}") for node in page.all("section", class_="sec")]
    assert rail == headings
    assert [heading[0] for heading, _ in headings] == [str(number) for number in range(1, len(headings) + 1)]


@pytest.mark.parametrize("path", IDS)
def test_a_record_page_offers_its_twins_and_how_to_cite_it(tiny, sheet, published, path):
    id_ = path.split("/")[1]
    tools = dict(sheet(path).one("div", class_="tools").links)
    assert tools == {
        "Copy link": "#",
        "Cite": "#cite",
        ".md": f"../../{path[:-1]}.md",
        ".json": f"../../{path[:-1]}.json",
    }
    assert sheet(path).all(id="cite")
    assert published[path].twins == {".md": f"{path[:-1]}.md", ".json": f"{path[:-1]}.json"}
    assert f"https://atlas.example.org/{path}" in published[path].body
    assert f"https://forge.example.org/atlas/edit/main/{tiny.records[id_].file.shown}" in published[path].body
