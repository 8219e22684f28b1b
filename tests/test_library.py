"""Loading: what is computed from the records, ids that moved, and several roots as one library."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from faultatlas.checks import check
from faultatlas.library import FACET_FIELDS, load
from faultatlas.schema.case import Case
from faultatlas.schema.common import Tombstone
from faultatlas.schema.errors import CodeVocabulary, MessageVocabulary, SettingVocabulary
from faultatlas.schema.failure import Failure
from faultatlas.schema.hub import Hub
from faultatlas.schema.taxonomy import Commands, Taxonomy
from faultatlas.validation import model_in
from pydantic import BaseModel

from tests.conftest import FIXTURE, make_root

MODELS = (Failure, Case, Tombstone, Taxonomy, Commands, CodeVocabulary, SettingVocabulary, MessageVocabulary, Hub)


def fields_of(model: type[BaseModel]) -> set[tuple[str, str]]:
    """All fields of a model and of the models within it, as (model, key)."""
    found = set()
    for name, info in model.model_fields.items():
        found.add((model.__name__, info.alias or name))
        if inner := model_in(info.annotation):
            found |= fields_of(inner)
    return found


def fields_used(value: object, model: type[BaseModel]) -> set[tuple[str, str]]:
    """The fields that the data of a file uses."""
    if isinstance(value, list):
        return {item for entry in value for item in fields_used(entry, model)}
    if not isinstance(value, dict):
        return set()
    used = set()
    for name, info in model.model_fields.items():
        key = info.alias or name
        if key in value:
            used.add((model.__name__, key))
            if inner := model_in(info.annotation):
                used |= fields_used(value[key], inner)
    return used


def test_the_fixture_library_uses_every_field(tiny):
    used = {item for entry in tiny.entries for item in fields_used(entry.file.data, type(entry.record))}
    assert {item for model in MODELS for item in fields_of(model)} - used == set()


def test_records_are_in_order_of_id(tiny):
    assert list(tiny.failures) == ["gpu-lost", "name-not-resolved", "peer-timeout"]
    assert list(tiny.records)[3:] == ["example-cloud-2023-lost-gpu", "example-lab-2024-05-name-outage"]


def test_cases_point_at_failures_and_failures_see_them(tiny):
    assert [case.id for case in tiny.cases_by_failure["gpu-lost"]] == ["example-cloud-2023-lost-gpu"]
    seen = tiny.cases_by_mechanism["name-not-resolved", "server-overloaded"]
    assert [case.id for case in seen] == ["example-lab-2024-05-name-outage"]


def test_cases_stand_newest_first(tiny):
    assert [case.record.date for case in tiny.cases_by_date] == ["2024-05-03", "2023"]


def test_a_relation_is_seen_from_both_ends(tiny):
    seen = {id_: [(edge.label, edge.there, edge.inverse) for edge in edges] for id_, edges in tiny.edges.items()}
    assert seen["name-not-resolved"] == [("causes", "peer-timeout", False)]
    assert ("caused by", "name-not-resolved", True) in seen["peer-timeout"]
    assert ("looks like", "gpu-lost", True) in seen["peer-timeout"]
    assert ("often with", "peer-timeout", True) in seen["gpu-lost"]


def test_terms_know_their_records(tiny):
    assert [entry.id for entry in tiny.by_term["root-causes"]["degraded-hardware"]] == [
        "gpu-lost",
        "example-cloud-2023-lost-gpu",
    ]
    assert set(tiny.by_term) == set(FACET_FIELDS)


def test_rows_and_codes_lead_to_failures_and_back(tiny):
    assert [(hub, row.id) for hub, row in tiny.rows_by_failure["peer-timeout"]] == [("nccl", "peer-closed")]
    assert [(name, item.id) for name, item in tiny.codes_by_failure["gpu-lost"]] == [("nccl-results", "system-error")]


def test_former_ids_lead_to_their_record(tiny):
    assert {old: entry.id for old, entry in tiny.redirects.items()} == {
        "name-unresolved": "name-not-resolved",
        "nccl-stuck": "nccl-hang",
        "example-lab-2024-dns": "example-lab-2024-05-name-outage",
    }
    assert "nccl-hang" in tiny.tombstones and "nccl-hang" not in tiny.records
    assert {"gpu-lost", "nccl-hang", "nccl-stuck"} <= tiny.ids_ever()


def test_labels_fall_back_to_the_word(tiny):
    assert tiny.label("components", "gpu") == "GPU"
    assert tiny.label("components", "unheard-of") == "unheard-of"


def test_texts_say_where_they_stand_and_of_what_kind(tiny):
    texts = {text.loc: text for text in tiny.failures["name-not-resolved"].texts}
    assert texts["signatures", 0, "from"].kind.vocabulary == "programs"
    assert texts["fix", "now", 0, "run"].kind.name == "command"
    assert texts["mechanism", 0, "cause"].kind is None
    assert ("signatures", 0, "captures") not in texts


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """A private root: one record more, one word more, nothing else."""
    private = tmp_path / "private"
    record = (FIXTURE / "kb/gpu/gpu-lost.yaml").read_text("utf-8")
    for old, new in (
        ("title: GPU no longer answers on PCIe", "title: Our rack loses power"),
        ("[gpu]", "[rack]"),
        ("79", "99"),
    ):
        record = record.replace(old, new)
    (private / "kb/power").mkdir(parents=True)
    (private / "kb/power/rack-without-power.yaml").write_text(record)
    (private / "taxonomy").mkdir()
    words = "facet: components\nlabel: Component\nmeans: Ours.\nterms:\n  - {id: rack, label: Rack, means: A rack.}\n"
    (private / "taxonomy/components.yaml").write_text(words)
    return private


def test_an_overlay_adds_records_and_words(overlay: Path):
    library = load([FIXTURE, overlay], overlay)
    assert library.problems == []
    assert {"gpu-lost", "rack-without-power"} <= set(library.failures)
    assert list(library.terms["components"]) == ["dns", "gpu", "nccl", "rack"]
    assert library.failures["rack-without-power"].file.shown == "kb/power/rack-without-power.yaml"
    assert library.failures["gpu-lost"].file.shown == (FIXTURE / "kb/gpu/gpu-lost.yaml").as_posix()


def test_an_overlay_may_not_take_an_id(overlay: Path):
    (overlay / "kb/power/rack-without-power.yaml").rename(overlay / "kb/power/gpu-lost.yaml")
    problems = [str(problem) for problem in load([FIXTURE, overlay]).problems]
    assert problems == [
        'kb/power/gpu-lost.yaml:2:1: the id "gpu-lost" is taken by kb/gpu/gpu-lost.yaml; rename this file [file-name]'
    ]


def test_a_folder_without_records(tmp_path: Path):
    problems = [str(problem) for problem in load([tmp_path]).problems]
    hint = "name a record root that has kb/, cases/, taxonomy/"
    assert problems == [
        f"{name}:1:1: the folder {name}/ with records is not here; {hint} [file-name]"
        for name in ("kb", "cases", "taxonomy")
    ]


def test_one_broken_file_does_not_hide_the_others(tmp_path: Path):
    root = make_root(tmp_path, {"kb/gpu/broken.yaml": "title: [", "kb/gpu/other.yaml": "titel: x\n"})
    library = load([root])
    assert len(library.failures) == 3
    assert {problem.path for problem in library.problems} == {"kb/gpu/broken.yaml", "kb/gpu/other.yaml"}
    assert library.is_unreadable("broken") and not library.is_unreadable("gpu-lost")


def test_the_nearest_word_is_suggested(tiny):
    assert tiny.nearest("gpu-lots", tiny.failures) == 'did you mean "gpu-lost"?'
    assert tiny.nearest("something-else", tiny.failures, "look there") == "look there"


@pytest.mark.parametrize(
    ("content", "place"),
    [(b"gpu-lost\n\xff\n", "2:1"), ("gpu-lost\n".encode("utf-16"), "1:1"), ("gpu-lost\n".encode("utf-16-le"), "1:2")],
)
def test_a_list_of_ids_that_is_no_text(content: bytes, place: str, tmp_path: Path):
    root = make_root(tmp_path)
    (root / "taxonomy/released-ids.txt").write_bytes(content)
    message = "a byte here is not UTF-8 text; save the file as UTF-8 [id-never-dies]"
    assert [str(problem) for problem in check(load([root]))] == [f"taxonomy/released-ids.txt:{place}: {message}"]


def test_a_list_of_ids_that_cannot_be_read(tmp_path: Path):
    root = make_root(tmp_path)
    (root / "taxonomy/released-ids.txt").unlink(missing_ok=True)
    (root / "taxonomy/released-ids.txt").mkdir()
    message = "the file cannot be read: Is a directory; make it a readable file [id-never-dies]"
    assert [str(problem) for problem in check(load([root]))] == [f"taxonomy/released-ids.txt:1:1: {message}"]


@pytest.mark.parametrize("folder", ["kb", "kb/nccl", "taxonomy", "cases"])
def test_a_folder_that_may_not_be_read(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    root = make_root(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: path != root / folder)
    message = "the folder cannot be read: permission denied; make it a readable folder [file-name]"
    assert [str(problem) for problem in check(load([root]))] == [f"{folder}:1:1: {message}"]


def test_a_link_to_itself(tmp_path: Path):
    root = make_root(tmp_path)
    (root / "kb/nccl/x.yaml").symlink_to(root / "kb/nccl/x.yaml")
    message = "the file is a link; a record is a plain file [schema]"
    assert [str(problem) for problem in check(load([root]))] == [f"kb/nccl/x.yaml:1:1: {message}"]
