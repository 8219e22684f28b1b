"""`faultatlas check` on made-up records."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from benchmarks.measure import BIN, best_of, run
from benchmarks.report import Line, Result, at_most, seconds
from benchmarks.synthetic import write_root

RECORDS = 500
TARGET = 2.0


def measure(quick: bool) -> Result:
    """The whole command, from start to exit code."""
    with tempfile.TemporaryDirectory() as place:
        root = write_root(Path(place) / "root", RECORDS)
        command = [str(BIN / "faultatlas"), "check", "--records", str(root)]
        cost = best_of(2 if quick else 5, {"check": partial(run, command)})["check"]
    how = f"`faultatlas check` on {RECORDS} made-up records, start-up included; best of the rounds."
    return Result(
        "Check",
        how,
        [
            at_most("processor time", cost.cpu, TARGET),
            Line("wall time", seconds(cost.wall)),
            Line("peak memory", f"{cost.memory:.0f} MB"),
        ],
    )
