"""Where it started: the rank, host and device of the first failure, or why none is named."""

from __future__ import annotations

from dataclasses import dataclass

from faultatlas.diagnosis.evidence import Evidence, Findings
from faultatlas.diagnosis.hypotheses import TOLERANCE, Hypothesis

# When this part of the ranks that speak shows the same, no rank is to blame.
ALIKE = 0.75


@dataclass(frozen=True)
class Start:
    """The rank that failed first (None: not told), with the line that says so and the reason in words."""

    rank: int | None
    host: str | None
    device: int | None
    evidence: Evidence | None
    why: str


def start_of(one: Hypothesis, findings: Findings) -> Start:
    """Who failed first, as far as the evidence of a hypothesis can tell."""
    accusing = [item for item in one.starts if item.locus != "job"]
    firsts = _first_by_rank(accusing)
    if not firsts:
        return _no_rank(accusing, "these lines name no rank")
    if len(firsts) == 1:
        rank, item = next(iter(firsts.items()))
        return Start(rank, item.host, item.device, item, _why_alone(item, findings))
    if len(firsts) >= max(2, ALIKE * len(findings.heard)):
        return _no_rank(accusing, f"{len(firsts)} of {len(findings.heard)} ranks show the same, so no rank is to blame")
    return _earliest(accusing, sorted(firsts.values(), key=_moment))


def _first_by_rank(evidence: list[Evidence]) -> dict[int, Evidence]:
    found: dict[int, Evidence] = {}
    for item in sorted(evidence, key=_moment):
        if item.rank is not None:
            found.setdefault(item.rank, item)
    return found


def _moment(item: Evidence) -> tuple[float, tuple[int, int]]:
    return (item.seconds if item.seconds is not None else float("inf"), item.order)


def _no_rank(evidence: list[Evidence], why: str) -> Start:
    hosts = {item.host for item in evidence} - {None}
    devices = {item.device for item in evidence} - {None}
    first = min(evidence, key=_moment, default=None)
    return Start(
        None, hosts.pop() if len(hosts) == 1 else None, devices.pop() if len(devices) == 1 else None, first, why
    )


def _why_alone(item: Evidence, findings: Findings) -> str:
    others = len(findings.heard - {item.rank})
    return (
        f"only rank {item.rank} shows it; {others} other ranks show none of it" if others else "the line names the rank"
    )


def _earliest(accusing: list[Evidence], firsts: list[Evidence]) -> Start:
    """The rank that is clearly the first of several, by time, or by place where one log holds them all."""
    first, second = firsts[:2]
    if first.seconds is not None and second.seconds is not None:
        apart = 1.0 if first.source == second.source else TOLERANCE
        if second.seconds - first.seconds > apart:
            lead = round(second.seconds - first.seconds)
            return Start(
                first.rank, first.host, first.device, first, f"rank {first.rank} shows it {lead} s before the next"
            )
    return _no_rank(accusing, f"{len(firsts)} ranks show it and no time tells which was first")
