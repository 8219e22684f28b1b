"""Rules on relations between failures: each is said once, says why, and causes do not run in circles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.checks.inline import words
from faultatlas.library import RELATION_LABELS, Library
from faultatlas.problem import Problem
from faultatlas.schema.failure import Relation

_WORD = re.compile(r"[a-z0-9-]+")
_SAYS_NOTHING = re.compile(
    r"an?|and|are|both|can|causes?|each|failures?|in|is|it|its|looks?|like|alike|of|often|one|other|records?|same|"
    r"similar|special|case|that|the|them|they|these|this|to|two|very|with"
)
_BELONGS_TO = {"tell_apart": "looks-like", "scope": "causes", "lag": "causes"}


@rule
def relation_said_once(library: Library) -> Iterator[Problem]:
    """A relation stands in one of the two records; what the other end sees is computed."""
    said: set[tuple[str, str, str]] = set()
    for entry in library.failures.values():
        for index, relation in enumerate(entry.record.relations):
            if (entry.id, relation.kind, relation.to) in said:
                message = f'"{relation.kind} {relation.to}" stands in this record already; say it once'
                yield entry.file.problem(("relations", index), message, "relation-said-once")
            said.add((entry.id, relation.kind, relation.to))
    yield from _said_in_both(library, said)


def _said_in_both(library: Library, said: set[tuple[str, str, str]]) -> Iterator[Problem]:
    for entry in library.failures.values():
        for index, relation in enumerate(entry.record.relations):
            # Causes both ways are a circle, which has a rule of its own.
            if relation.kind == "causes" or relation.to == entry.id:
                continue
            if (relation.to, relation.kind, entry.id) in said:
                other = library.failures[relation.to].file.shown
                message = f'"{relation.kind}" is said in {other} too; say it in one of the two records'
                yield entry.file.problem(("relations", index), message, "relation-said-once")


@rule
def relation_says_why(library: Library) -> Iterator[Problem]:
    """A relation gives its reason, and `looks-like` the one test that tells the two apart."""
    for entry in library.failures.values():
        for index, relation in enumerate(entry.record.relations):
            for key, message in _unexplained(relation):
                yield entry.file.problem(("relations", index, key), message, "relation-says-why")


def _unexplained(relation: Relation) -> Iterator[tuple[str, str]]:
    kind = relation.kind
    if kind == "looks-like" and relation.tell_apart is None:
        yield "kind", "looks-like does not say how to tell the two apart; add tell_apart with do, here and there"
    for key, owner in _BELONGS_TO.items():
        if kind != owner and getattr(relation, key) is not None:
            yield key, f"{key} belongs to {owner} and the kind is {kind}; remove it"
    said = {word for word in _WORD.findall(words(relation.because).lower()) if not _SAYS_NOTHING.fullmatch(word)}
    if len(said - {relation.to}) < 3:
        yield "because", f'because only repeats "{RELATION_LABELS[kind]}"; say what links the two failures'


@rule
def no_causal_cycle(library: Library) -> Iterator[Problem]:
    """Following `causes` never leads back: a failure does not cause itself."""
    graph = {
        id_: [relation.to for relation in entry.record.relations if relation.kind == "causes" and relation.to != id_]
        for id_, entry in library.failures.items()
    }
    for circle in _circles(graph):
        entry = library.failures[circle[0]]
        kinds = [(relation.kind, relation.to) for relation in entry.record.relations]
        loc = ("relations", kinds.index(("causes", circle[1])), "to")
        message = f"the causes run in a circle: {' -> '.join(circle)}; remove the link that is not a cause"
        yield entry.file.problem(loc, message, "no-causal-cycle")


def _circles(graph: dict[str, list[str]]) -> Iterator[list[str]]:
    """The shortest circle through each node that lies on one, told once, from its first id."""
    graph = dict(graph)
    while ends := [node for node, targets in graph.items() if not any(target in graph for target in targets)]:
        for node in ends:
            del graph[node]
    for node in graph:
        circle = _way_back(graph, node)
        if circle and node == min(circle):
            yield circle


def _way_back(graph: dict[str, list[str]], start: str) -> list[str]:
    """The shortest way from a node to itself; empty when there is none."""
    ways, seen = [[start]], {start}
    for way in ways:
        for target in graph[way[-1]]:
            if target == start:
                return [*way, start]
            if target in graph and target not in seen:
                seen.add(target)
                ways.append([*way, target])
    return []
