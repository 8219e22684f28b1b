"""Records that break the schema: each is reported on the right line, in a sentence that helps."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml
from faultatlas.schema.case import Case
from faultatlas.schema.failure import Failure
from faultatlas.schema.taxonomy import Taxonomy
from faultatlas.validation import MOST_PROBLEMS, validate
from faultatlas.yamlfile import YamlFile

from tests.conftest import FIXTURE

MODELS = {"kb": Failure, "cases": Case, "taxonomy": Taxonomy}
CASE = "cases/example-lab-2024-05-name-outage.yaml"
BROKEN = yaml.safe_load((Path(__file__).parent / "broken_records.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case["new"][:40] or "missing")
def test_broken_record(case: dict):
    text = (FIXTURE / case["file"]).read_text("utf-8")
    assert text.count(case["old"]) == 1
    file = YamlFile(Path("x.yaml"), text=text.replace(case["old"], case["new"]))
    assert validate(file, MODELS[case["file"].split("/")[0]]) is None
    assert [str(problem) for problem in sorted(file.problems)] == [
        f"x.yaml:{line} [schema]" for line in case["problems"]
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: the file is empty; write a record or remove it"),
        ("- a\n- b\n", "1:1: a record is a mapping of keys to values; begin with `title:`"),
        ("just text\n", "1:1: a record is a mapping of keys to values; begin with `title:`"),
    ],
)
def test_no_record_at_all(text: str, message: str):
    file = YamlFile(Path("x.yaml"), text=text)
    assert validate(file, Failure) is None
    assert [str(problem) for problem in file.problems] == [f"x.yaml:{message} [schema]"]


def test_all_problems_of_a_record_are_told_at_once():
    file = YamlFile(Path("x.yaml"), text="title: x\nstage: never\ncolour: red\n")
    validate(file, Failure)
    assert len(file.problems) > 10


@pytest.mark.parametrize("blank", ["' '", "'      '", "'\u00a0\u2003    '", '"\\n\\t\\n  "'])
@pytest.mark.parametrize("key", ["title", "summary"])
def test_a_text_of_blanks_is_no_text(key: str, blank: str):
    file = YamlFile(Path("x.yaml"), text=f"{key}: {blank}\n")
    validate(file, Failure)
    said = [problem.message for problem in file.problems if problem.message.startswith(f"{key}: ")]
    assert len(said) == 1 and ("too short" in said[0] or "one character that can be seen" in said[0])


def test_thousands_of_problems_are_told_by_their_number():
    file = YamlFile(Path("x.yaml"), text="".join(f"k{number}: 1\n" for number in range(40_000)))
    started = time.perf_counter()
    validate(file, Failure)
    assert time.perf_counter() - started < 10
    missing = sum(info.is_required() for info in Failure.model_fields.values())
    more = 40_000 + missing - MOST_PROBLEMS
    assert len(file.problems) == MOST_PROBLEMS + 1
    assert file.problems[-1].message == f"there are {more} more problems in this file; mend the ones above first"


def test_a_bare_year_is_a_date():
    text = (
        (FIXTURE / CASE)
        .read_text("utf-8")
        .replace("date: 2024-05-03", "date: 2024")
        .replace("at: 2024-05-03", "at: 2024")
    )
    case = validate(YamlFile(Path("x.yaml"), text=text), Case)
    assert case is not None and case.date == "2024" and case.timeline[0].at == "2024"
