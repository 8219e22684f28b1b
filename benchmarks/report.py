"""What was measured, as lines of a table, and the file that keeps them."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

RESULTS = Path(__file__).parent / "RESULTS.md"

HEAD = """# Measurements

Written by `python -m benchmarks{option}`; do not edit. Compare ratios, which are of one run: absolute numbers
depend on the machine and on what else it does.

"""


@dataclass(frozen=True)
class Line:
    """One number: what was measured, what came out, its target, and whether that was met (None: no target)."""

    what: str
    found: str
    target: str = ""
    met: bool | None = None


@dataclass(frozen=True)
class Result:
    """One measurement: its heading, how it was made, and its numbers."""

    title: str
    how: str
    lines: list[Line]


def seconds(value: float) -> str:
    """A duration with two digits that mean something."""
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s"


def at_most(what: str, value: float, limit: float, write: Callable[[float], str] = seconds) -> Line:
    """A number that should not exceed a limit."""
    return Line(what, write(value), f"at most {write(limit)}", value <= limit)


def at_least(what: str, value: float, limit: float, write: Callable[[float], str]) -> Line:
    """A number that should reach a limit."""
    return Line(what, write(value), f"at least {write(limit)}", value >= limit)


def markdown(results: Iterable[Result], option: str) -> str:
    """All results as one page."""
    return HEAD.format(option=option) + f"{_machine()}\n" + "".join(_section(result) for result in results)


def _machine() -> str:
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("mkdocs", "mkdocs-material"))
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {versions}."


def _section(result: Result) -> str:
    rows = "".join(f"| {line.what} | {line.found} | {line.target} | {_met(line)} |\n" for line in result.lines)
    return (
        f"\n## {result.title}\n\n{result.how}\n\n| what | found | target | met |\n| --- | ---: | ---: | --- |\n{rows}"
    )


def _met(line: Line) -> str:
    return "" if line.met is None else "yes" if line.met else "no"
