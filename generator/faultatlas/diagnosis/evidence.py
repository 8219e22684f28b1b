"""Hits of all logs side by side: each with its rank, its host and the moment it speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from faultatlas.diagnosis.folds import Fold
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.prefix import NOBODY, Speaker
from faultatlas.diagnosis.scan import Report
from faultatlas.diagnosis.structure import Raised


@dataclass(frozen=True, slots=True)
class Origin:
    """What is known of a log before it is read: its name and, from its path, who wrote it."""

    name: str
    speaker: Speaker = NOBODY


@dataclass(frozen=True, slots=True)
class Evidence:
    """A folded hit in its place. `seconds` is when the fault it tells of began, None when no line says."""

    ref: str
    failure: str
    role: str
    locus: str
    specificity: float
    rank: int | None
    host: str | None
    device: int | None
    source: int
    offset: int
    last_offset: int
    seconds: float | None
    stamp_seconds: float | None
    count: int
    text: str
    captures: dict[str, str] = field(hash=False)

    @property
    def order(self) -> tuple[int, int]:
        """Place in the input: which log, then where in it."""
        return self.source, self.offset


@dataclass(frozen=True)
class Exceptional:
    """An uncaught exception in its place."""

    raised: Raised
    rank: int | None
    source: int


@dataclass
class Findings:
    """All that the logs say together."""

    evidence: list[Evidence]
    exceptions: list[Exceptional]
    heard: set[int]
    world: int | None
    versions: dict[str, str]

    def with_role(self, *roles: str) -> list[Evidence]:
        """Evidence of these roles, in the order of the input."""
        return [item for item in self.evidence if item.role in roles]

    @cached_property
    def echo_places(self) -> set[tuple[int, int]]:
        """Where lines stand that only victims print."""
        return {item.order for item in self.with_role("collateral")}

    @property
    def silent(self) -> list[int]:
        """Ranks of the job that no log lets speak; empty when the size of the job is unknown."""
        return [rank for rank in range(min(self.world or 0, 100_000)) if rank not in self.heard]


def put_together(knowledge: Knowledge, logs: list[tuple[Origin, Report]]) -> Findings:
    """Evidence of all logs. Local ranks count as ranks when the input holds one host at most."""
    one_host = len({host for _, report in logs for host in report.hosts}) <= 1
    evidence: list[Evidence] = []
    exceptions: list[Exceptional] = []
    for source, (origin, report) in enumerate(logs):
        for fold in report.folds:
            evidence.append(_evidence(knowledge, fold, origin, source, one_host))
        for raised in report.raised:
            exceptions.append(Exceptional(raised, _rank(raised.speaker.filled(origin.speaker), one_host), source))
    heard = {rank for _, report in logs for rank in report.ranks}
    heard |= {item.rank for item in (*evidence, *exceptions) if item.rank is not None}
    heard |= {_rank(origin.speaker, one_host) for origin, _ in logs} - {None}
    world = _world(logs)
    heard = {rank for rank in heard if world is None or rank < world}
    return Findings(evidence, exceptions, heard, world, _versions(report for _, report in logs))


def _evidence(knowledge: Knowledge, fold: Fold, origin: Origin, source: int, one_host: bool) -> Evidence:
    signature = knowledge.signatures[fold.ref].data
    speaker = fold.speaker.filled(origin.speaker)
    rank = _accused(signature, fold, _rank(speaker, one_host))
    stamp = fold.first.stamp
    seconds = stamp.seconds if stamp and not stamp.relative else None
    return Evidence(
        fold.ref, signature["failure"], signature["role"], signature["locus"], signature["specificity"],
        rank, fold.first.captures.get("host") or speaker.host, speaker.device, source, fold.first.offset,
        fold.last_offset, _onset(signature, fold, seconds), seconds, fold.count, fold.first.text, fold.first.captures,
    )  # fmt: skip


def _rank(speaker: Speaker, one_host: bool) -> int | None:
    return speaker.rank if speaker.rank is not None or not one_host else speaker.local_rank


def _accused(signature: dict, fold: Fold, speaking: int | None) -> int | None:
    """The rank that a line is about: the one it names when it reports a fault, else the one that prints it."""
    named = fold.first.captures.get("rank", "")
    if named.isdigit() and (speaking is None or signature["role"] == "initiating"):
        return int(named)
    return speaking


def _onset(signature: dict, fold: Fold, seconds: float | None) -> float | None:
    """When the fault of a line began. A time that stands on a line above may be hours old and decides no order."""
    if seconds is None or not fold.first.dated:
        return None
    waited = fold.first.captures.get(signature["onset"] or "", "")
    return seconds - int(waited) / 1000 if waited.isdigit() else seconds


def _world(logs: list[tuple[Origin, Report]]) -> int | None:
    return max((report.world for _, report in logs if report.world), default=None)


def _versions(reports: Iterable[Report]) -> dict[str, str]:
    found: dict[str, str] = {}
    for report in reports:
        found.update(report.versions)
    return dict(sorted(found.items()))
