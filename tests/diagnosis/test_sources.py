"""Logs are found wherever they are, unpacked as they are read, and what cannot be read is said."""

import bz2
import gzip
import lzma
import os
import threading
from pathlib import Path

import pytest
from faultatlas.diagnosis.prefix import Speaker
from faultatlas.diagnosis.sources import Skipped, gather, speaker_of
from faultatlas.diagnosis.unpacking import BLOCK, SourceError

TEXT = b"step 1\nstep 2\n" * 50_000


def text_of(path: Path) -> tuple[bytes, list[str]]:
    notes: list[str] = []
    (source,), _ = gather([str(path)])
    return b"".join(source.blocks(notes)), notes


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_packed_logs_are_known_by_their_first_bytes(tmp_path: Path, pack):
    path = tmp_path / "log.txt"
    path.write_bytes(pack(TEXT))
    assert text_of(path) == (TEXT, [])


def test_zstandard_logs(tmp_path: Path):
    zstd = pytest.importorskip("backports.zstd")
    path = tmp_path / "log.zst"
    path.write_bytes(zstd.compress(TEXT))
    assert text_of(path) == (TEXT, [])


def test_members_of_one_file_follow_each_other(tmp_path: Path):
    path = tmp_path / "log.gz"
    path.write_bytes(gzip.compress(b"one\n") + gzip.compress(b"two\n"))
    assert text_of(path) == (b"one\ntwo\n", [])


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_cut_archive_is_read_as_far_as_it_goes(tmp_path: Path, pack):
    path = tmp_path / "log"
    path.write_bytes(pack(os.urandom(2_000_000) + TEXT)[:-200])
    text, notes = text_of(path)
    assert len(text) > 100_000
    assert "cut off" in notes[0]


def test_damage_is_noted(tmp_path: Path):
    packed = bytearray(gzip.compress(os.urandom(600_000)))
    packed[300_000:300_100] = b"\0" * 100
    path = tmp_path / "log.gz"
    path.write_bytes(packed)
    assert "damaged" in text_of(path)[1][0]


def test_a_bomb_comes_in_small_blocks(tmp_path: Path):
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(64 << 20)))
    (source,), _ = gather([str(path)])
    sizes = [len(block) for block in source.blocks([])]
    assert sum(sizes) == 64 << 20
    assert max(sizes) <= BLOCK


def test_a_folder_is_read_as_a_tree(tmp_path: Path):
    for name in ("b.log", "a/rank_3.log", "a/model.safetensors", ".git/config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x\n")
    (tmp_path / "program").write_bytes(b"\x7fELF....")
    (tmp_path / "loop").symlink_to(tmp_path)
    sources, skipped = gather([str(tmp_path)])
    assert [Path(source.name).name for source in sources] == ["b.log", "rank_3.log"]
    assert sources[1].speaker.rank == 3
    assert {(Path(item.name).name, item.reason) for item in skipped} == {
        (".git", "a hidden folder"),
        ("model.safetensors", "not a log by its name"),
        ("program", "a program or core dump, not a log"),
    }


def test_each_log_is_read_once(tmp_path: Path):
    path = tmp_path / "a.log"
    path.write_text("x\n")
    sources, _ = gather([str(path), str(tmp_path), str(tmp_path / "*.log")])
    assert len(sources) == 1


def test_a_closed_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(path: str):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert gather([str(tmp_path)]) == ([], [Skipped(str(tmp_path), "permission denied")])


def test_a_pipe_is_read_once(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (source,), _ = gather([str(pipe)])
    writer = threading.Thread(target=pipe.write_bytes, args=[TEXT])
    writer.start()
    assert b"".join(source.blocks([])) == TEXT
    writer.join()
    assert (source.name, source.path, source.size) == (str(pipe), None, None)
    assert gather([str(tmp_path)])[1][0].reason == "not a regular file"


def test_a_log_that_is_gone_since_is_said(tmp_path: Path):
    path = tmp_path / "a.log"
    path.write_text("x\n")
    (source,), _ = gather([str(path)])
    path.unlink()
    assert source.size is None and source.year > 2000
    with pytest.raises(SourceError, match="No such file"):
        list(source.blocks([]))


def test_what_is_not_there_is_said(tmp_path: Path):
    broken = tmp_path / "broken"
    broken.symlink_to(tmp_path / "nowhere")
    _, skipped = gather([str(tmp_path / "none.log"), str(tmp_path / "*.none"), str(broken), "/dev/null"])
    assert [item.reason for item in skipped] == ["no such file or folder"] * 2 + [
        "no such file or directory",
        "not a regular file",
    ]


TAR = b"\0" * 257 + b"ustar" + bytes(300)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04", "a zip archive"),
        (TAR, "a tar archive"),
        (gzip.compress(TAR), "a tar archive"),
        (lzma.compress(TAR), "a tar archive"),
        (b"\x80\x04\x95pickle", "pickled data"),
        (b"\x89PNG\r\n", "a picture"),
        (b"\x04\x22\x4d\x18", "packed with lz4"),
    ],
)
def test_what_is_no_log_is_refused_whatever_its_name(tmp_path: Path, content: bytes, reason: str):
    path = tmp_path / "logs"
    path.write_bytes(content + bytes(300))
    assert reason in gather([str(path)])[1][0].reason


@pytest.mark.parametrize(
    ("path", "speaker"),
    [
        ("run/attempt_0/3/stderr.log", Speaker(local_rank=3)),
        ("logs/rank_12.log", Speaker(rank=12)),
        ("logs/rank-4.txt", Speaker(rank=4)),
        ("node-a/rank0.err", Speaker(rank=0, host="node-a")),
        ("node-a/local_rank_1.log", Speaker(local_rank=1, host="node-a")),
        ("rank_3/local_rank_1.log", Speaker(local_rank=1)),
        ("ranks/3/stderr.log", Speaker(rank=3)),
        ("1/rank.0/stdout", Speaker(rank=0)),
        ("exp_rank8/rank_3.log", Speaker(rank=3)),
        ("logs/node_rank_1.log", Speaker()),
        ("logs/mp_rank_00.log", Speaker()),
        ("logs/lora-rank-16.log", Speaker()),
        ("host=trainer-0/rank=3.log", Speaker(rank=3, host="trainer-0")),
        ("ip-192-0-2-1/x.log", Speaker(host="ip-192-0-2-1")),
        ("gpu-node-017.log", Speaker(host="gpu-node-017")),
        ("nodes8/console.log", Speaker()),
        ("gpu3/console.log", Speaker()),
        ("node-lost-2026-12/console.log", Speaker()),
        ("messages.1", Speaker()),
        ("frankfurt/console.log", Speaker()),
        ("why-rank0-only-hangs/log.txt", Speaker()),
        ("run/rank_5/stderr.log", Speaker(rank=5)),
        ("run/train.rank7.log", Speaker(rank=7)),
        ("console.log", Speaker()),
    ],
)  # fmt: skip
def test_a_path_tells_who_wrote(path: str, speaker: Speaker):
    assert speaker_of(path) == speaker
