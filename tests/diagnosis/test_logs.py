"""The diagnosis on real logs whose answer is known: right where a record exists, and never boldly wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from faultatlas.diagnosis.compile import compiled
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.prefilter import PythonPrefilter
from faultatlas.diagnosis.session import diagnose_files
from faultatlas.library import Library
from faultatlas.scoring import Scored, labelled_logs, scored, summary

LOGS = Path(__file__).parent.parent / "logs"


@pytest.fixture(scope="module")
def results(library: Library) -> list[Scored]:
    logs, problems = labelled_logs(LOGS)
    assert problems == []
    knowledge = Knowledge(compiled(library))
    found = list(scored(knowledge, PythonPrefilter(knowledge.patterns, knowledge.data["triggers"]), logs))
    assert len(found) == len(logs) > 150, "every input of every label can be read"
    return found


def names(results: list[Scored]) -> list[str]:
    return [f"{one.log.name}: {one.named[:1]} ({one.support})" for one in results]


def test_nothing_is_wrong_with_strong_support(results: list[Scored]):
    assert names([one for one in results if one.support == "strong" and not one.right]) == []


def test_healthy_logs_are_silent(results: list[Scored]):
    assert names([one for one in results if one.log.healthy and not one.right]) == []


def test_no_rank_is_blamed_wrongly(results: list[Scored]):
    assert names([one for one in results if one.covered and one.right and one.rank == "wrong"]) == []


def test_most_first_answers_are_right(results: list[Scored]):
    published = [one for one in results if one.log.name.startswith("failing/")]
    count = summary(published)["right first answer"]
    assert count["count"] >= 0.85 * count["of"], names([one for one in published if one.covered and not one.right])


def test_broken_labels_are_reported_where_they_are(tmp_path: Path):
    for name, text in {"a": "accept: [", "b": "accept: [Not An Id]\ninputs: [x]\n", "c": "inputs: []"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "expect.yaml").write_text(text)
    logs, problems = labelled_logs(tmp_path)
    assert logs == []
    assert [Path(problem.path).parent.name for problem in problems] == ["a", "b", "c"]


def _ordinary(day: str) -> bytes:
    lines = (
        f"[rank{n % 8}]: 2026-{day} 10:{n // 60 % 60:02}:{n % 60:02},000 INFO step {n} loss 2.1" for n in range(4000)
    )
    return "".join(f"[default{n % 8}]:{line}\n" for n, line in enumerate(lines)).encode()


def _first(answer: dict) -> tuple:
    best = answer["findings"][0] if answer["findings"] else {"failure": None, "support": None}
    return best["failure"], best["support"], answer["outcome"], answer["initiating"] and answer["initiating"]["rank"]


def test_ordinary_lines_around_an_excerpt_change_nothing(library: Library, results: list[Scored], tmp_path: Path):
    knowledge = Knowledge(compiled(library))
    prefilter = PythonPrefilter(knowledge.patterns, knowledge.data["triggers"])
    before, after, changed = _ordinary("01-02"), _ordinary("12-30"), []
    for one in (one for one in results if one.log.path.is_file()):
        path = tmp_path / "log.txt"
        path.write_bytes(before + one.log.path.read_bytes().rstrip(b"\n") + b"\n" + after)
        answer, _ = diagnose_files(knowledge, [str(path)], [], prefilter)
        if _first(answer) != _first(one.answer):
            changed.append((one.log.name, _first(one.answer), _first(answer)))
    assert changed == []
