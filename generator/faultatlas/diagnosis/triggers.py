"""Triggers: a few short texts that stand in for all literals where no fast matcher is installed.

Python finds one text in a block at gigabytes a second, so the fewer texts, the faster. Greedy set cover: each trigger
is a substring of many literals; every literal holds at least one trigger.
"""

from __future__ import annotations

from collections import defaultdict
from math import exp

SHORTEST, LONGEST = 6, 20


def triggers(literal_sets: list[list[str]]) -> list[str]:
    """A small set of lower-case texts such that each literal, in lower case, holds at least one."""
    left = {literal.lower() for literals in literal_sets for literal in literals}
    held = _holders(left)
    chosen: list[str] = []
    while left:
        best = max(held, key=lambda text: (_gain(text, held[text] & left), text))
        chosen.append(best)
        left -= held.pop(best)
    return sorted(chosen)


def _holders(literals: set[str]) -> dict[str, set[str]]:
    """Each substring that may be a trigger, with the literals that hold it."""
    found: dict[str, set[str]] = defaultdict(set)
    for literal in literals:
        for size in range(min(SHORTEST, len(literal)), min(LONGEST, len(literal)) + 1):
            for start in range(len(literal) - size + 1):
                found[literal[start : start + size]].add(literal)
    return found


def _gain(text: str, covered: set[str]) -> float:
    """Literals covered for what a trigger costs."""
    return len(covered) / _cost(text) if covered else 0.0


def _cost(text: str) -> float:
    """One search, and the vain hits: few for a long text or one with signs, many for a short run of plain letters."""
    signs = sum(not (letter.isalpha() or letter == " ") for letter in text)
    return 1 + 30 * exp(-(len(text) + 3 * signs) / 4)
