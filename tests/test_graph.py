"""The graph: the questions asked of it, and a picture that is right, stable and legible."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from faultatlas.graph import Node, Picture, causes, components, draw, neighbours, network, origins, outcomes
from faultatlas.library import Entry, Library
from faultatlas.pages.graph import graph_pages
from faultatlas.pages.markup import plain
from faultatlas.pages.site import Site
from faultatlas.schema.failure import Relation
from markupsafe import escape

from tests.conftest import ROOT

ROOM = 86  # height of a band that holds one record of two lines
HOSTILE = "</title><script>alert(1)</script>\" onload='x' {{ 7 * 7 }}"


def related(kind: str, to: str) -> Relation:
    return Relation(kind=kind, to=to, because="It leads there.")


def changed(library: Library, id_: str, **values) -> Entry:
    """A record with other values; they are not validated, so they may be hostile."""
    entry = library.records[id_]
    return replace(entry, record=entry.record.model_copy(update=values))


def with_failures(library: Library, failures: dict[str, list[Relation]], area: str = "nccl") -> Library:
    """A library with more failures, each a copy of the first with these relations."""
    model = next(iter(library.failures.values()))
    added = {
        id_: replace(model, id=id_, area=area, record=model.record.model_copy(update={"relations": relations}))
        for id_, relations in failures.items()
    }
    return Library(
        failures=dict(sorted({**library.failures, **added}.items())),
        cases=library.cases,
        taxonomies=library.taxonomies,
    )


@pytest.fixture
def chain(tiny: Library) -> Library:
    """A causes b, b causes c and d, and e stands alone, as does a record of the fixture library."""
    id_ = next(iter(tiny.failures))
    alone = Library(failures={id_: changed(tiny, id_, relations=[])}, taxonomies=tiny.taxonomies)
    to_both = [related("causes", "c"), related("causes", "d")]
    return with_failures(alone, {"a": [related("causes", "b")], "b": to_both, "c": [], "d": [], "e": []})


def boxes(picture: Picture) -> dict[str, tuple[float, float, float, float]]:
    return {node.id: node.box for node in picture.nodes}


def overlap(a: Node, b: Node) -> bool:
    (ax, ay, aw, ah), (bx, by, bw, bh) = a.box, b.box
    return ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah


# Questions


def test_every_relation_is_an_edge_once(library):
    graph = network(library)
    said = {(id_, r.to, r.kind) for id_, entry in library.failures.items() for r in entry.record.relations}
    shown = {(case, f, "shows") for case, entry in library.cases.items() for f in entry.record.failure_ids()}
    assert sorted(graph.edges(keys=True)) == sorted(said | shown)


def test_edges_are_the_own_relations_of_which_the_library_knows_the_inverse(library):
    for source, target, kind in network(library).edges(keys=True):
        if kind != "shows":
            assert any(edge.inverse and edge.there == source and edge.kind == kind for edge in library.edges[target])


def test_neighbours_are_seen_from_both_ends(library):
    graph = network(library)
    for id_ in graph:
        for other in neighbours(graph, id_):
            assert id_ in neighbours(graph, other)


def test_causal_chains_are_followed_to_both_ends(chain):
    causal = causes(network(chain))
    assert origins(causal, "c") == ["a"]
    assert outcomes(causal, "a") == ["c", "d"]
    assert origins(causal, "a") == outcomes(causal, "d") == outcomes(causal, "e") == []


def test_components_come_with_the_largest_first(chain):
    assert components(network(chain))[:2] == [["a", "b", "c", "d"], ["e"]]


def test_a_relation_to_a_record_that_is_not_there_is_left_out(chain):
    lost = with_failures(chain, {"f": [related("causes", "nowhere")]})
    assert neighbours(network(lost), "f") == []


# The picture


def test_the_same_library_is_the_same_picture(library):
    shuffled = Library(
        failures=dict(reversed(library.failures.items())),
        cases=dict(reversed(library.cases.items())),
        taxonomies=library.taxonomies,
    )
    first, second = draw(library), draw(shuffled)
    for part in ("width", "height", "nodes", "edges", "bands", "columns"):
        assert getattr(first, part) == getattr(second, part)


def test_the_picture_does_not_depend_on_the_hash_seed():
    code = (
        "from pathlib import Path; from faultatlas.library import load; from faultatlas.graph import draw;"
        f"p = draw(load([Path({str(ROOT)!r})])); print(p.nodes, p.edges)"
    )
    environments = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    first, second = (subprocess.check_output([sys.executable, "-c", code], env=env) for env in environments)
    assert first == second


@pytest.mark.parametrize("area", ["nccl", "rdma", "an-area-of-its-own"])
@pytest.mark.parametrize("relations", [[], ["causes"], ["looks-like"]])
def test_one_more_record_moves_the_others_little(library, area, relations):
    target = "nccl-collective-timeout"
    more = with_failures(library, {"a-new-failure": [related(kind, target) for kind in relations]}, area)
    before, after = boxes(draw(library)), boxes(draw(more))
    for id_, (x, y, width, height) in before.items():
        moved = after[id_]
        assert abs(moved[0] - x) <= 40
        assert abs(moved[1] - y) <= ROOM
        assert moved[2:] == (width, height)


def test_labels_do_not_overlap(library):
    picture = draw(library)
    clashes = [(a.id, b.id) for a, b in itertools.combinations(picture.nodes, 2) if overlap(a, b)]
    assert clashes == []


def test_labels_are_whole_and_inside_the_picture(library):
    picture = draw(library)
    for node in picture.nodes:
        x, y, width, height = node.box
        assert x >= -8
        assert y >= 0
        assert x + width <= picture.width + 8
        assert y + height <= picture.height
        if node.kind == "failure":
            assert "".join(node.lines) == node.id


def test_causes_stand_left_of_their_effects(library):
    picture = draw(library)
    x = {node.id: node.x for node in picture.nodes}
    assert all(x[edge.source] < x[edge.target] for edge in picture.edges if edge.kind == "causes")


def test_a_causal_circle_is_drawn_and_not_followed_for_ever(chain):
    circle = with_failures(chain, {"d": [related("causes", "b")]})
    x = {node.id: node.x for node in draw(circle).nodes}
    assert x["b"] == x["d"]
    assert x["a"] < x["b"] < x["c"]


def test_only_directed_kinds_have_arrows(library):
    for edge in draw(library).edges:
        assert bool(edge.tip) == (edge.kind in ("causes", "special-case-of"))


def stretches(path: str) -> Iterator[tuple[float, float, float, float]]:
    """The straight stretches of a line, corners included, as boxes without area: left, top, right, bottom."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    points = zip(numbers[::2], numbers[1::2], strict=True)
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def runs_over(path: str, node: Node) -> bool:
    x, y, width, height = node.box
    return any(
        left < x + width and right > x and top < y + height - 2 and bottom > y + 2
        for left, top, right, bottom in stretches(path)
    )


def test_lines_run_over_no_label(library):
    picture = draw(library)
    for edge in picture.edges:
        others = [node for node in picture.nodes if node.id not in (edge.source, edge.target)]
        assert [node.id for node in others if runs_over(edge.path, node)] == [], edge


def test_many_cases_of_one_failure_become_glyphs(tiny):
    case = next(iter(tiny.cases.values()))
    record = case.record.model_copy(update={"failures": ["gpu-lost"]})
    cases = {id_: replace(case, id=id_, record=record) for id_ in (f"case-{n}" for n in range(9))}
    picture = draw(Library(failures=tiny.failures, cases=cases, taxonomies=tiny.taxonomies))
    shown = [node for node in picture.nodes if node.kind == "case"]
    assert len(shown) == 9
    assert all(node.lines == () for node in shown)
    assert not any(overlap(a, b) for a, b in itertools.combinations(shown, 2))


def test_an_empty_library_has_an_empty_picture():
    picture = draw(Library())
    assert (picture.nodes, picture.edges) == ([], [])


@pytest.mark.parametrize("count", [300, 1500])
def test_large_libraries_are_drawn_whole(tiny, count):
    ids = [f"failure-{n:04}" for n in range(count)]
    kinds = ("looks-like", "causes", "causes")
    others = {n: [other for other in (n * 7 % count, n + 13) if n < other < count] for n in range(count)}
    large = with_failures(tiny, {ids[n]: [related(kinds[n % 3], ids[other]) for other in others[n]] for n in others})
    picture = draw(large)
    assert len(picture.nodes) >= count


# The page


def page_of(library: Library) -> str:
    return next(graph_pages(Site(library))).body


def test_the_page_lists_every_record_with_its_relations(library):
    body = page_of(library)
    assert [id_ for id_ in library.records if f'data-entry="{id_}"' not in body] == []
    for id_, edges in library.edges.items():
        entry = body[body.index(f'<article class="net-entry" id="{id_}"') :].split("</article>")[0]
        for edge in edges:
            assert f'href="../failures/{edge.there}/"' in entry
            assert str(escape(plain(edge.relation.because))) in entry


def test_every_node_is_a_link_to_its_record(library):
    link = r'<a class="net-node \w+" href="\.\./(?:failures|cases)/([a-z0-9-]+)/" data-id="\1"'
    nodes = re.findall(link, page_of(library))
    assert sorted(nodes) == sorted(library.records)


def test_hostile_text_stays_text(tiny):
    failures = {id_: changed(tiny, id_, title=HOSTILE, summary=HOSTILE) for id_ in tiny.failures}
    cases = {id_: changed(tiny, id_, title=HOSTILE, organisation=HOSTILE) for id_ in tiny.cases}
    body = page_of(Library(failures=failures, cases=cases, taxonomies=tiny.taxonomies))
    assert "<script" not in body
    assert "onload='x'" not in body
    assert "{{ 7 * 7 }}" in body
