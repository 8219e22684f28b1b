"""The report for a terminal: what, where, why, do this, verify so, what is not sure."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

from faultatlas.cli.reports import words

_LABEL = 9


def report(answer: dict[str, Any]) -> str:
    """Plain text; with colour when standard output is a terminal that wants it."""
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = min(shutil.get_terminal_size((100, 24)).columns, 120)
    out = [_painted(words.headline(answer), "1;31" if answer["outcome"] == "diagnosed" else "1", coloured)]
    for label, text in _rows(answer):
        out += _row(label, text, width, coloured)
    return "\n".join(out) + "\n"


def _rows(answer: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Label and text of each line of the report; the text of a log line or a command is never wrapped."""
    for finding in answer["findings"][:1]:
        yield "where", words.where(answer)
        yield from (("why", f"\0{place}  {text}") for place, text in words.lines(finding))
        if echo := words.echoes(answer):
            yield "echo", f"{echo}: printed by victims, not the cause"
        yield from _steps("do", finding["fix"])
        yield from _steps("verify", [{"step": line["expect"], "run": line["run"]} for line in finding["verify"]])
    yield from (("versions", line) for line in words.bad_versions(answer))
    yield from (("not sure", line) for line in words.unsure(answer))
    if answer["outcome"] == "uncertain":
        yield from _steps("look", answer["next"])
    yield from (("or", f"{other['title']} ({words.SUPPORT[other['support']]})") for other in words.others(answer))
    yield from (("page", other["url"]) for other in answer["findings"][:1])
    yield from (("not read", words.visible(line)) for line in answer["input"]["skipped"])
    yield from (("explain", _explained(one)) for one in answer["considered"])


def _steps(label: str, steps: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for step in steps:
        yield label, step["step"]
        if step.get("run"):
            yield label, f"\0$ {step['run']}"


def _explained(one: dict[str, Any]) -> str:
    return f"{one['score']:.2f} {one['failure']}: {', '.join(one['signatures'])}; {one['fate']}"


def _row(label: str, text: str, width: int, coloured: bool) -> list[str]:
    """A label in its column and the text beside it; a text that begins with NUL stays on one line."""
    body = [text[1:]] if text.startswith("\0") else textwrap.wrap(text, max(width - _LABEL, 30)) or [""]
    first = _painted(label.ljust(_LABEL), "2", coloured) + body[0]
    return [first, *(" " * _LABEL + line for line in body[1:])]


def _painted(text: str, style: str, coloured: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if coloured else text
