"""Bytes become text: wide characters, escape codes and JSON wrappers, in any cutting, lines kept."""

import json

import pytest
from faultatlas.diagnosis.decoding import Decoder

WRAPPED = (
    json.dumps({"log": "first line\n", "stream": "stderr", "time": "2026-12-01T16:44:43.5Z"})
    + "\n"
    + json.dumps({"log": "2026-12-01 16:44:44 dated\n", "time": "2026-12-01T16:44:45Z"})
    + "\nnot json\n"
)


def decoded(raw: bytes, size: int = 1 << 18) -> bytes:
    decoder = Decoder()
    return b"".join(decoder.push(raw[at : at + size]) for at in range(0, len(raw), size)) + decoder.finish()


CASES = [
    (b"plain\r\ntext \xff\x00 stays\n", b"plain\r\ntext \xff\x00 stays\n"),
    (b"\x1b[31mred\x1b[0m \x1b]0;title\x07and \x1b]8;;http://x\x1b\\link\n", b"red and link\n"),
    (b"\x1b[36m(Worker pid=1)\x1b[0m hello", b"(Worker pid=1) hello"),
    (b"broken \x1b[31\nnext\n", b"broken \x1b[31\nnext\n"),
    (b"ends in \x1b[3", b"ends in \x1b[3"),
    ("größe\n".encode("utf-16"), "größe\n".encode()),
    (b"\xfe\xff" + "zwei\n".encode("utf-16-be"), b"zwei\n"),
    (WRAPPED.encode(), b"2026-12-01T16:44:43.5Z first line\n2026-12-01 16:44:44 dated\nnot json\n"),
    (json.dumps({"MESSAGE": "a\nb", "PRIORITY": "3"}).encode() + b"\n", b"a\rb\n"),
    (json.dumps({"jsonPayload": {"message": "deep"}, "timestamp": "T"}).encode(), b"T deep"),
    (b'{"loss": 2.1, "step": 4}\n', b'{"loss": 2.1, "step": 4}\n'),
    (b'{"log": 5}\n', b'{"log": 5}\n'),
    (b"", b""),
]


@pytest.mark.parametrize(("raw", "text"), CASES)
def test_decoding(raw: bytes, text: bytes):
    assert decoded(raw) == text
    for size in (1, 2, 3, 5, 17):
        assert decoded(raw, size) == text, size


@pytest.mark.parametrize("raw", [raw for raw, _ in CASES if raw[:2] not in (b"\xff\xfe", b"\xfe\xff")])
def test_no_newline_is_lost_or_won(raw: bytes):
    assert decoded(raw).count(b"\n") == raw.count(b"\n")


def test_ordinary_text_passes_untouched():
    decoder = Decoder()
    decoder.push(b"first\n" * 1000)
    block = b"ordinary\n" * 1000
    assert decoder.push(block) is block


def test_an_endless_json_line_is_not_held_back():
    decoder = Decoder()
    decoder.push(WRAPPED.encode())
    held = sum(len(decoder.push(b'{"log": "' + b"x" * 100_000)) for _ in range(40))
    assert held > 2_000_000
