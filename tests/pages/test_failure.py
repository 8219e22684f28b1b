"""The page of a failure mode: facets, incidents, relations in both directions, look-alikes, prose."""

from __future__ import annotations

import pytest
from faultatlas.pages.failure import Couplet, couplets
from faultatlas.schema.failure import Relation, TellApart

from tests.pages.conftest import changed, record_page, section


def _facets(page):
    """Facet label to its words, each with where it leads and its count."""
    found = {}
    for facet in page.one("div", class_="facets").all("div", class_="facet"):
        words = [
            (li.one("a").text, li.one("a")["href"], li.one("span", class_="n").text)
            for li in facet.all("li")
            if li.all("a")
        ]
        found[facet.one("span", class_="label").text] = words
    return found


def test_facets_lead_to_the_pages_of_their_words_with_counts(sheet):
    assert _facets(sheet("failures/name-not-resolved/")) == {
        "Root cause": [("name-resolution", "../../root-causes/name-resolution/", "2")],
        "Component": [("dns", "../../components/dns/", "2")],
        "Symptom": [("dns-failure", "../../symptoms/dns-failure/", "2"), ("job-hang", "../../symptoms/job-hang/", "3")],
        "Factor": [("no-retry", "../../contributing-factors/no-retry/", "2")],
    }


def test_a_pure_echo_says_so_instead_of_a_root_cause(sheet):
    page = sheet("failures/peer-timeout/")
    assert _facets(page)["Root cause"] == []
    assert "none: a pure echo" in page.one("div", class_="facets").text
    assert "not the rank that prints it" in page.one("dl", class_="tblock").text


def test_the_head_says_whom_the_first_messages_accuse(sheet):
    assert "one GPU or NIC" in sheet("failures/gpu-lost/").one("dl", class_="tblock").text
    assert "one host" in sheet("failures/name-not-resolved/").one("dl", class_="tblock").text


def test_seen_in_lists_the_cases_newest_first_and_never_typed(sheet):
    rows = section(sheet("failures/gpu-lost/"), "seen").all("tr")[1:]
    assert [row.all("td")[0].text for row in rows] == ["2023"]
    assert ("One lost GPU stops a run for a night", "../../cases/example-cloud-2023-lost-gpu/") in rows[0].links
    assert ("degraded-hardware", "../../root-causes/degraded-hardware/") in rows[0].links


def test_seen_in_orders_and_draws_a_scale(tiny):
    library = changed(tiny, "example-cloud-2023-lost-gpu", "example-lab-2024-lost-gpu", date="2024-05-03/2024-06")
    page = record_page(library, "gpu-lost")
    assert [row.all("td")[0].text for row in section(page, "seen").all("tr")[1:]] == ["2024-05-03 to 2024-06", "2023"]
    places = [
        float(mark["style"].removeprefix("left:").removesuffix("%")) for mark in page.one("div", class_="axis").all("a")
    ]
    assert places == sorted(places) and all(0 <= place <= 100 for place in places)


def test_a_failure_without_incident_says_so(tiny):
    page = record_page(changed(tiny, "example-lab-2024-05-name-outage", failures=[]), "name-not-resolved")
    assert not page.all("section", id="seen")
    assert "no incident in this atlas yet" in page.one("dl", class_="tblock").text


def test_a_mechanism_names_the_incidents_that_showed_it(sheet):
    page = sheet("failures/name-not-resolved/")
    assert page.one("li", id="m-server-overloaded").one("div", class_="seen").links == [
        ("Example Lab 2024", "../../cases/example-lab-2024-05-name-outage/")
    ]
    assert not page.one("li", id="m-name-missing").all("div", class_="seen")


def test_an_observation_leads_to_its_cause_or_to_another_record(sheet):
    first, second = section(sheet("failures/name-not-resolved/"), "symptoms").all("tr")[1:]
    assert ("A", "#m-server-overloaded") in first.links
    assert ("peer-timeout", "../../failures/peer-timeout/") in second.all("td")[2].links


def _neighbours(page):
    return [
        (li.all("span")[0].text, li.one("a", class_="rec").text)
        for li in section(page, "near").one("ul", class_="nlist").all("li")
    ]


@pytest.mark.parametrize(
    ("id_", "expected"),
    [
        ("name-not-resolved", [("causes", "peer-timeout")]),
        ("gpu-lost", [("looks like", "peer-timeout"), ("often with", "peer-timeout")]),
        ("peer-timeout", [("looks like", "gpu-lost"), ("caused by", "name-not-resolved"), ("often with", "gpu-lost")]),
    ],
)
def test_relations_show_at_both_ends_with_the_right_word(sheet, id_, expected):
    page = sheet(f"failures/{id_}/")
    assert _neighbours(page) == expected
    drawn = {
        node.text for node in section(page, "near").all("text", class_="mono") if "me" not in node["class"].split()
    }
    assert drawn == {there for _, there in expected}


def test_the_general_case_covers_its_special_case(tiny):
    special = Relation(kind="special-case-of", to="gpu-lost", because="A riser is a part of the slot.")
    library = changed(tiny, "name-not-resolved", relations=[special])
    assert _neighbours(record_page(library, "name-not-resolved")) == [("special case of", "gpu-lost")]
    assert ("covers", "name-not-resolved") in _neighbours(record_page(library, "gpu-lost"))


def _outcomes(page):
    return [(dd.all("span")[0].text, dd.children[-1].text) for dd in section(page, "alike").all("dd")]


def test_look_alikes_are_told_apart_from_either_side(sheet):
    here = sheet("failures/gpu-lost/")
    assert section(here, "alike").one("p", class_="test").text == "1read the kernel log"
    assert _outcomes(here) == [("it names a PCI address", "this sheet"), ("it is silent", "peer-timeout")]
    assert _outcomes(sheet("failures/peer-timeout/")) == [
        ("it is silent", "this sheet"),
        ("it names a PCI address", "gpu-lost"),
    ]


def test_look_alikes_with_one_test_share_its_question(tiny):
    apart = TellApart(do="read the kernel log", here="it names a PCI address", there="it names a switch")
    other = Relation(kind="looks-like", to="name-not-resolved", because="Both stop.", tell_apart=apart)
    relations = [*tiny.failures["gpu-lost"].record.relations, other]
    assert couplets(changed(tiny, "gpu-lost", relations=relations).edges["gpu-lost"]) == [
        Couplet(
            "read the kernel log",
            [
                ("it names a PCI address", None),
                ("it is silent", "peer-timeout"),
                ("it names a switch", "name-not-resolved"),
            ],
        )
    ]


def test_the_error_tables_that_name_the_failure_are_linked(sheet):
    links = [href for _, href in section(sheet("failures/peer-timeout/"), "near").one("ul", class_="plain").links]
    assert links == ["../../nccl/#peer-closed", "../../errors/nccl-warnings/#closed-by-peer"]
    assert "../../errors/nccl-results/#system-error" in {href for _, href in sheet("failures/gpu-lost/").links}


def test_each_sign_has_words():
    from typing import get_args

    from faultatlas.pages.failure import SIGN_WORDS
    from faultatlas.schema.failure import SignName

    assert list(SIGN_WORDS) == list(get_args(SignName))
