"""From evidence to causes: each failure that may have started it, what it explains, and how well it is supported."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import prod

from faultatlas.diagnosis.evidence import Evidence, Findings
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.signs import signs

Rule = Callable[[Knowledge, "Hypothesis", "Hypothesis"], bool]

# Seconds within which two events have no order: clocks of hosts differ, and stamps may be whole seconds.
TOLERANCE = 5.0
# Work that is still going on explains echoes only when its last line stands this near above them, in bytes.
NEAR = 16_384
# A context line below this says too little to count when what it can cause did happen.
TELLING = 0.3
# How much an echo of its own, and how much explaining all echoes, add to a cause.
ECHO_WEIGHT, COVERAGE_WEIGHT = 0.25, 0.35
LATE_FACTOR, RECOVERED_FACTOR = 0.6, 0.4


@dataclass
class Hypothesis:
    """One failure as the start, with what speaks for and against it.

    `score` is 0 to 1; `fate` says why it does not stand, and is empty while it does.
    """

    failure: str
    starts: list[Evidence]
    own: list[Evidence]
    explains: list[Evidence]
    against: list[str] = field(default_factory=list)
    coverage: float = 0.0
    score: float = 0.0
    fate: str = ""

    @cached_property
    def seconds(self) -> float | None:
        """When it began, as far as the lines say."""
        return min((item.seconds for item in self.starts if item.seconds is not None), default=None)

    @cached_property
    def order(self) -> tuple[int, int]:
        """Place of its first line in the input."""
        return min(item.order for item in self.starts or self.own)

    @property
    def places(self) -> set[tuple[int, int]]:
        """The lines it rests on."""
        return {item.order for item in self.starts}


def considered(knowledge: Knowledge, findings: Findings) -> list[Hypothesis]:
    """All hypotheses: first those that stand, best first, then those that another one accounts for."""
    evidence = [*findings.evidence, *signs(knowledge, findings)]
    echoes = [item for item in evidence if item.role == "collateral"]
    starts = [item for item in evidence if item.role == "initiating" and not _is_own_echo(item, echoes)]
    starts += _unfinished(knowledge, evidence, echoes)
    starts += _behind_the_scenes(knowledge, evidence, starts)
    found = [_hypothesis(knowledge, failure, starts, evidence, echoes) for failure in _failures(starts)]
    _settle(knowledge, found, _explains, "an effect of")
    _settle(knowledge, found, _replaces, "told better by")
    return sorted(found, key=lambda one: (bool(one.fate), -round(one.score, 3), one.order, one.failure))


def _settle(knowledge: Knowledge, found: list[Hypothesis], rule: Rule, words: str) -> None:
    """Give a fate to each hypothesis that one still standing accounts for by a rule."""
    standing = [one for one in found if not one.fate]
    for one in standing:
        by = next((other for other in standing if other is not one and rule(knowledge, other, one)), None)
        one.fate = f"{words} {by.failure}" if by else ""


def echoed(knowledge: Knowledge, findings: Findings) -> list[Hypothesis]:
    """What echoes alone can say: failures whose echoes are seen, the best told first. None of them is a cause."""
    echoes = findings.with_role("collateral")
    found = []
    for failure in _failures(echoes):
        own = [item for item in echoes if item.failure == failure]
        if knowledge.failures[failure]["severity"] != "notice":
            found.append(
                Hypothesis(failure, [], own, [], score=_together(item.specificity for item in _distinct(own)) / 2)
            )
    return sorted(found, key=lambda one: (-round(one.score, 3), one.order, one.failure))


def _failures(evidence: list[Evidence]) -> list[str]:
    return sorted({item.failure for item in evidence})


def _hypothesis(
    knowledge: Knowledge, failure: str, starts: list[Evidence], evidence: list[Evidence], echoes: list[Evidence]
) -> Hypothesis:
    reach = knowledge.reach[failure]
    explains = [item for item in echoes if item.failure in reach or item.failure == failure]
    mine = [item for item in starts if item.failure == failure]
    own = [item for item in evidence if item.failure == failure and item.role in ("collateral", "context")]
    one = Hypothesis(failure, mine, own, explains)
    one.coverage = len(_refs(explains)) / len(_refs(echoes)) if echoes else 0.0
    one.score = _score(one)
    _weigh_against(one, evidence, echoes)
    return one


def _score(one: Hypothesis) -> float:
    score = _together(item.specificity for item in _distinct(one.starts))
    score = _together([score, *(ECHO_WEIGHT * item.specificity for item in _distinct(one.own))])
    return score + (1 - score) * COVERAGE_WEIGHT * one.coverage


def _weigh_against(one: Hypothesis, evidence: list[Evidence], echoes: list[Evidence]) -> None:
    """An echo that came before, and a recovery that came after, speak against it."""
    earlier = [item for item in echoes if _clearly_before(item.seconds, one.seconds)]
    if earlier and one.explains:
        one.score *= LATE_FACTOR
        one.against.append(f"an echo was printed before it: {earlier[0].text.strip()[:160]}")
    recovered = [item for item in evidence if item.role == "recovery" and item.failure == one.failure]
    if any(item.order > max(start.order for start in one.starts) for item in recovered):
        one.score *= RECOVERED_FACTOR
        one.against.append(f"a later line says it recovered: {recovered[-1].text.strip()[:160]}")


def _unfinished(knowledge: Knowledge, evidence: list[Evidence], echoes: list[Evidence]) -> list[Evidence]:
    """Lines of work that was going on, and had not ended, when the echoes it can cause came."""
    found = []
    for item in (item for item in evidence if item.role == "progress" and item.ref not in knowledge.endings):
        ends = knowledge.signatures[item.ref].data["ends"]
        if ends and any(
            other.ref == ends and other.last_offset > item.last_offset for other in _same_log(item, evidence)
        ):
            continue
        reach = knowledge.reach[item.failure]
        if any(echo.failure in reach and _follows(echo, item) for echo in echoes):
            found.append(item)
    return found


def _is_own_echo(item: Evidence, echoes: list[Evidence]) -> bool:
    """Whether an echo of the same failure names the same process, so that the line is about a victim."""
    pid = item.captures.get("pid")
    return pid is not None and any(
        other.captures.get("pid") == pid and other.failure == item.failure and other.source == item.source
        for other in echoes
    )


def _behind_the_scenes(knowledge: Knowledge, evidence: list[Evidence], starts: list[Evidence]) -> list[Evidence]:
    """Lines that prove nothing alone, but of something that can cause what did happen."""
    happened = {item.failure for item in starts}
    return [
        item
        for item in evidence
        if item.role == "context" and item.specificity >= TELLING and happened & knowledge.brings_about(item.failure)
    ]


def _same_log(item: Evidence, evidence: list[Evidence]) -> list[Evidence]:
    return [other for other in evidence if other.source == item.source]


def _follows(echo: Evidence, work: Evidence) -> bool:
    if echo.source == work.source:
        return 0 <= echo.offset - work.last_offset <= NEAR
    return echo.stamp_seconds is not None and work.seconds is not None and work.seconds <= echo.stamp_seconds


def _explains(knowledge: Knowledge, cause: Hypothesis, effect: Hypothesis) -> bool:
    """Whether one hypothesis makes another an effect: the records say it can, and it did not come later."""
    can = effect.failure in knowledge.reach[cause.failure]
    return can and not _clearly_before(effect.seconds, cause.seconds) and cause.score >= 0.5 * effect.score


def _replaces(knowledge: Knowledge, better: Hypothesis, other: Hypothesis) -> bool:
    """A special case stands for the general one when it explains echoes or rests on lines of its own."""
    if other.failure in knowledge.special_cases.get(better.failure, []):
        return bool(better.coverage) or bool(better.places - other.places)
    if better.failure in knowledge.special_cases.get(other.failure, []):
        return not other.coverage and not other.places - better.places
    return False


def _clearly_before(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and one < other - TOLERANCE


def _together(parts: Iterable[float]) -> float:
    """Independent reasons add up like this: 1 when one is sure, more than each of them else."""
    return 1 - prod(1 - part for part in parts)


def _distinct(evidence: list[Evidence]) -> list[Evidence]:
    """One of each signature, and of signatures that match the same line only the surest."""
    by_ref = {item.ref: item for item in reversed(evidence)}
    by_place: dict[tuple[int, int], Evidence] = {}
    for item in sorted(by_ref.values(), key=lambda item: (item.specificity, item.ref)):
        by_place[item.order] = item
    return list(by_place.values())


def _refs(evidence: list[Evidence]) -> set[str]:
    return {item.ref for item in evidence}
