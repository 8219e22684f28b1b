"""The literal that every match holds: never too long a run, so that the search misses nothing."""

from __future__ import annotations

import pytest
from faultatlas.checks.crossmatch import Lines, required_literal


@pytest.mark.parametrize(
    ("pattern", "literal"),
    [
        (r"plain text", "plain text"),
        (r"Xid \(PCI:(?P<pci>[0-9a-f:.]{7,16})\): 79,", "Xid (PCI:"),
        (r"(?:first|second) part of it", " part of it"),
        (r"one|another", ""),
        (r"colou?r of things", "r of things"),
        (r"number \d+ is here", " is here"),
        (r"ab[^|(]{1,9}cde", "cde"),
        (r"[\]\[(]xyz", "xyz"),
        (r"a{2}bc", "bc"),
        (r"\bword\b here", " here"),
        (r"\[W socket\.cpp:\d+\]", "[W socket.cpp:"),
        (r"(?i)anything", ""),
        (r"(?:a(?:b|c)d)e.f", "e"),
    ],
)
def test_required_literal(pattern, literal):
    assert required_literal(pattern) == literal


def test_lines_are_found_by_number(tiny):
    signature = tiny.failures["name-not-resolved"].record.signatures[0]
    line = signature.match[0]
    lines = Lines(["", "nothing", line, f"{line} {line}", line.upper(), ""])
    assert list(lines.matching(signature)) == [2, 3, 4]


def test_a_pattern_without_literal_is_tried_on_every_line(tiny):
    signature = tiny.failures["peer-timeout"].record.signatures[1]
    every = signature.model_copy(update={"pattern": "a|b"})
    assert list(Lines(["x", "a", "", "b"]).matching(every)) == [1, 3]
