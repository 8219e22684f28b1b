"""Problems as text for people, for a code forge, and for machines."""

from __future__ import annotations

import json
from dataclasses import asdict

from faultatlas import __version__
from faultatlas.problem import Problem, printable

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def text(problems: list[Problem]) -> str:
    """One line for each problem."""
    return "\n".join(str(problem) for problem in problems)


def coloured(problems: list[Problem]) -> str:
    """One line for each problem: the place bold, the rule dim."""
    return "\n".join(
        f"{_BOLD}{printable(item.path)}:{item.line}:{item.column}:{_PLAIN} {printable(item.message)} "
        f"{_DIM}[{item.rule}]{_PLAIN}"
        for item in problems
    )


def github(problems: list[Problem]) -> str:
    """Workflow commands, which the forge shows on the line they name."""
    return "\n".join(
        f"::error file={_property(problem.path)},line={problem.line},col={problem.column},"
        f"title={_property(problem.rule)}::{_data(f'{problem.message} [{problem.rule}]')}"
        for problem in problems
    )


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def json_(problems: list[Problem]) -> str:
    """A list of objects with path, line, column, message and rule."""
    return json.dumps([asdict(problem) for problem in problems], indent=2, ensure_ascii=False)


def sarif(problems: list[Problem]) -> str:
    """A SARIF 2.1.0 log with one run."""
    rules = sorted({problem.rule for problem in problems})
    driver = {"name": "faultatlas", "version": __version__, "rules": [{"id": rule} for rule in rules]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(item) for item in problems],
    }
    return json.dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _result(problem: Problem) -> dict:
    place = {
        "artifactLocation": {"uri": problem.path},
        "region": {"startLine": problem.line, "startColumn": problem.column},
    }
    return {
        "ruleId": problem.rule,
        "level": "error",
        "message": {"text": problem.message},
        "locations": [{"physicalLocation": place}],
    }


FORMATS = {"text": text, "github": github, "json": json_, "sarif": sarif}
