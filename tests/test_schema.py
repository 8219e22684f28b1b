"""What is printed from the models: editor schemas are fresh, and a template that is filled in passes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from faultatlas.checks import check
from faultatlas.cli import main
from faultatlas.export.editor_schema import MODELS, editor_schema, editor_schemas
from faultatlas.export.template import BLANK, OPTIONAL, template
from faultatlas.library import load
from faultatlas.schema.case import Case
from faultatlas.schema.failure import Failure
from faultatlas.yamlfile import YamlFile

from tests.conftest import ROOT, make_root

# What a contributor would write for each blank of a template, in order.
FAILURE_ANSWERS = [
    *("GPU runs too hot", "A GPU gets hot and slows down.[^docs]", "degraded-hardware", "gpu", "job-hang", "any"),
    *("degraded", "fan-broken", "A fan is broken", "The card then lowers its clocks.[^report]"),
    *("A high temperature", "The card is hot.[^docs]", "Read the temperature", "more than 90 degrees", "read-only"),
    *("Take the node out", "Replace the fan", "nvidia-smi -q", "a low temperature", "Yes."),
    *("docs", "Example, temperatures", "https://example.com/docs/hot", "documentation"),
]
CASE_ANSWERS = [
    *("A hot GPU slows a run", "Acme", "2024-03", "not-stated", "not-stated", "A card gets hot.[^blog]"),
    *("degraded-hardware", "stated", "gpu", "job-hang", "gpu-lost", "Steps take longer.[^blog]"),
    *("not-stated", "not-stated", "human", "Two hours.[^blog]", "The fan is replaced.[^blog]", "'yes'"),
    *("blog", "Acme, a hot card", "https://example.com/blog/hot", "blog"),
]
SECOND_SOURCE = """\
  - id: report
    title: Example, a report
    url: https://example.com/report
    kind: blog
    read: 2026-12-01
added:"""


@pytest.mark.parametrize("name", MODELS)
def test_printed_schemas_are_fresh(name: str, library):
    path = ROOT / "schemas" / f"{name}.json"
    fresh = path.exists() and path.read_text("utf-8") == editor_schemas(library)[path.name]
    assert fresh, f"schemas/{path.name} is stale; run: faultatlas schema --write schemas"


def test_schemas_know_the_words_and_what_they_mean(tiny):
    words = editor_schema("failure", tiny)["properties"]["components"]["items"]
    assert words["enum"] == ["dns", "gpu", "nccl"]
    assert words["enumDescriptions"][1] == "GPU: The card."
    assert words["x-kind"] == "word"


def test_schemas_refuse_what_the_check_refuses(tiny):
    schema = editor_schema("case", tiny)
    assert schema["additionalProperties"] is False
    assert "sources" in schema["required"] and "lessons" not in schema["required"]
    assert '"null"' not in json.dumps(schema)


def test_schemas_describe_each_field(tiny):
    for name in MODELS:
        schema = editor_schema(name, tiny)
        for model in [schema, *schema["$defs"].values()]:
            for key, field in model.get("properties", {}).items():
                assert field.get("description"), f"{name}: {key} is not described"


def test_schemas_are_written_to_a_folder(tmp_path, capsys):
    assert main(["schema", "--write", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(f"{name}.json" for name in MODELS)


@pytest.mark.parametrize("model", [Failure, Case])
def test_a_template_has_every_field_in_order(model, tiny):
    text = template(model, tiny)
    while OPTIONAL in text:
        text = text.replace(OPTIONAL, "")
    file = YamlFile(Path("x.yaml"), text=text)
    assert file.problems == []
    assert list(file.data) == [info.alias or name for name, info in model.model_fields.items()]


def test_a_template_explains_each_field_with_its_words(tiny):
    text = template(Failure, tiny)
    assert "# when it strikes: startup, training, checkpoint, shutdown, any\nstage: TODO\n" in text
    assert "# where the fault lives or acts: dns, gpu, nccl\ncomponents: [TODO]\n" in text


@pytest.mark.parametrize(
    ("kind", "id_", "answers"),
    [(["failure", "--area", "gpu"], "gpu-hot", FAILURE_ANSWERS), (["case"], "acme-2024-hot-gpu", CASE_ANSWERS)],
)
def test_a_template_that_is_filled_in_passes(kind, id_, answers, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(make_root(tmp_path))
    assert main(["new", kind[0], id_, *kind[1:]]) == 0
    path = Path(capsys.readouterr().out.splitlines()[0])
    assert main(["check", str(path)]) == 1, "an empty template must not pass"
    text = re.sub(r"^ *#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    assert text.count(BLANK) == len(answers)
    for answer in answers:
        text = text.replace(BLANK, answer, 1)
    path.write_text(text.replace("added:", SECOND_SOURCE) if kind[0] == "failure" else text, "utf-8")
    assert [str(problem) for problem in check(load([tmp_path]))] == []


def test_a_template_is_never_written_over_a_record(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(make_root(tmp_path))
    before = Path("kb/gpu/gpu-lost.yaml").read_text("utf-8")
    assert main(["new", "failure", "gpu-lost", "--area", "gpu"]) == 2
    assert Path("kb/gpu/gpu-lost.yaml").read_text("utf-8") == before
