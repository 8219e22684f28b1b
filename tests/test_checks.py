"""Each rule against the cases in checks/<rule>/*.yaml: a change of the fixture library, and what is then reported.

`files` adds or overwrites files, `replace` edits a piece of text that stands once in a file, and `problems` lists
the messages of all rules, word for word; none when the change is allowed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from faultatlas.checks import RULES, check

from tests.conftest import make_library

CASES = Path(__file__).parent / "checks"


def _cases() -> list[Path]:
    return sorted(CASES.glob("*/*.yaml"))


def _case_id(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", _cases(), ids=_case_id)
def test_rule(path: Path, tmp_path: Path):
    case = yaml.safe_load(path.read_text("utf-8"))
    library = make_library(tmp_path, case.get("files"), case.get("replace"))
    assert [str(problem) for problem in check(library)] == case["problems"]


def test_the_fixture_library_is_valid(tiny):
    assert check(tiny) == []


def test_every_rule_has_a_failing_and_a_passing_case(tiny):
    check(tiny)
    for rule in ["schema", *RULES]:
        cases = [yaml.safe_load(path.read_text("utf-8")) for path in CASES.glob(f"{rule}/*.yaml")]
        failing = [case for case in cases if any(line.endswith(f"[{rule}]") for line in case["problems"])]
        passing = [case for case in cases if not case["problems"]]
        assert failing, f"{rule} has no failing case; add tests/checks/{rule}/<what>.yaml"
        assert passing, f"{rule} has no passing case; add tests/checks/{rule}/<what>.yaml"


def test_every_folder_of_cases_is_a_rule(tiny):
    check(tiny)
    assert {path.name for path in CASES.iterdir()} <= {"schema", *RULES}


def test_every_rule_is_documented(tiny):
    check(tiny)
    for name, rule in RULES.items():
        assert rule.__doc__ and rule.__doc__.splitlines()[0].endswith((".", ":")), f"{name} needs a first sentence"
