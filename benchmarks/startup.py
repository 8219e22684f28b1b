"""How long the command takes to start."""

from __future__ import annotations

import sys
from functools import partial

from benchmarks.measure import BIN, Cost, best_of, run
from benchmarks.report import Line, Result, seconds
from benchmarks.synthetic import REPOSITORY

HOW = "Against an interpreter that does nothing, `python -c pass`, taking turns in one run; best of the rounds."
COMMANDS = {
    "nothing": [sys.executable, "-c", "pass"],
    "--version": [str(BIN / "faultatlas"), "--version"],
    "check": [str(BIN / "faultatlas"), "check"],
}


def measure(quick: bool) -> Result:
    """The version, and a check of the shipped records."""
    costs = best_of(5 if quick else 15, {name: partial(run, command, REPOSITORY) for name, command in COMMANDS.items()})
    lines = [
        Line("`python -c pass`", seconds(costs["nothing"].cpu)),
        _line("`faultatlas --version`", costs["--version"], costs["nothing"]),
        _line("`faultatlas check`, shipped records", costs["check"], costs["nothing"]),
    ]
    return Result("Start-up", HOW, lines)


def _line(what: str, cost: Cost, nothing: Cost) -> Line:
    return Line(what, f"{seconds(cost.cpu)}, {cost.cpu / nothing.cpu:.1f} times nothing")
