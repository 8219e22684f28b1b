"""Failures and cases as nodes, relations as typed edges: the questions asked of the whole."""

from __future__ import annotations

import networkx as nx

from faultatlas.library import Entry, Library
from faultatlas.schema.failure import Failure


def network(library: Library) -> nx.MultiDiGraph:
    """All records and relations, in an order that depends on nothing but their ids.

    The key of an edge is the kind of the relation; a case `shows` a failure. A failure
    carries its `area` and its `depth`, the place of the first layer at fault counted
    from the surface. A case carries its `host`, the first failure it shows.
    """
    graph = nx.MultiDiGraph()
    for id_, failure in sorted(library.failures.items()):
        graph.add_node(id_, kind="failure", area=failure.area, depth=_depth(library, failure))
    edges = [(id_, edge.there, edge.kind) for id_ in graph for edge in library.edges.get(id_, []) if not edge.inverse]
    for id_, case in sorted(library.cases.items()):
        shown = [failure for failure in case.record.failure_ids() if failure in library.failures]
        graph.add_node(id_, kind="case", host=next(iter(shown), None))
        edges += [(id_, failure, "shows") for failure in shown]
    graph.add_edges_from((source, target, kind, {}) for source, target, kind in sorted(edges) if source != target)
    return graph


def _depth(library: Library, failure: Entry[Failure]) -> int | None:
    layers = list(library.terms.get("layers", {}))
    at_fault = (voice.layer for voice in failure.record.layers if voice.role in ("initiating", "may-initiate"))
    return min((layers.index(layer) for layer in at_fault if layer in layers), default=None)


def causes(graph: nx.MultiDiGraph) -> nx.DiGraph:
    """The failures with the causal edges alone."""
    causal = nx.DiGraph()
    causal.add_nodes_from(node for node, kind in graph.nodes(data="kind") if kind == "failure")
    causal.add_edges_from((source, target) for source, target, kind in graph.edges(keys=True) if kind == "causes")
    return causal


def neighbours(graph: nx.MultiDiGraph, id_: str) -> list[str]:
    """The records joined to this one by any edge, in order of id."""
    return sorted(set(nx.all_neighbors(graph, id_)))


def origins(causal: nx.DiGraph, id_: str) -> list[str]:
    """Where the causal chains that lead to a failure begin."""
    return sorted(node for node in nx.ancestors(causal, id_) if not causal.in_degree(node))


def outcomes(causal: nx.DiGraph, id_: str) -> list[str]:
    """Where the causal chains that leave a failure end."""
    return sorted(node for node in nx.descendants(causal, id_) if not causal.out_degree(node))


def components(graph: nx.MultiDiGraph) -> list[list[str]]:
    """Records that hang together, the largest group first."""
    groups = [sorted(group) for group in nx.weakly_connected_components(graph)]
    return sorted(groups, key=lambda group: (-len(group), group))


def steps(graph: nx.MultiDiGraph) -> dict[str, int]:
    """Failure to its step in the causal chains: each effect stands right of its causes.

    A failure with more effects than causes stands close to its effects. Failures in a
    causal circle share a step. Failures without causal edges are left out.
    """
    causal = causes(graph)
    causal.remove_nodes_from(list(nx.isolates(causal)))
    circles = nx.condensation(causal)
    step: dict[int, int] = {}
    order = list(nx.topological_sort(circles))
    for node in order:
        step[node] = max((step[cause] + 1 for cause in circles.predecessors(node)), default=0)
    for node in reversed(order):
        if circles.out_degree(node) > circles.in_degree(node):
            step[node] = min(step[effect] for effect in circles.successors(node)) - 1
    return {id_: step[node] for node, ids in circles.nodes(data="members") for id_ in ids}
