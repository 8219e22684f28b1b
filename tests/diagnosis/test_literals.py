"""Every match of a pattern holds one of its required literals."""

import re

import pytest
from faultatlas.diagnosis.literals import NoLiteral, required
from faultatlas.diagnosis.triggers import triggers


@pytest.mark.parametrize(
    ("pattern", "literals"),
    [
        (r"Watchdog caught timeout: .{0,80} ran for \d+", ["Watchdog caught timeout: "]),
        (r"(?:first thing|second thing) happened", ["first thing happened", "second thing happened"]),
        (r"\[rank(?P<rank>\d+)\]: (?:KeyError|TypeError)", ["]: KeyError", "]: TypeError"]),
        (r"colou?r map lost", ["color map lost", "colour map lost"]),
        (r"(?:abc){2}def", ["abcabcdef"]),
        (r"iterations: [1-3]", ["iterations: 1", "iterations: 2", "iterations: 3"]),
        (r"loss: {0,2}nan", ["loss:  nan", "loss: nan", "loss:nan"]),
        (r"\d+ bytes lost of (?:\w{1,9} )?memory", [" bytes lost of "]),
    ],
)  # fmt: skip
def test_literals_of(pattern: str, literals: list[str]):
    assert required(pattern) == literals


def test_case_is_folded_when_it_is_ignored():
    assert required("Loss Is NaN", ignore_case=True) == ["loss is nan"]


def test_a_longer_literal_that_holds_another_is_left_out():
    assert required("(?:out of memory|CUDA out of memory)") == ["out of memory"]


@pytest.mark.parametrize("pattern", [r"\d+", r"abc\d{4}defg", r"(?:long enough|no)", r"(?:maybe this)?"])
def test_too_short_is_said(pattern: str):
    with pytest.raises(NoLiteral, match="6 bytes"):
        required(pattern)


def test_each_record_pattern_matches_only_lines_with_a_literal(library):
    for entry in library.failures.values():
        for signature in entry.record.signatures:
            literals = required(signature.pattern, signature.ignore_case)
            for line in signature.match:
                match = re.search(signature.pattern, line, re.I if signature.ignore_case else 0)
                text = match[0].lower() if signature.ignore_case else match[0]
                assert any(literal in text for literal in literals), (entry.id, signature.id)


def test_each_literal_holds_a_trigger():
    sets = [["NCCL WARN Call to recv failed"], ["NCCL WARN Call to bind failed"], ["NVRM: Xid"], ["abcdef"]]
    chosen = triggers(sets)
    assert all(any(trigger in literal.lower() for trigger in chosen) for literals in sets for literal in literals)
    assert len(chosen) < 4
