"""The page of a failure mode: the answer, the proof, the way out, the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faultatlas.library import Edge, Entry, facet_words
from faultatlas.pages.citation import citation
from faultatlas.pages.markup import first_sentence, plain
from faultatlas.pages.neighbours import neighbour_map
from faultatlas.pages.page import Page
from faultatlas.pages.site import Site
from faultatlas.pages.timeline import axis
from faultatlas.schema.failure import Failure
from faultatlas.schema.taxonomy import FACETS

BLAME = {
    "rank": "the rank that prints it first",
    "device": "one GPU or NIC",
    "host": "one host",
    "job": "no rank: the whole job",
}

SIGN_WORDS = {
    "one-rank-raised": "One rank raises an exception of its own, the others only echo",
    "one-rank-waits-elsewhere": "One rank waits in another place of the code than the rest",
    "ranks-wait-apart": "Ranks wait in different places of the code",
    "collectives-apart": "Ranks run different operations under one sequence number",
    "rank-behind": "A few ranks are behind in the sequence of operations",
    "rank-silent-peers-wait": "A few ranks are silent while the others wait",
    "rank-silent-peers-cut-off": "A few ranks are silent and the others lost the connection",
}


@dataclass(frozen=True)
class Couplet:
    """One test and where each of its outcomes leads; `there` is None for this sheet."""

    test: str
    outcomes: list[tuple[str, str | None]]


def failure_pages(site: Site) -> Iterator[Page]:
    """One page for each failure mode."""
    for entry in site.library.failures.values():
        yield failure_page(site, entry)


def failure_page(site: Site, entry: Entry[Failure]) -> Page:
    """The page of one failure mode."""
    record, path = entry.record, f"failures/{entry.id}/"
    here = site.here(path, record.sources)
    twins = {".md": f"failures/{entry.id}.md", ".json": f"failures/{entry.id}.json"}
    cases = site.library.cases_by_failure.get(entry.id, [])
    edges = site.library.edges.get(entry.id, [])
    body = site.render(
        "failure.html",
        here,
        entry=entry,
        record=record,
        sections=_sections(record, cases, edges),
        words={facet: facet_words(record, facet) for facet in FACETS},
        blame=_blame(record),
        sign_words=SIGN_WORDS,
        cases=cases,
        axis=axis(cases),
        letters={m.id: chr(65 + i) for i, m in enumerate(record.mechanism)},
        couplets=couplets(edges),
        edges=edges,
        map=neighbour_map(here, entry.id, edges),
        rows=site.library.rows_by_failure.get(entry.id, []),
        codes=site.library.codes_by_failure.get(entry.id, []),
        twins=twins,
        cite=citation(site, record.title, path, record.reviewed),
        edit=here.edit_url(entry.file.shown),
    )
    description = plain(record.summary)
    return Page(
        path, record.title, description, body, "browse/", "failure", entry.file.shown, _json_ld(record), twins=twins
    )


def _sections(record: Failure, cases: list, edges: list[Edge]) -> list[tuple[str, str]]:
    """The numbered sections that have something to show, in the order of the sheet."""
    present = [
        ("yours", "Is it yours?", True),
        ("layers", "What each layer says", record.layers),
        ("symptoms", "You see, it means", True),
        ("mechanism", "Mechanism", True),
        ("fix", "Fix", True),
        ("alike", "Look-alikes", any(edge.kind == "looks-like" for edge in edges)),
        ("seen", "Seen in", cases),
        ("near", "Neighbours", edges),
        ("sources", "Sources", True),
    ]
    return [(id_, label) for id_, label, shown in present if shown]


def _blame(record: Failure) -> str:
    loci = [s.locus for s in record.signatures if s.role == "initiating"]
    if not loci:
        return "not the rank that prints it" if not record.root_causes else "not told by its own messages"
    return BLAME[max(set(loci), key=lambda locus: (loci.count(locus), locus))]


def couplets(edges: list[Edge]) -> list[Couplet]:
    """Look-alikes grouped by test: one question, this sheet's outcome, and each other record's."""
    found: dict[str, Couplet] = {}
    for edge in edges:
        apart = edge.relation.tell_apart
        if edge.kind != "looks-like" or apart is None:
            continue
        here, there = (apart.there, apart.here) if edge.inverse else (apart.here, apart.there)
        couplet = found.setdefault(apart.do, Couplet(apart.do, []))
        if (here, None) not in couplet.outcomes:
            couplet.outcomes.append((here, None))
        couplet.outcomes.append((there, edge.there))
    return list(found.values())


def _json_ld(record: Failure) -> dict:
    return {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": record.title,
        "description": first_sentence(record.summary),
        "dateModified": record.reviewed,
        "datePublished": record.added,
        "keywords": [*record.also_known_as, *record.symptoms, *record.components],
        "license": "https://creativecommons.org/licenses/by/4.0/",
    }
