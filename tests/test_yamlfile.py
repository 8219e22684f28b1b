"""Reading YAML: places of keys, the dialect, and hostile files, each refused at the place that is to blame."""

from __future__ import annotations

from pathlib import Path

import pytest
from faultatlas.yamlfile import MAX_BYTES, YamlFile

TEXT = """\
# a comment
title: One
list:
  - plain
  - 'it''s quoted'
  - {at: 2024, what: "two"}
prose: >-
  A claim.[^a] Another
  claim.[^b]
"""

ALIAS = "anchors and aliases are not allowed; write the value out, or quote it if it is text"
TAG = "is not allowed; remove it, or quote the value if it is text"
DEEP = "values are nested deeper than 24 levels; a record is flatter"
BAD = "this is not valid YAML"
APPLY = "python/object/apply:os.system"
NO_VALUE = "has no value; write one or remove the key, or put the whole text it belongs to in single quotes"

BOMB = "a: &a [x, x]\n" + "".join(
    f"{after}: &{after} [*{name}, *{name}]\n" for name, after in zip("abcd", "bcde", strict=True)
)

# What is in the file, and where and why it is refused.
HOSTILE = {
    "alias bomb": (BOMB, f"1:4: {ALIAS}"),
    "alias": ("a: *b\n", f"1:4: {ALIAS}"),
    "anchored key": ("&k a: 1\n", f"1:1: {ALIAS}"),
    "merge key": ("b: 1\n<<: {a: 1}\n<<: {a: 2}\n", '3:1: the key "<<" stands here a second time; keep one'),
    "python tag": (f"a: !!{APPLY} ['id']\n", f'1:4: the tag "tag:yaml.org,2002:{APPLY}" {TAG}'),
    "own tag": ("a:\n  - !secret x\n", f'2:5: the tag "!secret" {TAG}'),
    "deeper flow": ("a: " + "[" * 5000, f"1:1003: {BAD}: values are nested far too deep; a record is flatter"),
    "deep flow": ("a: " + "[" * 50 + "]" * 50, f"1:27: {DEEP}"),
    "deep blocks": ("".join(" " * n + "a:\n" for n in range(60)), f"25:25: {DEEP}"),
    "repeated key": ("a: 1\nb:\n  c: 1\n  c: 2\n", '4:3: the key "c" stands here a second time; keep one'),
    "list as key": ("? [a, b]\n: 1\n", "1:3: a key is a list or a mapping; use plain text"),
    "two documents": ("a: 1\n---\nb: 2\n", "2:1: a second document starts here; one file is one record"),
    "open quote": ("a: 'x\nb: 2\n", f"3:1: {BAD}: a quote is never closed; close it"),
    "colon in text": ("a: b: c\n", f"1:5: {BAD}: a text holds a colon and a space; put it in single quotes"),
    "tab": ("a:\n\t- b\n", f"2:1: {BAD}: a text begins with %, @, ` or a tab; put it in single quotes"),
    "control character": ("a: b\nc: d\x00e\n", f"2:5: {BAD}: a control character stands here; remove it"),
    "empty value": ("a: 1\nb:\n", f'2:1: the key "b" {NO_VALUE}'),
    "empty item": ("a:\n  - x\n  -\n", "3:4: the list item is empty; write it, or remove the dash"),
}  # fmt: skip


def read(text: str) -> YamlFile:
    return YamlFile(Path("x.yaml"), text=text)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_refused_where_it_stands(name: str):
    text, message = HOSTILE[name]
    assert [str(problem) for problem in read(text).problems] == [f"x.yaml:{message} [schema]"]


def test_large_hostile_text_is_refused():
    for text in (BOMB, "[" * (MAX_BYTES - 10), "a: " + "{b: " * 100_000, "- " * 200_000):
        assert read(text).problems


def test_files_that_are_no_plain_utf8_text(tmp_path: Path):
    latin, big, link = tmp_path / "latin.yaml", tmp_path / "big.yaml", tmp_path / "link.yaml"
    latin.write_bytes("title: x\nname: Zürich\n".encode("latin-1"))
    big.write_text("a: " + "x" * MAX_BYTES)
    link.symlink_to("/etc/hostname")
    found = [str(problem) for path in (latin, big, link, tmp_path) for problem in YamlFile(path, path.name).problems]
    assert found == [
        "latin.yaml:2:8: a byte here is not UTF-8; save the file as UTF-8 [schema]",
        "big.yaml:1:1: the file is larger than 512 KiB; one record is one small file [schema]",
        "link.yaml:1:1: the file is a link; a record is a plain file [schema]",
        f"{tmp_path.name}:1:1: the file cannot be read: Is a directory; make it a readable file [schema]",
    ]


def test_an_empty_file_is_nothing():
    for text in ("", "\n", "# only a comment\n", "---\n...\n"):
        assert read(text).data is None


def test_the_dialect_keeps_dates_and_words_as_text():
    text = "a: 2024-01-02\nb: yes\nc: 010\nd: 1_000\ne: 0x1f\nf: 1e3\ng: .5\nh: 12:30\ni: '7'\n"
    values = ["2024-01-02", "yes", "010", "1_000", "0x1f", "1e3", ".5", "12:30", "7"]
    assert read(text).data == dict(zip("abcdefghi", values, strict=True))
    assert read("a: -3\nb: 0.25\nc: true\nd: 99999999999999999999999\n").data == {
        "a": -3, "b": 0.25, "c": True, "d": "99999999999999999999999",
    }  # fmt: skip


def test_keys_stay_text():
    assert read("1: a\ntrue: b\n").data == {"1": "a", "true": "b"}


@pytest.mark.parametrize(
    ("loc", "place"),
    [
        ((), (2, 1)),
        (("title",), (2, 1)),
        (("list", 1), (5, 5)),
        (("list", 2, "what"), (6, 16)),
        (("list", 9), (3, 1)),
        (("list", 2, "missing"), (6, 5)),
        (("nowhere", "at", "all"), (2, 1)),
    ],
)
def test_position_is_that_of_the_key_or_its_nearest_parent(loc, place):
    assert read(TEXT).position(loc) == place


def test_find_leads_to_the_character():
    file = read(TEXT)
    assert file.find(("prose",), "[^b]") == (9, 9)
    assert file.find(("prose",), "not there") == (7, 1)
    assert file.find(("title",), "[^b]") == (2, 1)


def test_places_count_characters_not_bytes():
    assert read("a: {b: 'é…𝄞', c: x}\n").position(("a", "c")) == (1, 15)


def test_single_quotes_on_one_line():
    file = read("a: 'x'\nb: \"x\"\nc: x\nd: 'x\n  y'\ne: >-\n  x\n")
    assert [key for key in "abcdef" if file.is_single_quoted((key,))] == ["a"]
