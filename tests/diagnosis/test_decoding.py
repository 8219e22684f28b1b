"""Bytes become text: wide characters, escape codes and JSON wrappers, in any cutting, lines kept."""

import json
from pathlib import Path

import pytest
from faultatlas.diagnosis.decoding import LONGEST_ESCAPE, LONGEST_JSON, SNIFFED_BYTES, Decoder

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "vectors/decoding.jsonl").read_text("utf-8").splitlines()
]
RAW = [vector["in"].encode("latin-1") for vector in VECTORS]
NAMES = [vector["name"] for vector in VECTORS]


def decoded(*blocks: bytes) -> bytes:
    decoder = Decoder()
    return b"".join([*map(decoder.push, blocks), decoder.finish()])


def in_pieces(raw: bytes, size: int) -> list[bytes]:
    return [raw[at : at + size] for at in range(0, len(raw), size)]


@pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
def test_decoding(vector: dict[str, str]):
    assert decoded(vector["in"].encode("latin-1")).decode("latin-1") == vector["out"]


@pytest.mark.parametrize("raw", RAW, ids=NAMES)
def test_the_cutting_changes_nothing(raw: bytes):
    whole = decoded(raw)
    for at in range(len(raw)):
        assert decoded(raw[:at], raw[at:]) == whole, at
    for size in (1, 2, 3, 5, 17):
        assert decoded(*in_pieces(raw, size)) == whole, size


@pytest.mark.parametrize("raw", RAW, ids=NAMES)
def test_no_newline_is_lost_or_won(raw: bytes):
    assert decoded(raw).count(b"\n") == raw.count(b"\n")


def test_ordinary_text_passes_untouched():
    decoder = Decoder()
    decoder.push(b"first\n" * 1000)
    block = b"ordinary\n" * 1000
    assert decoder.push(block) is block


@pytest.mark.parametrize("size", [LONGEST_JSON - 20, LONGEST_JSON, LONGEST_JSON + 70_000])
def test_the_length_of_a_json_line_counts_not_its_cutting(size: int):
    raw = b'{"log": "a"}\n{"log": "%s"}\n{"log": "b"}\n' % (b"x" * size)
    whole = decoded(raw)
    assert whole.startswith(b"a\n") and whole.endswith(b"\nb\n")
    assert (b"log" in whole) == (size + 11 > LONGEST_JSON)
    for piece in (50_000, 1 << 16, 1 << 20):
        assert decoded(*in_pieces(raw, piece)) == whole, piece


def test_the_end_of_a_long_line_is_not_taken_for_a_line():
    end = b'{"log": "inner"}\n'
    assert decoded(b'{"log": "a"}\n', b"x" * (LONGEST_JSON + 1), end).endswith(b"x" + end)


def test_an_endless_json_line_is_not_held_back():
    decoder = Decoder()
    decoder.push(b'{"log": "a"}\n' * 5)
    held = sum(len(decoder.push(b'{"log": "' + b"x" * 100_000)) for _ in range(40))
    assert held > 2_000_000


@pytest.mark.parametrize("start", [b"\x1b]", b"\x1b[", b"\x1b(", b"\x1bP", b"\x1b" * 9])
def test_an_endless_escape_code_is_not_held_back(start: bytes):
    decoder = Decoder()
    out = sum(len(decoder.push(block)) for block in [b"a\n" * SNIFFED_BYTES, start, *[b"1" * 1000] * 9])
    assert out > 2 * SNIFFED_BYTES + 9000 - LONGEST_ESCAPE


def test_a_log_without_lines_is_not_held_back():
    assert len(Decoder().push(b"x" * SNIFFED_BYTES)) == SNIFFED_BYTES
