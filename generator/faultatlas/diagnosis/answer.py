"""The answer: findings best first, where it started, what is echo, what is missing, what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from faultatlas.diagnosis.evidence import Evidence, Findings, Origin, put_together
from faultatlas.diagnosis.gaps import missing, next_steps
from faultatlas.diagnosis.hypotheses import Hypothesis, considered, echoed
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.scan import Report
from faultatlas.diagnosis.starts import Start, start_of
from faultatlas.diagnosis.versions import held_against

SCHEMA = "faultatlas.diagnosis/1"
STRONG, MODERATE, WEAKEST = 0.8, 0.5, 0.2
# Without this lead over the next best, or while echoes remain that it does not explain, support is not strong.
LEAD = 0.1
MOST_FINDINGS, MOST_EVIDENCE = 5, 8

Place = tuple[int, int]
Numbers = Callable[[set[Place]], dict[Place, int]]


def diagnose(knowledge: Knowledge, logs: Sequence[tuple[Origin, Report]], numbers: Numbers) -> dict[str, Any]:
    """The answer as JSON values. `numbers` gives the line, counted from 1, for each (log, offset) that is shown."""
    findings = put_together(knowledge, list(logs))
    hypotheses = considered(knowledge, findings)
    standing = [one for one in hypotheses if not one.fate and one.score >= WEAKEST]
    shown = standing[:MOST_FINDINGS] or echoed(knowledge, findings)[:1]
    start = start_of(standing[0], findings) if standing else None
    writer = _Writer(knowledge, logs)
    lines = [
        writer.finding(one, _support(one, standing), start_of(one, findings) if one.starts else None) for one in shown
    ]
    writer.number(numbers)
    outcome = _outcome(lines, findings)
    return {
        "schema": SCHEMA,
        "outcome": outcome,
        "findings": lines,
        "initiating": writer.initiating(start),
        "collateral": _collateral(findings),
        "missing": missing(knowledge, shown, start, findings) if outcome != "nothing-found" else [],
        "next": next_steps(knowledge, shown, findings),
        "considered": [_considered(one) for one in hypotheses],
        "versions": held_against(knowledge, findings.versions),
        "input": _input(logs, findings),
    }


def _support(one: Hypothesis, standing: list[Hypothesis]) -> str:
    others = [other.score for other in standing if other is not one]
    lead = one.score - max(others, default=0.0)
    if one.score >= STRONG and lead >= LEAD and not one.against:
        return "strong"
    return "moderate" if one.score >= MODERATE else "weak"


def _outcome(lines: list[dict[str, Any]], findings: Findings) -> str:
    if not lines:
        unknown = [item for item in findings.exceptions if not item.raised.by_launcher]
        return "uncertain" if unknown else "nothing-found"
    return "uncertain" if lines[0]["support"] == "weak" else "diagnosed"


class _Writer:
    """Puts hypotheses into the words of the JSON contract."""

    def __init__(self, knowledge: Knowledge, logs: Sequence[tuple[Origin, Report]]):
        self._knowledge = knowledge
        self._names = [origin.name for origin, _ in logs]
        self._unnumbered: list[tuple[Place, dict[str, Any]]] = []

    def finding(self, one: Hypothesis, support: str, start: Start | None) -> dict[str, Any]:
        failure = self._knowledge.failures[one.failure]
        evidence = sorted([*one.starts, *one.own], key=lambda item: (item.role != "initiating", item.order))
        locus = {"rank": start.rank, "host": start.host, "device": start.device} if start else _NO_LOCUS
        return {
            "failure": one.failure,
            "title": failure["title"],
            "url": failure["url"],
            "support": support,
            "measured": failure.get("measured", _NOT_MEASURED),
            "locus": locus,
            "evidence": [self.evidence(item) for item in evidence[:MOST_EVIDENCE]],
            "against": one.against,
            "fix": failure["fix"],
            "verify": failure["verify"],
        }

    def evidence(self, item: Evidence) -> dict[str, Any]:
        line = {
            "signature": item.ref,
            "file": self._names[item.source],
            "line": 0,
            "text": item.text,
            "rank": item.rank,
            "host": item.host,
            "time": _clock(item.stamp_seconds),
            "count": item.count,
        }
        self._unnumbered.append((item.order, line))
        return line

    def number(self, numbers: Numbers) -> None:
        """Fill in line numbers, asked for all at once since a log may have to be read again."""
        found = numbers({place for place, _ in self._unnumbered})
        for place, line in self._unnumbered:
            line["line"] = found[place]

    def initiating(self, start: Start | None) -> dict[str, Any] | None:
        if start is None or start.rank is None:
            return None
        return {"rank": start.rank, "host": start.host, "time": _clock(start.evidence.seconds), "why": start.why}


_NOT_MEASURED = {"right": 0, "of": 0}
_NO_LOCUS = {"rank": None, "host": None, "device": None}


def _considered(one: Hypothesis) -> dict[str, Any]:
    """How a hypothesis fared, for those who ask why."""
    return {
        "failure": one.failure,
        "score": round(one.score, 3),
        "coverage": round(one.coverage, 3),
        "signatures": sorted({item.ref for item in one.starts}),
        "explains": sorted({item.ref for item in one.explains}),
        "fate": one.fate or "stands",
    }


def _clock(seconds: float | None) -> str | None:
    """ISO 8601 without a zone: what the log's own clock said."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat(timespec="milliseconds")


def _collateral(findings: Findings) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for item in findings.with_role("collateral"):
        line = found.setdefault(item.ref, {"signature": item.ref, "ranks": set(), "count": 0})
        line["ranks"] |= {item.rank} - {None}
        line["count"] += item.count
    return [{**line, "ranks": sorted(line["ranks"])} for line in found.values()]


def _input(logs: Sequence[tuple[Origin, Report]], findings: Findings) -> dict[str, Any]:
    lines = [report.line_count for _, report in logs]
    return {
        "files": len(logs),
        "bytes": sum(report.bytes for _, report in logs),
        "lines": None if None in lines else sum(lines),
        "ranks": max(len(findings.heard), findings.world or 0),
        "skipped": [],
    }
