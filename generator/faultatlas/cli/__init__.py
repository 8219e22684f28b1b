"""The `faultatlas` command: the only place that prints.

Each command is a module with `add`, which declares its arguments, and `run`,
which returns the exit code. Modules import what is heavy inside `run`, so that
the command starts at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper

from faultatlas.cli.usage import UsageError, build_parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0, 1 when problems were found, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its number instead of a traceback.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        options = build_parser().parse_args(arguments)
        code = options.run(options)
        sys.stdout.flush()
        return code
    except UsageError as error:
        print(f"faultatlas: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _forget_output()
        return 141
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"faultatlas: {place}{error.strerror}; make it readable or writable, or name another", file=sys.stderr)
        return 1


def _forget_output() -> None:
    """Keep the interpreter from writing to the closed pipe once more on its way out."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
