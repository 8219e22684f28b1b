"""One command, measured: processor seconds with all its children, wall seconds, peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

BIN = Path(sys.executable).parent
ENVIRONMENT = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}


@dataclass(frozen=True)
class Cost:
    """What a run cost: user and system seconds, wall seconds, peak memory in megabytes."""

    cpu: float
    wall: float
    memory: float


class RunFailed(Exception):
    """A measured command failed; the message is its output."""


def run(command: list[str], folder: Path | None = None, codes: Collection[int] = (0,)) -> Cost:
    """Run a command to its end and return what it cost.

    The peak is that of the largest process; the one that measures stays small, since
    the kernel counts its memory as the child's first. `codes` are the exit codes of success.
    """
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in codes:
            output.seek(0)
            raise RunFailed(output.read().decode(errors="replace")[-2000:])
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def best_of(rounds: int, runs: dict[str, Callable[[], Cost]]) -> dict[str, Cost]:
    """The cheapest of several rounds of each run; the runs take turns, so that load on the machine meets all alike."""
    found: dict[str, list[Cost]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, measured in runs.items():
            found[name].append(measured())
    return {name: min(costs, key=lambda cost: cost.cpu) for name, costs in found.items()}
