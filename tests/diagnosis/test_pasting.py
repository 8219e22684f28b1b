"""Lines that a terminal broke at its edge are found whole, and told where they begin."""

from pathlib import Path

from faultatlas.diagnosis.pasting import MOST_BYTES, rejoined
from faultatlas.diagnosis.reading import read
from faultatlas.diagnosis.sources import gather

from tests.diagnosis.tiny import KNOWLEDGE, PREFILTER

LINES = [
    "[rank2]: a message that is a good deal longer than the window, and ends in CUDA out of memory",
    "short",
    "[rank0]: RuntimeError: here the words are cut in two by the edge of the window: Connection closed by peer",
]


def broken(width: int) -> str:
    return "\n".join(line[at : at + width] for line in LINES for at in range(0, len(line), width)) + "\n"


def test_joined_again():
    whole = rejoined(broken(45).encode())
    assert whole.text.decode().split("\n")[:3] == LINES
    assert [whole.line_at(whole.text.index(line.encode())) for line in LINES] == [1, 4, 5]


def test_ordinary_text_is_left_alone():
    assert rejoined("\n".join("x" * size for size in range(200)).encode()) is None
    assert rejoined(b"short\n" * 100) is None
    assert rejoined(b"") is None
    assert rejoined((b"x" * 80 + b"\n") * (MOST_BYTES // 80 + 1)) is None


def test_a_broken_paste_is_diagnosed(tmp_path: Path):
    path = tmp_path / "paste.txt"
    path.write_text(broken(42))
    (source,), _ = gather([str(path)])
    log = read(KNOWLEDGE, PREFILTER, source)
    found = {fold.ref: log.report.lines[fold.first.offset] for fold in log.report.folds}
    assert found["out-of-memory/oom"] == 1
    assert found["rank-raised/closed"] == 5
