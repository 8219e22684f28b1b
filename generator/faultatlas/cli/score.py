"""`faultatlas score`: how often the diagnosis is right on logs whose answer is known."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from faultatlas.cli.roots import add_records_option, record_roots
from faultatlas.cli.usage import UsageError


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "score",
        help="measure the diagnosis on labelled logs",
        description="Diagnose every labelled log below a folder (those with an expect.yaml) and count right answers. "
        "The exit code is 1 when there is no labelled log, or a label is broken.",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="folder of labelled logs")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print (default: text)")
    add_records_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what is not right, one line each, and the counts."""
    if not options.folder.is_dir():
        raise UsageError(f"{options.folder} is not a folder; name one with labelled logs")
    from faultatlas import scoring
    from faultatlas.cli.knowledge import load_knowledge
    from faultatlas.diagnosis.prefilter import build

    logs, problems = scoring.labelled_logs(options.folder)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not logs:
        print(f"faultatlas: no labelled logs below {options.folder}; a label is an expect.yaml", file=sys.stderr)
        return 1
    knowledge = load_knowledge(record_roots(options.records))
    results = list(scoring.scored(knowledge, build(knowledge.patterns, knowledge.data["triggers"]), logs))
    counts = scoring.summary(results)
    print(_as_json(results, counts) if options.format == "json" else _as_text(results, counts))
    return 1 if problems else 0


def _as_json(results: list, counts: dict) -> str:
    lines = [{"log": one.log.name, "accept": one.log.expected.accept, **_said(one)} for one in results]
    return json.dumps({"schema": "faultatlas.score/1", "summary": counts, "logs": lines}, indent=2)


def _said(one) -> dict:
    return {
        "named": one.named, "support": one.support, "outcome": one.answer["outcome"], "covered": one.covered,
        "right": one.right, "rank": one.rank,
    }  # fmt: skip


def _as_text(results: list, counts: dict) -> str:
    wrong = [one for one in results if (one.covered and not one.right) or one.rank == "wrong" or _bold(one)]
    lines = [
        f"{one.log.name}: {', '.join(one.named[:2]) or 'left open'} ({one.support or one.answer['outcome']}, rank "
        f"{one.rank}); right would be {' or '.join(one.log.expected.accept)}"
        for one in wrong
    ]
    table = [f"{name:<30}{count['count']:>5} of {count['of']}" for name, count in counts.items()]
    return "\n".join([*lines, "" if lines else "every answer is right", *table])


def _bold(one) -> bool:
    """Named with strong support, and wrong."""
    return one.support == "strong" and not one.right
