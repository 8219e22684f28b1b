"""The arguments of all commands, and one clear sentence for each wrong use."""

from __future__ import annotations

import argparse
import difflib
import importlib
from typing import NoReturn

from faultatlas import __version__

COMMANDS = ("diagnose", "score", "check", "new", "schema", "ids")


class UsageError(Exception):
    """The command line asks for something that does not exist; the message says so in one sentence."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line with one sentence."""
        raise UsageError(f"{message}; see {self.prog} --help")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Answer an unknown word with the nearest known one."""
        if action.choices is None or value in action.choices:
            return
        words = [str(choice) for choice in action.choices]
        close = difflib.get_close_matches(str(value), words, n=1)
        hint = f'did you mean "{close[0]}"?' if close else f"use {', '.join(words)}"
        raise UsageError(f'no {action.dest} is called "{value}"; {hint}')


def build_parser() -> Parser:
    """The whole command line."""
    parser = Parser(
        prog="faultatlas",
        description="Fault Atlas: failure modes and public incidents of large ML training, as checked records.",
        epilog="Each command has its own help: faultatlas check --help",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"faultatlas {__version__}")
    parser.set_defaults(run=lambda options: _missing_command())
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in COMMANDS:
        importlib.import_module(f"faultatlas.cli.{name}").add(commands)
    return parser


def _missing_command() -> NoReturn:
    raise UsageError(f"say what to do: {', '.join(COMMANDS)}; see faultatlas --help")
