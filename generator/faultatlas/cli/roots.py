"""Where the records are: the record roots of a command."""

from __future__ import annotations

import argparse
from pathlib import Path

from faultatlas.cli.usage import UsageError

PACKED = Path(__file__).parent.parent / "records"


def add_records_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--records`."""
    parser.add_argument(
        "--records",
        metavar="ROOT",
        nargs="+",
        type=Path,
        help="folders that hold kb/, cases/ and taxonomy/; later ones add to the first. "
        "Without it: this folder or the nearest one above that has them, else the records that came with the package",
    )


def record_roots(named: list[Path] | None) -> list[Path]:
    """The named roots, or the one that is nearest to the current directory."""
    if named is None:
        return [_nearest_root()]
    for root in named:
        if not root.is_dir():
            raise UsageError(f"the record root {root} is not a folder; name one that holds kb/, cases/ and taxonomy/")
    return [root.resolve() for root in named]


def _nearest_root() -> Path:
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "kb").is_dir() or (folder / "taxonomy").is_dir():
            return folder
    if PACKED.is_dir():
        return PACKED
    raise UsageError(
        "no records are here: neither this folder nor one above it has kb/ or taxonomy/; use --records ROOT"
    )
