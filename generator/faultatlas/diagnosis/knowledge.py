"""The compiled knowledge in the shape the engine works with."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property
from typing import Any


class Pattern:
    """One pattern to look for: a signature, or a line of a report (`structures`). Compiled when first needed."""

    def __init__(self, data: dict[str, Any], is_signature: bool):
        self.data = data
        self.ref: str = data["ref"]
        self.literals: list[str] = data["literals"]
        self.ignore_case: bool = data["ignore_case"]
        self.is_signature = is_signature

    @cached_property
    def regex(self) -> re.Pattern[bytes]:
        """The pattern over the bytes of one segment."""
        return re.compile(self.data["pattern"].encode("latin-1"), re.I if self.ignore_case else 0)


class Knowledge:
    """Signatures, report patterns, failures and the edges between them.

    `data` is what `compile.compiled` gives, or `knowledge.json` read back.
    """

    def __init__(self, data: dict[str, Any]):
        self.data = data
        self.release: str = data["release"]
        self.failures: dict[str, dict[str, Any]] = data["failures"]
        self.grammar: dict[str, Any] = data["grammar"]
        self.patterns = [Pattern(line, True) for line in data["signatures"]]
        self.patterns += [Pattern(line, False) for line in data["structures"]]
        self.signatures = {pattern.ref: pattern for pattern in self.patterns if pattern.is_signature}

    @cached_property
    def causes(self) -> dict[str, list[str]]:
        """Failure -> failures it causes, as the records say it."""
        return _targets(self.data["causes"])

    def brings_about(self, failure: str) -> set[str]:
        """Failures that one brings about at first hand."""
        return set(self.causes.get(failure, []))

    @cached_property
    def endings(self) -> set[str]:
        """Signatures that say that some work ended."""
        return {line["ends"] for line in self.data["signatures"] if line["ends"]}

    @cached_property
    def special_cases(self) -> dict[str, list[str]]:
        """Failure -> more general failures it is a case of."""
        return _targets(self.data["special_cases"])

    @cached_property
    def reach(self) -> dict[str, dict[str, int]]:
        """Failure -> every failure it can bring about, with the number of steps (at most four)."""
        return {failure: _reachable(failure, self.causes) for failure in self.failures}

    def with_sign(self, sign: str) -> list[tuple[str, float]]:
        """Failures that a sign points to, with its specificity for each."""
        found = ((id_, failure["signs"].get(sign)) for id_, failure in self.failures.items())
        return [(id_, specificity) for id_, specificity in found if specificity is not None]


def _targets(edges: list[list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for source, target in edges:
        found[source].append(target)
    return dict(found)


def _reachable(start: str, edges: dict[str, list[str]], most: int = 4) -> dict[str, int]:
    steps: dict[str, int] = {}
    border = [start]
    for distance in range(1, most + 1):
        border = [end for here in border for end in edges.get(here, []) if end not in steps and end != start]
        steps.update(dict.fromkeys(border, distance))
    return steps
