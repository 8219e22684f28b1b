"""`faultatlas ids`: every id that an address may name and that must therefore never die."""

from __future__ import annotations

import argparse

from faultatlas.cli.roots import add_records_option, record_roots


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "ids",
        help="print every id that must never die",
        description="Print the ids of all records, withdrawn and former ones included, one a line. "
        "A release writes them to taxonomy/released-ids.txt; the check then sees that none is lost.",
    )
    add_records_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the ids in order."""
    roots = record_roots(options.records)

    from faultatlas.library import load

    print("\n".join(sorted(load(roots).ids_ever())))
    return 0
