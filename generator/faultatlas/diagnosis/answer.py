"""The answer: findings best first, where it started, what is echo, what is missing, what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from faultatlas.diagnosis.evidence import Evidence, Findings, Origin, put_together
from faultatlas.diagnosis.gaps import missing, next_steps
from faultatlas.diagnosis.hypotheses import Hypothesis, echoed, ranked
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.scan import Report
from faultatlas.diagnosis.starts import Start, start_of
from faultatlas.diagnosis.versions import held_against

SCHEMA = "faultatlas.diagnosis/1"
STRONG, MODERATE, WEAKEST = 0.8, 0.5, 0.2
# Without this lead over the next best, or while echoes remain that it does not explain, support is not strong.
LEAD = 0.1
MOST_FINDINGS, MOST_EVIDENCE = 5, 8

LineOf = Callable[[int, int], int]


def diagnose(knowledge: Knowledge, logs: Sequence[tuple[Origin, Report]], line_of: LineOf) -> dict[str, Any]:
    """The answer as JSON values. `line_of(log, offset)` gives a line number, counted from 1."""
    findings = put_together(knowledge, list(logs))
    standing = [one for one in ranked(knowledge, findings) if one.score >= WEAKEST]
    shown = standing[:MOST_FINDINGS] or echoed(knowledge, findings)[:1]
    start = start_of(standing[0], findings) if standing else None
    writer = _Writer(knowledge, logs, line_of)
    lines = [
        writer.finding(one, _support(one, standing), start_of(one, findings) if one.starts else None) for one in shown
    ]
    outcome = _outcome(lines, findings)
    return {
        "schema": SCHEMA,
        "outcome": outcome,
        "findings": lines,
        "initiating": writer.initiating(start),
        "collateral": _collateral(findings),
        "missing": missing(knowledge, shown, start, findings) if outcome != "nothing-found" else [],
        "next": next_steps(knowledge, shown, findings),
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

    def __init__(self, knowledge: Knowledge, logs: Sequence[tuple[Origin, Report]], line_of: LineOf):
        self._knowledge = knowledge
        self._names = [origin.name for origin, _ in logs]
        self._line_of = line_of

    def finding(self, one: Hypothesis, support: str, start: Start | None) -> dict[str, Any]:
        failure = self._knowledge.failures[one.failure]
        evidence = sorted([*one.starts, *one.own], key=lambda item: (item.role != "initiating", item.order))
        locus = {"rank": start.rank, "host": start.host, "device": start.device} if start else _NO_LOCUS
        return {
            "failure": one.failure,
            "title": failure["title"],
            "url": failure["url"],
            "support": support,
            "measured": failure.get("measured"),
            "locus": locus,
            "evidence": [self.evidence(item) for item in evidence[:MOST_EVIDENCE]],
            "against": one.against,
            "fix": failure["fix"],
            "verify": failure["verify"],
        }

    def evidence(self, item: Evidence) -> dict[str, Any]:
        return {
            "signature": item.ref,
            "file": self._names[item.source],
            "line": self._line_of(item.source, item.offset),
            "text": item.text,
            "rank": item.rank,
            "host": item.host,
            "time": _clock(item.stamp_seconds),
            "count": item.count,
        }

    def initiating(self, start: Start | None) -> dict[str, Any] | None:
        if start is None or start.rank is None:
            return None
        return {"rank": start.rank, "host": start.host, "time": _clock(start.evidence.seconds), "why": start.why}


_NO_LOCUS = {"rank": None, "host": None, "device": None}


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
    return {
        "files": len(logs),
        "bytes": sum(report.bytes for _, report in logs),
        "lines": None,
        "ranks": max(len(findings.heard), findings.world or 0),
        "skipped": [],
    }
