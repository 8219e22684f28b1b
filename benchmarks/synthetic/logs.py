"""Made-up training logs with planted failures: `python -m benchmarks.synthetic.logs FOLDER MEGABYTES SHORT`.

Run as a process of its own, so that the one that measures stays small. The clean and the noisy log have the same
ordinary lines; the planted ones are the `match` examples of the records. The same arguments give the same logs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from benchmarks.synthetic.roots import REPOSITORY

SHARES = {"clean": 0.0001, "noisy": 0.02}
LINES_AT_ONCE = 10_000
SMALL_LINES = 2_000

Line = Callable[[Random, int], str]


def write_logs(folder: Path, megabytes: int, short: int) -> None:
    """`clean.log`, `noisy.log`, their first `short` megabytes, `small.log`, `knowledge.json` and `literals`."""
    planted = _write_knowledge(folder)
    _write_small(folder / "small.log", planted)
    _write_long(folder, megabytes * 1_000_000, planted)
    for name in SHARES:
        with (folder / f"{name}.log").open("rb") as log:
            (folder / f"{name}-short.log").write_bytes(log.read(short * 1_000_000))


def _write_knowledge(folder: Path) -> list[bytes]:
    """What the records know, as both engines read it; returns the lines they say they match."""
    from faultatlas.diagnosis.compile import compiled
    from faultatlas.library import load

    library = load([REPOSITORY], REPOSITORY)
    data = compiled(library)
    (folder / "knowledge.json").write_text(json.dumps(data), "utf-8")
    literals = {literal for line in (*data["signatures"], *data["structures"]) for literal in line["literals"]}
    (folder / "literals").write_bytes("".join(f"{literal}\n" for literal in sorted(literals)).encode("latin-1"))
    failures = sorted(library.failures.values(), key=lambda entry: entry.id)
    matched = [example for entry in failures for line in entry.record.signatures for example in line.match]
    return [text.rstrip("\n").encode() for text in matched]


def _write_small(path: Path, planted: list[bytes]) -> None:
    lines = ordinary(Random(1), SMALL_LINES, 0)
    lines[-100] = planted[0]
    path.write_bytes(b"\n".join(lines) + b"\n")


def _write_long(folder: Path, size: int, planted: list[bytes]) -> None:
    """Both logs, in blocks of lines; a planted line takes the place of an ordinary one."""
    random = Random(7)
    with (folder / "clean.log").open("wb") as clean, (folder / "noisy.log").open("wb") as noisy:
        number = 0
        while clean.tell() < size:
            lines = ordinary(random, LINES_AT_ONCE, number)
            clean.write(_with_planted(random, lines, planted, SHARES["clean"]))
            noisy.write(_with_planted(random, lines, planted, SHARES["noisy"]))
            number += LINES_AT_ONCE


def _with_planted(random: Random, lines: list[bytes], planted: list[bytes], share: float) -> bytes:
    lines = list(lines)
    for place in random.sample(range(len(lines)), round(share * len(lines))):
        lines[place] = random.choice(planted)
    return b"\n".join(lines) + b"\n"


def ordinary(random: Random, count: int, number: int) -> list[bytes]:
    """Lines of a healthy run; ten of them a second, counted from `number`."""
    makers = random.choices(list(MAKERS), list(MAKERS.values()), k=count)
    return [maker(random, number + place).encode() for place, maker in enumerate(makers)]


def _clock(number: int) -> str:
    seconds, tenth = divmod(number, 10)
    minutes, hours = seconds // 60, seconds // 3600
    return f"{hours % 24:02d}:{minutes % 60:02d}:{seconds % 60:02d}.{tenth}00"


def _megatron(random: Random, number: int) -> str:
    step, value = number // 12, random.random()
    return (
        f" [2026-03-{1 + number // 864000 % 28:02d} {_clock(number)[:8]}] iteration {step:8d}/ 1000000 | "
        f"consumed samples: {step * 1024:12d} | elapsed time per iteration (ms): {4000 + 900 * value:.1f} | "
        f"throughput per GPU (TFLOP/s/GPU): {380 + 40 * value:.1f} | learning rate: {3e-4 * value:.6E} | "
        f"global batch size:  1024 | lm loss: {2 + value:.6E} | loss scale: 1.0 | grad norm: {value:.3f} | "
        "number of skipped iterations:   0 | number of nan iterations:   0 |"
    )


def _trainer(random: Random, number: int) -> str:
    value = random.random()
    return (
        f"{{'loss': {2 + value:.4f}, 'grad_norm': {value:.6f}, 'learning_rate': {value * 3e-4:.6e}, "
        f"'epoch': {number / 1e6:.2f}}}"
    )


def _nccl(random: Random, number: int) -> str:
    host, rank, channel = random.randrange(64), random.randrange(8), random.randrange(24)
    return (
        f"node-{host:02d}:{30000 + rank}:{31000 + channel} [{rank}] NCCL INFO Channel {channel:02d}/0 : "
        f"{host * 8 + rank}[{rank}] -> {host * 8 + (rank + 1) % 8}[{(rank + 1) % 8}] via P2P/CUMEM/read"
    )


def _nccl_net(random: Random, number: int) -> str:
    host, rank = random.randrange(64), random.randrange(8)
    return (
        f"node-{host:02d}:{30000 + rank}:{31000 + rank} [{rank}] NCCL INFO NET/IB : Using [0]mlx5_{rank}:1/IB/SHARP "
        f"[RO]; OOB eth0:10.0.{host}.{rank + 1}<0>"
    )


def _loader(random: Random, number: int) -> str:
    return (
        f"2026-03-01 {_clock(number).replace('.', ',')} - dataloader - INFO - [rank {random.randrange(512)}] worker "
        f"{random.randrange(8)} loaded shard_{number % 99991:05d}.tar, {random.randrange(9999)} samples in "
        f"{random.random():.3f}s"
    )


def _tqdm(random: Random, number: int) -> str:
    done = number % 1000
    return "\r".join(
        f"Training: {(done + more) // 10:3d}%|{'█' * ((done + more) // 50):20s}| {done + more}/1000 "
        f"[{number // 600 % 60:02d}:{more:02d}<{random.randrange(60):02d}:00, {random.random() + 1:.2f}it/s]"
        for more in range(3)
    )


def _glog(random: Random, number: int) -> str:
    return (
        f"I0301 {_clock(number)}000 {random.randrange(9999):5d} ProcessGroupNCCL.cpp:{random.randrange(700, 3000)}] "
        f"[PG ID 0 PG GUID 0(default_pg) Rank {random.randrange(512)}] ProcessGroupNCCL initialization options: "
        f"size: 512, global rank: {random.randrange(512)}, TIMEOUT(ms): 600000, USE_HIGH_PRIORITY_STREAM: 0"
    )


def _python_log(random: Random, number: int) -> str:
    return (
        f"[2026-03-01 {_clock(number).replace('.', ',')}] [INFO] [logging.py:128:log_dist] "
        f"[Rank 0] step={number // 9}, skipped=0, lr=[{random.random() * 3e-4:.6e}], mom=[[0.9, 0.95]]"
    )


def _kernel(random: Random, number: int) -> str:
    return (
        f"Mar  1 {_clock(number)[:8]} node-{random.randrange(64):02d} kernel: [{number / 10:12.6f}] mlx5_core "
        f"0000:{random.randrange(256):02x}:00.0 eth{random.randrange(8)}: Link up"
    )


def _ray(random: Random, number: int) -> str:
    return (
        f"(RayTrainWorker pid={random.randrange(1000, 9999)}, ip=10.0.{random.randrange(64)}.5) INFO 03-01 "
        f"{_clock(number)[:8]} metrics.py:{random.randrange(300, 400)}] Avg throughput: {random.random() * 999:.1f} "
        f"tokens/s, Running: {random.randrange(99)} reqs, Pending: 0 reqs, GPU cache usage: {random.random():.1%}."
    )


# How often each kind of line comes.
MAKERS: dict[Line, int] = {
    _megatron: 20, _trainer: 12, _nccl: 15, _nccl_net: 5, _loader: 16, _tqdm: 6, _glog: 8, _python_log: 8, _kernel: 5,
    _ray: 5,
}  # fmt: skip


if __name__ == "__main__":
    write_logs(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
