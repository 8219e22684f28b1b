"""What several ranks show together, though no single line says it: who raises, who waits elsewhere, who is behind."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from faultatlas.diagnosis.evidence import Evidence, Exceptional, Findings
from faultatlas.diagnosis.knowledge import Knowledge

# A group of ranks is the odd one out when it is at most this part of those that speak.
MINORITY = 1 / 3


@dataclass(frozen=True)
class Seen:
    """A sign, the rank it accuses (None: none in particular) and the line that shows it."""

    sign: str
    rank: int | None
    source: int
    offset: int
    text: str


def signs(knowledge: Knowledge, findings: Findings) -> list[Evidence]:
    """Evidence for each failure that a sign points to."""
    seen = [*_raised(findings), *_apart(findings), *_other_collective(findings), *_behind(findings), *_silent(findings)]
    return [
        _evidence(failure, specificity, item, findings)
        for item in seen
        for failure, specificity in knowledge.with_sign(item.sign)
    ]


def _evidence(failure: str, specificity: float, seen: Seen, findings: Findings) -> Evidence:
    """A sign counts like the hit of an initiating signature, with the time of the line that shows it."""
    near = [item for item in findings.evidence if (item.source, item.offset) == (seen.source, seen.offset)]
    seconds = next((item.seconds for item in near if item.seconds is not None), None)
    locus = "rank" if seen.rank is not None else "job"
    return Evidence(
        f"{failure}/{seen.sign}", failure, "initiating", locus, specificity, seen.rank, None, None, seen.source,
        seen.offset, seen.offset, seconds, seconds, 1, seen.text, {},
    )  # fmt: skip


def _raised(findings: Findings) -> list[Seen]:
    """Ranks with an exception of their own, while others show only echoes."""
    own = _own(findings)
    raisers = {item.rank for item in own}
    echoing = {item.rank for item in findings.with_role("collateral")} - raisers
    if not own or not echoing or len(raisers) > max(1, len(findings.heard) * MINORITY):
        return []
    return [_seen("one-rank-raised", item.rank, item) for item in own[: len(raisers)]]


def _apart(findings: Findings) -> list[Seen]:
    """Ranks that wait in another place of the user's code than the rest."""
    waiting = {item.rank: item for item in _exceptions(findings) if item.rank is not None and _is_echo(item, findings)}
    if len(waiting) < 3 or len(waiting) < len({item.rank for item in _exceptions(findings)} - {None}):
        return []
    places: dict[str | None, list[int]] = defaultdict(list)
    for rank, item in sorted(waiting.items()):
        places[item.raised.user_frame].append(rank)
    odd = _odd_ones(list(places.values()), len(waiting))
    if len(places) < 2 or None in places:
        return []
    if len(odd) == 1:
        return [_seen("one-rank-waits-elsewhere", odd[0], waiting[odd[0]])]
    return [_seen("ranks-wait-apart", None, waiting[min(waiting)])]


def _other_collective(findings: Findings) -> list[Seen]:
    """Ranks that run different operations under one sequence number."""
    for ranks in _by_sequence(findings).values():
        calls: dict[tuple, list[int]] = defaultdict(list)
        for rank, item in sorted(ranks.items()):
            calls[item.captures.get("op"), item.captures.get("numel_in")].append(rank)
        if len(calls) > 1:
            odd = _odd_ones(list(calls.values()), len(ranks))
            shown = ranks[odd[0] if odd else min(ranks)]
            rank = odd[0] if len(odd) == 1 else None
            return [Seen("collectives-apart", rank, shown.source, shown.offset, shown.text)]
    return []


def _behind(findings: Findings) -> list[Seen]:
    """The few ranks whose last operation has a lower sequence number than that of the rest."""
    last: dict[str, dict[int, tuple[int, Evidence]]] = defaultdict(dict)
    for item in findings.evidence:
        number = item.captures.get("enqueued") or item.captures.get("seq") or ""
        if item.rank is not None and number.isdigit():
            ranks = last[item.captures.get("pg", "")]
            ranks[item.rank] = max(ranks.get(item.rank, (-1, item)), (int(number), item), key=lambda pair: pair[0])
    for ranks in last.values():
        highest = max(number for number, _ in ranks.values())
        behind = [rank for rank, (number, _) in sorted(ranks.items()) if number < highest]
        if 0 < len(behind) <= len(ranks) * MINORITY:
            shown = [ranks[rank][1] for rank in behind]
            return [Seen("rank-behind", item.rank, item.source, item.offset, item.text) for item in shown]
    return []


def _silent(findings: Findings) -> list[Seen]:
    """The few ranks without a word at the end, while others wait for them or find their connection cut off."""
    ends = {item.rank: item for item in findings.with_role("collateral") if item.rank is not None and _is_end(item)}
    spoken = {*ends, *(item.rank for item in findings.exceptions)}
    silent = sorted(findings.heard - spoken)
    if len(ends) < 2 or not 0 < len(silent) <= len(findings.heard) * MINORITY or _own(findings):
        return []
    waiting = [item for item in ends.values() if "peer_host" not in item.captures]
    first = min(waiting or ends.values(), key=lambda item: item.order)
    sign = "rank-silent-peers-wait" if waiting else "rank-silent-peers-cut-off"
    return [Seen(sign, rank, first.source, first.offset, first.text) for rank in silent]


def _is_end(item: Evidence) -> bool:
    """Whether an echo is the last word of a rank: it waited in vain, or lost the connection to a peer."""
    return any(name in item.captures for name in ("peer_host", "ran_ms", "waited_ms", "timeout_ms"))


def _by_sequence(findings: Findings) -> dict[tuple, dict[int, Evidence]]:
    found: dict[tuple, dict[int, Evidence]] = defaultdict(dict)
    for item in findings.evidence:
        if item.rank is not None and "seq" in item.captures and "op" in item.captures:
            found[item.captures.get("pg", ""), item.captures["seq"]].setdefault(item.rank, item)
    return found


def _odd_ones(groups: list[list[int]], total: int) -> list[int]:
    """The ranks outside the largest group, when they are few; else none."""
    odd = [rank for group in sorted(groups, key=len)[:-1] for rank in group]
    return odd if 0 < len(odd) <= total * MINORITY else []


def _exceptions(findings: Findings) -> list[Exceptional]:
    return [item for item in findings.exceptions if not item.raised.by_launcher]


def _own(findings: Findings) -> list[Exceptional]:
    """Exceptions that are no echo of another rank's."""
    return [item for item in _exceptions(findings) if not _is_echo(item, findings)]


def _is_echo(item: Exceptional, findings: Findings) -> bool:
    return (item.source, item.raised.offset) in findings.echo_places


def _seen(sign: str, rank: int | None, item: Exceptional) -> Seen:
    text = f"{item.raised.type}: {item.raised.message}" if item.raised.message else item.raised.type
    return Seen(sign, rank, item.source, item.raised.offset, text)
