"""Each record of this repository is a test; its id is the name of its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT

FILES = sorted(path for folder in ("kb", "cases", "taxonomy") for path in (ROOT / folder).glob("**/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record(path: Path, problems):
    name = path.relative_to(ROOT).as_posix()
    assert [str(problem) for problem in problems if problem.path == name] == []


def test_nothing_else_is_wrong(problems):
    names = {path.relative_to(ROOT).as_posix() for path in FILES}
    assert [str(problem) for problem in problems if problem.path not in names] == []


def test_there_are_records(library):
    assert library.failures and library.cases
