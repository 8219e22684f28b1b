"""The report for an issue or a postmortem."""

from __future__ import annotations

from typing import Any

from faultatlas.cli.reports import words


def report(answer: dict[str, Any]) -> str:
    """CommonMark; text of a log stands in code blocks only, whose fence it cannot close."""
    parts = [f"## {words.headline(answer)}"]
    for finding in answer["findings"][:1]:
        parts.append(f"**Where:** {words.where(answer)}")
        parts.append(_block([f"{place}  {text}" for place, text in words.lines(finding)]))
        if echo := words.echoes(answer):
            parts.append(f"**Only echo:** {echo}")
        parts += _steps("Do this", finding["fix"])
        parts += _steps("Verify", [{"step": line["expect"], "run": line["run"]} for line in finding["verify"]])
        parts.append(f"Failure mode: [{finding['failure']}]({finding['url']})")
    parts += _list("Versions", words.bad_versions(answer)) + _list("Not sure", words.unsure(answer))
    if answer["outcome"] == "uncertain":
        parts += _steps("Look next", answer["next"])
    parts += _list("Also possible", [f"{one['title']} ({one['support']})" for one in words.others(answer)])
    parts += _list(
        "Considered", [f"{one['score']:.2f} {one['failure']}: {one['fate']}" for one in answer["considered"]]
    )
    return "\n\n".join(parts) + "\n"


def _steps(title: str, steps: list[dict[str, Any]]) -> list[str]:
    """Numbered steps, each command in a block of its own under its step."""
    if not steps:
        return []
    lines = []
    for number, step in enumerate(steps, 1):
        lines.append(f"{number}. {_plain(step['step'])}")
        if step.get("run"):
            lines += ["", *(f"   {line}" for line in _block([step["run"]]).split("\n")), ""]
    return [f"**{title}**", "\n".join(lines).rstrip()]


def _list(title: str, lines: list[str]) -> list[str]:
    return [f"**{title}**", "\n".join(f"- {_plain(line)}" for line in lines)] if lines else []


def _block(lines: list[str]) -> str:
    """A code block; its fence is longer than any run of backticks in it."""
    text = "\n".join(lines)
    longest = max((len(run) for run in text.replace("\n", " ").split() if set(run) == {"`"}), default=0)
    fence = "`" * max(3, longest + 1)
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"


def _plain(text: str) -> str:
    """Text in which nothing is markup; code spans of our records stay."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("[", "\\[").replace("*", "\\*")
