"""The same answer in the words of every report."""

from __future__ import annotations

from typing import Any

SUPPORT = {"strong": "well supported", "moderate": "likely", "weak": "a guess"}
NOTHING = "Nothing found: no line that a record describes as a failure."
NO_RECORD = "An uncaught exception, and no record that describes it."
MOST_LINES = 4


def headline(answer: dict[str, Any]) -> str:
    """What failed, in one line."""
    if not answer["findings"]:
        return NOTHING if answer["outcome"] == "nothing-found" else NO_RECORD
    best = answer["findings"][0]
    said = SUPPORT[best["support"]] if answer["outcome"] == "diagnosed" else "uncertain"
    return f"{best['title']} ({said})"


def where(answer: dict[str, Any]) -> str:
    """Rank, host and device of the first failure, and why it is that one."""
    start = answer["initiating"]
    if start:
        host = f" on {start['host']}" if start["host"] else ""
        return f"rank {start['rank']}{host}: {start['why']}"
    locus = answer["findings"][0]["locus"] if answer["findings"] else {}
    named = [f"{name} {locus[name]}" for name in ("host", "device") if locus.get(name) is not None]
    return ", ".join(named) or "no rank can be named"


def lines(finding: dict[str, Any]) -> list[tuple[str, str]]:
    """(place, text) of the evidence, each line of a log once."""
    found: dict[tuple[str, int], tuple[str, str]] = {}
    for item in finding["evidence"]:
        times = f" ({item['count']} times)" if item["count"] > 1 else ""
        found.setdefault(
            (item["file"], item["line"]), (f"{item['file']}:{item['line']}", visible(item["text"]) + times)
        )
    return list(found.values())[:MOST_LINES]


def echoes(answer: dict[str, Any]) -> str:
    """What is only echo, in one line; empty when there is none."""
    count = sum(item["count"] for item in answer["collateral"])
    if not count:
        return ""
    ranks = sorted({rank for item in answer["collateral"] for rank in item["ranks"]})
    shown = ", ".join(map(str, ranks[:12])) + (f" and {len(ranks) - 12} more" if len(ranks) > 12 else "")
    return f"{count} line{'s' * (count > 1)}" + (f" of rank{'s' * (len(ranks) > 1)} {shown}" if ranks else "")


def unsure(answer: dict[str, Any]) -> list[str]:
    """What is missing or speaks against the first finding."""
    against = answer["findings"][0]["against"] if answer["findings"] else []
    return [visible(line) for line in (*answer["missing"], *against)]


def bad_versions(answer: dict[str, Any]) -> list[str]:
    """Versions in the logs that have a known defect."""
    return [
        f"{item['program']} {item['version']} is known bad ({defect['versions']}): {defect['why']}"
        for item in answer["versions"]
        for defect in item["known_bad"]
    ]


def others(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The findings after the first."""
    return answer["findings"][1:]


def visible(text: str) -> str:
    """Text of a log in which nothing acts on a terminal or hides: control and direction characters become a dot."""
    return "".join(letter if letter.isprintable() else "·" for letter in text.strip().replace("\t", "  "))
