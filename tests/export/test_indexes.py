"""What the scripts of the pages read: the columns of browse, and the names and patterns of the look-up."""

from __future__ import annotations

import re
from collections import Counter

from faultatlas.export.browse_index import browse_index
from faultatlas.export.checks_index import checks_index
from faultatlas.export.lookup import lookup_index
from faultatlas.export.redirects import FOLDERS, redirects
from faultatlas.pages.roles import line_role
from faultatlas.schema.taxonomy import FACETS

from tests.page_tree import parse
from tests.pages.conftest import changed

COLUMNS = ("id", "title", "when", "summary", "who", "seen")


def test_columns_have_one_entry_for_each_record(tiny):
    index = browse_index(tiny)
    count = len(tiny.records)
    assert {name: len(index[name]) for name in COLUMNS} == dict.fromkeys(COLUMNS, count)
    assert {facet: len(index["words"][facet]) for facet in FACETS} == dict.fromkeys(FACETS, count)
    assert index["kind"] == [0] * len(tiny.failures) + [1] * len(tiny.cases)
    assert index["id"] == [*tiny.failures, *(case.id for case in tiny.cases_by_date)]


def test_a_row_across_the_columns(tiny):
    index = browse_index(tiny)
    row = {name: index[name][index["id"].index("name-not-resolved")] for name in COLUMNS}
    assert row == {
        "id": "name-not-resolved",
        "title": "Rendezvous name does not resolve",
        "when": "job-fatal",
        "summary": "A rank cannot turn the rendezvous name into an address, so the job never starts.",
        "who": "",
        "seen": 1,
    }
    case = index["id"].index("example-lab-2024-05-name-outage")
    assert (index["when"][case], index["who"][case], index["seen"][case]) == ("2024-05-03", "Example Lab", 0)


def test_words_number_into_their_facet_and_count_like_the_facet_pages(tiny):
    index = browse_index(tiny)
    for facet in FACETS:
        names = [term[0] for term in index["facets"][facet]]
        counted = Counter(names[number] for row in index["words"][facet] for number in row)
        assert counted == {word: len(entries) for word, entries in tiny.by_term[facet].items()}


def test_groups_and_aliases_come_along(tiny):
    index = browse_index(tiny)
    assert index["groups"]["root-causes"] == [["hardware", "Hardware"], ["network", "Network"]]
    assert index["facets"]["root-causes"][0] == ["degraded-hardware", "Degraded hardware", "hardware", ["bad card"]]


def test_only_read_only_commands_are_gathered_each_with_who_asks_for_it(tiny):
    index = checks_index(tiny)
    failures = list(tiny.failures)
    assert [(check["run"], [failures[reading[0]] for reading in check["readings"]]) for check in index["checks"]] == [
        ("lspci -s 3b:00.0", ["gpu-lost"]),
        ('getent ahosts "$MASTER_ADDR"', ["name-not-resolved"]),
        ('grep -L "Watchdog caught" rank-0.log', ["peer-timeout"]),
    ]
    assert index["checks"][1]["needs"] == ["gpu-node-shell"]
    assert index["checks"][1]["readings"][0][1:] == [
        "Resolve the name on a failing and on a healthy node",
        "no output",
        "an address at once: not this failure",
    ]


def test_a_command_of_two_failures_is_one_check(tiny):
    library = changed(
        tiny,
        "gpu-lost",
        confirm=[*tiny.failures["gpu-lost"].record.confirm, *tiny.failures["peer-timeout"].record.confirm],
    )
    assert [len(check["readings"]) for check in checks_index(library)["checks"]] == [1, 2, 1]


def test_an_incident_shows_failures_by_their_number_in_the_browse_index(tiny):
    columns, shown = browse_index(tiny), checks_index(tiny)["shown"]
    cases = [id_ for id_, kind in zip(columns["id"], columns["kind"], strict=True) if kind]
    assert {case: [columns["id"][n] for n in numbers] for case, numbers in zip(cases, shown, strict=True)} == {
        "example-lab-2024-05-name-outage": ["name-not-resolved"],
        "example-cloud-2023-lost-gpu": ["gpu-lost", "peer-timeout"],
    }


def _leads(index, kind):
    """Name or template to the path it leads to."""
    return {line[0]: index["targets"][line[1]][0] for line in index[kind]}


def test_names_lead_to_records_rows_and_tables(tiny):
    names = _leads(lookup_index(tiny), "names")
    assert {
        "gpu-lost": "failures/gpu-lost/",
        "name-unresolved": "failures/name-not-resolved/",
        "EAI_AGAIN storm": "failures/name-not-resolved/",
        "example-lab-2024-dns": "cases/example-lab-2024-05-name-outage/",
        "ncclSystemError": "errors/nccl-results/#system-error",
        "NCCL_DEBUG": "errors/nccl-settings/#nccl-debug",
        "peer-closed": "nccl/#peer-closed",
    }.items() <= names.items()


def test_patterns_are_written_for_the_browser_and_still_match_their_examples(tiny):
    index = lookup_index(tiny)
    assert len(index["patterns"]) == sum(len(entry.record.signatures) for entry in tiny.failures.values())
    patterns = iter(index["patterns"])
    for id_, entry in tiny.failures.items():
        for signature in entry.record.signatures:
            pattern, ignore_case, role, specificity, target = next(patterns)
            assert "(?P" not in pattern
            assert (ignore_case, role, specificity) == (
                int(signature.ignore_case),
                line_role(entry.record, signature),
                signature.specificity,
            )
            assert index["targets"][target][:3] == [f"failures/{id_}/", entry.record.title, "failure"]
            assert re.search(pattern.replace("(?<", "(?P<"), signature.match[0], re.I if ignore_case else 0)


def test_templates_are_the_printed_texts_of_tables_and_not_behaviour(tiny):
    templates = _leads(lookup_index(tiny), "templates")
    assert templates["peer … has closed the connection"] == "nccl/#peer-closed"
    assert templates["NET/Socket : peer … has closed the connection"] == "errors/nccl-warnings/#closed-by-peer"
    assert "every rank but one is silent" not in templates


def test_a_former_address_leads_on_and_keeps_its_folder(tiny):
    pages = redirects(tiny)
    former = [
        "failures/name-unresolved/index.html",
        "cases/example-lab-2024-dns/index.html",
        "failures/nccl-stuck/index.html",
    ]
    assert list(pages) == [*FOLDERS, *former]
    page = parse(pages["failures/name-unresolved/index.html"])
    assert page.links == [("name-not-resolved", "../../failures/name-not-resolved/")]
    assert page.one("meta", **{"http-equiv": "refresh"})["content"] == "0; url=../../failures/name-not-resolved/"
    assert page.one("meta", name="robots")["content"] == "noindex"
    assert "../../failures/nccl-hang/" in pages["failures/nccl-stuck/index.html"]


def test_a_former_id_that_is_in_use_again_is_not_overwritten(tiny):
    assert "failures/gpu-lost/index.html" not in redirects(changed(tiny, "peer-timeout", formerly=["gpu-lost"]))
