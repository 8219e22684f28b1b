"""`faultatlas new`: an annotated record to fill in."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from faultatlas.cli import roots
from faultatlas.cli.roots import add_records_option, record_roots
from faultatlas.cli.usage import UsageError

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "new",
        help="write an annotated record to fill in",
        description="Write a new failure or case, with a comment for each field, and print where it is.",
    )
    parser.add_argument("kind", choices=("failure", "case"), help="a failure mode, or one public incident")
    parser.add_argument(
        "id", metavar="ID", help="lower-case words joined by dashes; a case is <organisation>-<yyyy>-<words>"
    )
    parser.add_argument("--area", help="folder of a failure under kb/, such as gpu or nccl")
    add_records_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the template and say what comes next."""
    root = record_roots(options.records)[0]
    if root == roots.PACKED:
        raise UsageError("the records that came with the package are not to be changed; run this in a checkout")
    path = _path(root, options)

    from faultatlas.export.template import template
    from faultatlas.library import load
    from faultatlas.schema.case import Case
    from faultatlas.schema.failure import Failure

    library = load([root], Path.cwd())
    if path.exists() or options.id in library.ids_ever():
        raise UsageError(f'the id "{options.id}" is taken; choose another, or edit the record that has it')
    path.parent.mkdir(parents=True, exist_ok=True)
    # "x" never writes through a link or over a file.
    with path.open("x", encoding="utf-8") as file:
        file.write(template(Failure if options.kind == "failure" else Case, library))
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    print(f"{shown}\nFill it in, then run: make check")
    return 0


def _path(root: Path, options: argparse.Namespace) -> Path:
    for name in filter(None, (options.id, options.area)):
        if not _SLUG.fullmatch(name):
            raise UsageError(f'"{name}" has the wrong form; use lower-case words joined by dashes')
    if options.kind == "case":
        return root / "cases" / f"{options.id}.yaml"
    areas = sorted(path.name for path in (root / "kb").glob("*/"))
    if options.area is None:
        raise UsageError(f"say the area of the failure with --area, such as {', '.join(areas) or 'gpu'}")
    if areas and options.area not in areas:
        right = f"use one of {', '.join(areas)}, or make the folder kb/{options.area} first"
        raise UsageError(f'no area is called "{options.area}"; {right}')
    return root / "kb" / options.area / f"{options.id}.yaml"
