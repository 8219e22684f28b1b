"""`faultatlas diagnose`: what failed first in these logs, what is only its echo, and what to do."""

from __future__ import annotations

import argparse
import sys

from faultatlas.cli.roots import add_records_option, record_roots
from faultatlas.cli.usage import UsageError

FORMATS = ("text", "json", "markdown", "html")
EXIT_CODES = {"nothing-found": 0, "diagnosed": 10, "uncertain": 11}


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "diagnose",
        help="say what failed first in a log, and what to do",
        description="Read logs and name the first failure: which rank, what is only echo, the cause, the fix and how "
        "to verify it; or say what evidence is missing. Nothing leaves this machine. "
        "Exit code: 0 nothing found, 10 diagnosed, 11 uncertain, 1 cannot read, 2 wrong usage.",
    )
    parser.add_argument(
        "logs", metavar="PATH", nargs="+", help="logs, folders of logs or patterns; - is standard input"
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to report (default: text)")
    parser.add_argument(
        "--explain", action="store_true", help="also list every cause that was considered, with its score"
    )
    parser.add_argument(
        "--baseline",
        metavar="GOOD_LOG",
        nargs="+",
        default=[],
        help="logs of a healthy run: what they say too does not count",
    )
    parser.add_argument(
        "--redact", action=argparse.BooleanOptionalAction, default=None,
        help="replace hosts, addresses, users and secrets by pseudonyms (default: in markdown and html)",
    )  # fmt: skip
    parser.add_argument(
        "--prefilter",
        choices=("auto", "hyperscan", "python"),
        default="auto",
        help="which matcher to search with; the result is the same",
    )
    add_records_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read, diagnose, print; the exit code says which of the outcomes it is."""
    from faultatlas.cli.knowledge import load_knowledge
    from faultatlas.diagnosis.session import diagnose_files

    knowledge = load_knowledge(record_roots(options.records))
    answer, unread = diagnose_files(
        knowledge, options.logs, options.baseline, _prefilter(knowledge, options.prefilter), _progress
    )
    for skipped in unread:
        print(f"faultatlas: {skipped.name}: {skipped.reason}", file=sys.stderr)
    if answer is None:
        return 1
    print(_formatted(answer, options), end="")
    return EXIT_CODES[answer["outcome"]]


def _prefilter(knowledge, choice: str):
    from faultatlas.diagnosis.prefilter import build

    try:
        return build(knowledge.patterns, knowledge.data["triggers"], choice)
    except ImportError:
        raise UsageError("hyperscan is not installed; install faultatlas[fast], or leave out --prefilter") from None


def _progress(files: int):
    from faultatlas.cli.progress import ProgressLine

    return ProgressLine(files)


def _formatted(answer: dict, options: argparse.Namespace) -> str:
    """The report; what leaves the terminal is redacted unless that is refused."""
    import importlib

    redact = options.format in ("markdown", "html") if options.redact is None else options.redact
    if redact:
        from faultatlas.diagnosis.redaction import Redactor, redacted

        answer = redacted(answer, Redactor())
    if not options.explain:
        answer = {**answer, "considered": []}
    report = importlib.import_module(f"faultatlas.cli.reports.{options.format}")
    return report.report(answer)
