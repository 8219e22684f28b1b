"""The page of an incident: facets, the modes it shows, its siblings, and where to report an error."""

from __future__ import annotations

import pytest
from faultatlas.pages.case import MAX_SIBLINGS

from tests.pages.conftest import PUBLISHED, changed, record_page, section

CLOUD, LAB = "example-cloud-2023-lost-gpu", "example-lab-2024-05-name-outage"


def test_the_modes_it_shows_are_linked_with_the_mechanism_it_names(sheet):
    modes = section(sheet(f"cases/{LAB}/"), "modes")
    assert modes.links == [
        ("Rendezvous name does not resolve", "../../failures/name-not-resolved/"),
        ("The name server is overloaded", "../../failures/name-not-resolved/#m-server-overloaded"),
    ]


def test_a_case_that_fits_no_mode_says_so(tiny):
    page = record_page(changed(tiny, CLOUD, failures=[]), CLOUD)
    assert section(page, "modes").links == [("Degraded hardware", "../../root-causes/degraded-hardware/")]
    assert "No failure mode of this atlas fits" in page.one("aside", class_="hurry").text


def test_facets_are_links(sheet):
    assert sheet(f"cases/{LAB}/").one("div", class_="facets").links == [
        ("name-resolution", "../../root-causes/name-resolution/"),
        ("dns", "../../components/dns/"),
        ("dns-failure", "../../symptoms/dns-failure/"),
        ("no-retry", "../../contributing-factors/no-retry/"),
    ]


@pytest.mark.parametrize(
    ("id_", "basis", "told"),
    [(CLOUD, "inferred here", "no: told by others"), (LAB, "stated by the source", "yes: told by the organisation")],
)
def test_who_says_so_is_shown(sheet, id_, basis, told):
    head = sheet(f"cases/{id_}/").one("dl", class_="tblock")
    assert basis in head.text and told in head.text


def test_what_is_not_stated_is_said(sheet):
    course = section(sheet(f"cases/{CLOUD}/"), "course")
    assert [part.one("p").text for part in course.all("div", class_="qa")] == ["not-stated"] * 3
    assert not sheet(f"cases/{CLOUD}/").all("section", id="timeline")


def test_a_case_alone_with_its_cause_has_no_siblings(sheet):
    assert not sheet(f"cases/{CLOUD}/").all("section", id="siblings")


def test_other_cases_of_the_same_root_cause_follow_newest_first(tiny):
    library = tiny
    for number in range(MAX_SIBLINGS + 2):
        library = changed(library, CLOUD, f"example-cloud-2024-{number}", date=f"2024-{number + 1:02}")
    siblings = section(record_page(library, CLOUD), "siblings")
    rows = [row.all("td")[1].one("a")["href"] for row in siblings.all("tr")[1:]]
    assert rows == [f"../../cases/example-cloud-2024-{number}/" for number in range(MAX_SIBLINGS + 1, 1, -1)]
    assert ("2 more", "../../root-causes/degraded-hardware/") in siblings.links
    assert LAB not in str(siblings.links)


def test_an_error_is_reported_where_the_repository_is_known(tiny, sheet):
    known = record_page(tiny, LAB, PUBLISHED)
    assert (
        "Report an error",
        f"https://forge.example.org/atlas/issues/new?title=Correction%3A+{LAB}",
    ) in section(known, "sources").links
    assert ("Contribute", "../../contribute/") in section(sheet(f"cases/{LAB}/"), "sources").links


def test_a_removed_record_leaves_its_reason_and_what_replaces_it(sheet):
    page = sheet("failures/nccl-hang/")
    assert "It said the same as a better record." in page.text
    assert page.links == [("peer-timeout", "../../failures/peer-timeout/")]
