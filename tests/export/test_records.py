"""The twins of each record, and the index that lists them."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from faultatlas import __version__
from faultatlas.export.api import api_files, api_index
from faultatlas.export.twins import code_span, record_json, record_markdown
from faultatlas.library import facet_words
from faultatlas.schema.case import Case
from faultatlas.schema.common import texts
from faultatlas.schema.failure import Failure
from faultatlas.schema.taxonomy import FACETS
from markdown_it import MarkdownIt

IDS = (
    "gpu-lost",
    "name-not-resolved",
    "peer-timeout",
    "example-cloud-2023-lost-gpu",
    "example-lab-2024-05-name-outage",
)
COMPUTED = {"failure": {"schema", "kind", "id", "area", "seen_in", "related_from"}, "case": {"schema", "kind", "id"}}
# Fields of the machine, which the prose twin leaves to the JSON.
ONLY_IN_JSON = {
    "formerly",
    "signatures",
    "known_bad",
    "fixed_in",
    "applies_to",
    "also_known_as",
    "relations",
    "mechanism",
    "added",
    "reviewed",
    "pure_echo",
}


@pytest.mark.parametrize("id_", IDS)
def test_the_json_twin_is_the_record_and_what_is_computed(tiny, id_):
    entry = tiny.records[id_]
    data = json.loads(json.dumps(record_json(tiny, entry)))
    assert (data["schema"], data["id"]) == ("faultatlas.record/1", id_)
    model = Failure if data["kind"] == "failure" else Case
    own = {key: value for key, value in data.items() if key not in COMPUTED[data["kind"]]}
    assert set(own) <= {info.alias or name for name, info in model.model_fields.items()}
    assert model.model_validate(own) == entry.record


def test_the_json_twin_carries_both_ends_of_a_link(tiny):
    data = record_json(tiny, tiny.failures["peer-timeout"])
    assert data["seen_in"] == ["example-cloud-2023-lost-gpu"]
    assert [(edge["from"], edge["kind"]) for edge in data["related_from"]] == [
        ("gpu-lost", "looks-like"),
        ("name-not-resolved", "causes"),
    ]
    assert data["area"] == "nccl"


@pytest.mark.parametrize("id_", IDS)
def test_the_markdown_twin_has_the_text_of_the_record(tiny, id_):
    record = tiny.records[id_].record
    markdown = record_markdown(tiny, tiny.records[id_])
    prose = [
        text
        for text in texts(record)
        if text.kind and text.kind.name in ("prose", "command") and text.loc[0] not in ONLY_IN_JSON
    ]
    missing = [text for text in prose if text.value.rstrip() not in markdown]
    assert missing == []
    for facet in FACETS:
        assert f"- {facet.replace('-', ' ')}: {', '.join(facet_words(record, facet)) or 'none'}\n" in markdown


@pytest.mark.parametrize("text", ["plain", "a `b` c", "`<b>`", "``", "ends with `", "a ``` b `` <i>"])
def test_a_code_span_holds_the_text_whatever_backticks_it_has(text):
    (inline,) = (token for token in MarkdownIt().parse(f"- {code_span(text)}; on") if token.type == "inline")
    assert [(child.type, child.content) for child in inline.children] == [("code_inline", text), ("text", "; on")]


def test_program_text_with_backticks_is_no_markup_in_the_markdown_twin(tiny):
    entry = tiny.failures["name-not-resolved"]
    line = "bash: line 1: `<b>': no such file `"
    signature = entry.record.signatures[0].model_copy(update={"match": [line]})
    voice = entry.record.layers[0].model_copy(update={"says": [line]})
    record = entry.record.model_copy(update={"signatures": [signature], "layers": [voice]})
    tokens = MarkdownIt().parse(record_markdown(tiny, replace(entry, record=record)))
    spans = [child for token in tokens for child in token.children or []]
    assert [span.content for span in spans if span.type == "code_inline"].count(line) == 2
    assert "html_inline" not in {span.type for span in spans}


@pytest.mark.parametrize("id_", IDS)
def test_every_footnote_of_the_markdown_twin_is_defined_once(tiny, id_):
    markdown = record_markdown(tiny, tiny.records[id_])
    defined = re.findall(r"^\[\^([a-z0-9-]+)\]: .+, <https://\S+> \(\S.*, read .+\)$", markdown, re.M)
    assert defined == [source.id for source in tiny.records[id_].record.sources]
    assert set(re.findall(r"\[\^([a-z0-9-]+)\](?!:)", markdown)) == set(defined)


def test_the_markdown_twin_of_a_failure_has_its_sections_in_order(tiny):
    headings = re.findall(r"^## (.+)$", record_markdown(tiny, tiny.failures["name-not-resolved"]), re.M)
    assert headings == [
        "Look for", "Confirm", "What each layer says", "You see, it means", "Mechanism", "Fix now", "Fix for good",
        "Verify", "Do not", "Escalate", "Related", "Seen in", "Sources",
    ]  # fmt: skip


def test_the_markdown_twin_of_a_case_has_its_sections_in_order(tiny):
    headings = re.findall(r"^## (.+)$", record_markdown(tiny, tiny.cases["example-lab-2024-05-name-outage"]), re.M)
    assert headings == [
        "Failure modes", "What was seen", "As published", "Trigger and detection", "Timeline", "Remediation", "Lessons",
        "Sources",
    ]  # fmt: skip


def test_the_index_lists_every_record_with_its_addresses(tiny):
    index = json.loads(json.dumps(api_index(tiny)))
    assert (index["schema"], index["version"]) == ("faultatlas.index/1", __version__)
    assert [line["id"] for line in index["failures"]] == list(tiny.failures)
    assert [line["id"] for line in index["cases"]] == list(tiny.cases)
    assert index["failures"][0] == {
        "id": "gpu-lost",
        "title": "GPU no longer answers on PCIe",
        "page": "failures/gpu-lost/",
        "json": "failures/gpu-lost.json",
        "markdown": "failures/gpu-lost.md",
        "root_causes": ["degraded-hardware"],
        "components": ["gpu"],
        "symptoms": ["job-crash"],
        "contributing_factors": [],
        "added": "2026-12-01",
        "reviewed": "2026-12-01",
    }


def test_the_index_remembers_former_and_withdrawn_ids(tiny):
    index = api_index(tiny)
    assert index["redirects"] == {
        "example-lab-2024-dns": "example-lab-2024-05-name-outage",
        "name-unresolved": "name-not-resolved",
        "nccl-stuck": "nccl-hang",
    }
    assert [(line["id"], line["superseded_by"]) for line in index["withdrawn"]] == [("nccl-hang", ["peer-timeout"])]


def test_every_address_of_the_index_is_a_file_of_the_api(tiny):
    files = api_files(tiny)
    index = files["api/v1/index.json"]
    named = [line["json"] for line in (*index["failures"], *index["cases"])]
    assert {*named, *index["hubs"].values(), *index["errors"].values(), "api/v1/index.json"} == set(files)
    assert files["api/v1/hubs/nccl.json"]["rows"][0]["id"] == "peer-closed"
    assert files["api/v1/errors/nccl-results.json"]["entries"][0]["code"] == 2
