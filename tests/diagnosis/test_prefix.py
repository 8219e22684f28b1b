"""When, who and where: read from the start of a line."""

from datetime import UTC, datetime

import pytest
from faultatlas.diagnosis.grammar import as_data
from faultatlas.diagnosis.prefix import PrefixReader, Speaker

STAMPS = [
    ("2026-12-01 16:44:43,510 INFO step 0", "2026-12-01T16:44:43.510"),
    ("[2026-12-01T16:44:43Z] ok", "2026-12-01T16:44:43"),
    ("2026-12-01T16:44:43.5+02:00 ok", "2026-12-01T14:44:43.500"),
    ("2026/12/01 16:44:43 ok", "2026-12-01T16:44:43"),
    ("  time      : 2026-12-01_16:45:05", "2026-12-01T16:45:05"),
    ("[rank0]:[E1206 18:44:12.715298746 ProcessGroupNCCL.cpp:607] x", "2026-12-06T18:44:12.715"),
    ("E321 07:00:01.000000 1 file.cc:1] x", "2026-03-21T07:00:01"),
    ("Mar  5 01:02:03 node-a kernel: x", "2026-03-05T01:02:03"),
]


@pytest.fixture
def reader() -> PrefixReader:
    return PrefixReader(as_data(), year=2026)


@pytest.mark.parametrize(("line", "time"), STAMPS)
def test_time_of(reader: PrefixReader, line: str, time: str):
    wanted = datetime.fromisoformat(time).replace(tzinfo=UTC).timestamp()
    assert reader.stamp(line.encode()).seconds == pytest.approx(wanted, abs=0.001)


def test_a_year_that_was_seen_completes_later_stamps(reader: PrefixReader):
    reader.stamp(b"2024-02-29 00:00:00 x")
    found = reader.stamp(b"Feb 29 00:00:01 node-a kernel: x")
    assert found.yearless
    assert found.seconds == datetime(2024, 2, 29, 0, 0, 1, tzinfo=UTC).timestamp()


def test_kernel_time_counts_from_boot(reader: PrefixReader):
    assert reader.stamp(b"[12345.678901] NVRM: Xid").relative


@pytest.mark.parametrize("line", ["no time", "2026-13-01 00:00:00", "2026-00-01 00:00:00", "2026-01-01 25:00:00"])
def test_no_time_in(reader: PrefixReader, line: str):
    assert reader.stamp(line.encode()) is None


@pytest.mark.parametrize(
    ("line", "speaker"),
    [
        ("[default2]:[rank6]: ValueError: x", Speaker(rank=6, local_rank=2)),
        ("[1,3]<stderr>:ValueError", Speaker(rank=3)),
        ("2026-12-01 16:44:43,510 INFO [rank 3] step 0", Speaker(rank=3)),
        ("[E ProcessGroupNCCL.cpp:457] [Rank 3] Watchdog", Speaker(rank=3)),
        ("node-a:15325:16199 [2] NCCL INFO x", Speaker(host="node-a", device=2)),
        ("srun: error: node-b: task 5: Killed", Speaker(rank=5, host="node-b")),
        ("7: step 1", Speaker(rank=7)),
        ("failed (exitcode: -9) local_rank: 1 (pid: 12) of binary", Speaker(local_rank=1)),
        ("Mar  5 01:02:03 node-a kernel: x", Speaker(host="node-a")),
        ("step 4 loss 2.39", Speaker()),
    ],
)  # fmt: skip
def test_speaker_of(reader: PrefixReader, line: str, speaker: Speaker):
    assert reader.speaker(line.encode()) == speaker


def test_labels_are_taken_off(reader: PrefixReader):
    assert reader.body(b"[default0]:[rank0]:   File x") == b"  File x"
