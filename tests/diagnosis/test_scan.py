"""A scan gives the same whatever the cutting and whatever the prefilter, and keeps to its bounds."""

import random

import pytest
from faultatlas.diagnosis.prefilter import build
from faultatlas.diagnosis.prefix import Speaker
from faultatlas.diagnosis.segments import LONGEST

from tests.diagnosis.tiny import KNOWLEDGE, PREFILTER, scanned

LOG = """\
[rank1]: 2026-12-01 16:44:43,510 INFO step 1
[rank1]: Traceback (most recent call last):
[rank0]: 2026-12-01 16:44:44,000 INFO step 1
[rank1]:   File "/opt/train/train.py", line 30, in <module>
[rank1]:     loss.backward()
[rank1]:   File "/opt/venv/lib/python3.11/site-packages/torch/_tensor.py", line 6, in backward
[rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB
progress 10%\rprogress 20%\r[rank0]: RuntimeError: Connection closed by peer
  time      : 2026-12-01_16:45:05
  host      : node-a
  rank      : 1 (local_rank: 1)
  exitcode  : -9 (pid: 15712)
  traceback : Connection closed by peer
world_size=2 NCCL version 2.26.3
"""


def same(report) -> str:
    return repr(
        (list(report.folds), report.raised, report.children, report.ranks, report.world, report.versions, report.bytes)
    )


def test_any_cutting_gives_the_same():
    whole = same(scanned(LOG))
    for size in (1, 2, 3, 7, 64, 255, 1000):
        assert same(scanned(LOG, size)) == whole
    raw = LOG.encode()
    for cut in range(len(raw)):
        scanner_input = [raw[:cut], raw[cut:]]
        assert same(_pushed(scanner_input)) == whole


def _pushed(blocks: list[bytes]):
    from faultatlas.diagnosis.scan import Scanner

    scanner = Scanner(KNOWLEDGE, PREFILTER, 2026)
    for block in blocks:
        scanner.push(block)
    return scanner.finish()


def test_what_the_log_says():
    report = scanned(LOG)
    found = {fold.ref: fold for fold in report.folds}
    assert found["out-of-memory/oom"].speaker == Speaker(rank=1)
    closed = [fold for fold in report.folds if fold.ref == "rank-raised/closed"]
    assert [fold.speaker.rank for fold in closed] == [0, 1]
    assert closed[0].first.text == "[rank0]: RuntimeError: Connection closed by peer"
    assert closed[1].speaker.host == "node-a", "a line of a child's entry is about that child"
    assert [(item.type, item.user_frame) for item in report.raised] == [("torch.OutOfMemoryError", "train.py:30")]
    assert [(child.speaker.rank, child.exitcode) for child in report.children] == [(1, -9)]
    assert (report.world, report.versions, report.ranks) == (2, {"nccl": "2.26.3"}, {0, 1})


def test_a_line_without_a_time_takes_that_of_the_line_above():
    report = scanned(LOG)
    assert next(fold for fold in report.folds if fold.ref == "out-of-memory/oom").first.stamp is not None


def test_repeats_are_counted_once_for_each_speaker():
    report = scanned("[rank3]: Connection closed by peer\n" * 5000)
    assert [(fold.ref, fold.count) for fold in report.folds] == [("rank-raised/closed", 5000)]


@pytest.mark.parametrize("before", [0, 5, LONGEST - 5, LONGEST, 3 * LONGEST - 1])
def test_long_lines_are_cut_alike(before: int):
    text = "x" * before + "CUDA out of memory" + "y" * 50_000
    refs = {fold.ref for fold in scanned(text).folds}
    assert same(scanned(text)) == same(scanned(text, 1000)) == same(scanned(text, 16_385))
    crosses = before // LONGEST != (before + len("CUDA out of memory") - 1) // LONGEST
    assert refs == (set() if crosses else {"out-of-memory/oom", "oom-on-one-rank/oom"})


def test_a_traceback_without_an_end_is_let_go():
    report = scanned("Traceback (most recent call last):\n" + "  still going\n" * 2000 + "Late: error\n")
    assert report.raised == []


PIECES = [
    *LOG.splitlines(True), "\r", "\n", "\x00", "CUDA out of ", "memory", "cuda OUT of memory", "é\n", "x" * 300,
    "Watchdog caught it: SeqNum=1, OpType=X) ran for 5 ms\n", "NVRM: Xid (PCI:0000:01:00): 79, GPU has\n",
]  # fmt: skip


def test_both_prefilters_give_the_same():
    pytest.importorskip("hyperscan")
    fast = build(KNOWLEDGE.patterns, KNOWLEDGE.data["triggers"], "hyperscan")
    dice = random.Random(7)
    for _ in range(300):
        text = "".join(dice.choices(PIECES, k=dice.randint(1, 40)))
        size = dice.choice([13, 200, 5000])
        assert same(scanned(text, size, fast)) == same(scanned(text, size)), text
