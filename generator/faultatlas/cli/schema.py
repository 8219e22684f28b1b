"""`faultatlas schema`: the JSON schemas that editors use for completion and hints."""

from __future__ import annotations

import argparse
from pathlib import Path

from faultatlas.cli.roots import add_records_option, record_roots

NAMES = ("failure", "case", "taxonomy", "errors", "hub", "commands")


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "schema",
        help="print the JSON schemas of records for editors",
        description="Print the JSON schemas of records, with the words of the taxonomy, or write them to a folder.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("schema", metavar="NAME", nargs="?", choices=NAMES, help=f"only one: {', '.join(NAMES)}")
    which.add_argument("--write", metavar="DIR", type=Path, help="write all schemas to this folder")
    add_records_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one schema, or all by name, or write all and print where."""
    roots = record_roots(options.records)

    from faultatlas.export.editor_schema import as_text, editor_schema, editor_schemas
    from faultatlas.library import load

    library = load(roots)
    if options.write is None:
        wanted = {name: editor_schema(name, library) for name in NAMES}
        print(as_text(wanted[options.schema] if options.schema else wanted), end="")
        return 0
    options.write.mkdir(parents=True, exist_ok=True)
    for name, text in editor_schemas(library).items():
        (options.write / name).write_text(text, "utf-8")
        print(options.write / name)
    return 0
