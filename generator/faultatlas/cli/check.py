"""`faultatlas check`: every problem of the records, each with its place and what would be right."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from faultatlas.cli.roots import add_records_option, record_roots
from faultatlas.cli.usage import UsageError
from faultatlas.problem import Problem

FORMATS = ("text", "github", "json", "sarif")


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "check",
        help="check records and report every problem",
        description="Check all records together and report what is wrong, as path:line:col: message [rule]. "
        "The exit code is 1 when there are problems, 0 when there are none.",
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="report only on these files and folders")
    add_records_option(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to print problems (default: text)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check, print what concerns the named paths, and say by the exit code whether anything did."""
    problems = [problem for problem in _problems(options) if _concerns(problem, options.paths)]
    if text := _formatted(problems, options.format):
        print(text)
    return 1 if problems else 0


def _problems(options: argparse.Namespace) -> list[Problem]:
    for path in options.paths:
        if not path.exists():
            raise UsageError(f"{path} does not exist; name a record, or a folder with records")
    roots = record_roots(options.records)

    from faultatlas.checks import check
    from faultatlas.library import load

    return check(load(roots, Path.cwd()))


def _concerns(problem: Problem, paths: list[Path]) -> bool:
    # Unlike Path.resolve this bears links that lead to themselves, which are among what is reported.
    place = Path(os.path.realpath(problem.path))
    return not paths or any(place.is_relative_to(os.path.realpath(path)) for path in paths)


def _formatted(problems: list[Problem], format_: str) -> str:
    from faultatlas.cli import problem_formats

    if format_ == "text" and sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        return problem_formats.coloured(problems)
    return problem_formats.FORMATS[format_](problems)
