"""The pages of the four facets: one index each, and one page for each word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faultatlas.library import Entry
from faultatlas.pages.markup import plain
from faultatlas.pages.page import Page
from faultatlas.pages.site import FACET_LABELS, Site
from faultatlas.schema.taxonomy import Taxonomy, Term


@dataclass(frozen=True)
class Counted:
    """A word with the failures and cases that carry it."""

    term: Term
    failures: list[Entry]
    cases: list[Entry]

    @property
    def total(self) -> int:
        return len(self.failures) + len(self.cases)


def facet_pages(site: Site) -> Iterator[Page]:
    """Index and word pages of each facet that the library has."""
    for facet in FACET_LABELS:
        taxonomy = site.library.taxonomies.get(facet)
        if taxonomy:
            words = counted(site, facet)
            yield _index(site, facet, taxonomy.record, words)
            for word in words:
                yield _word(site, facet, taxonomy.record, word, words)


def counted(site: Site, facet: str) -> list[Counted]:
    """The words of a facet in page order, each with its records."""
    found = []
    for term in site.library.terms.get(facet, {}).values():
        entries = site.library.by_term[facet].get(term.id, [])
        failures = [entry for entry in entries if entry.id in site.library.failures]
        found.append(Counted(term, failures, [entry for entry in entries if entry.id in site.library.cases]))
    return found


def distinct(words: list[Counted]) -> int:
    """How many records carry at least one of the words."""
    return len({entry.id for word in words for entry in (*word.failures, *word.cases)})


def by_group(taxonomy: Taxonomy, words: list[Counted]) -> list[tuple[str, str, list[Counted]]]:
    """Groups in page order as (id, label, words); a facet without groups is one group."""
    if not taxonomy.groups:
        return [(taxonomy.facet, taxonomy.label, words)]
    return [(g.id, g.label, [w for w in words if w.term.group == g.id]) for g in taxonomy.groups]


def _index(site: Site, facet: str, taxonomy: Taxonomy, words: list[Counted]) -> Page:
    path = f"{facet}/"
    kind, label = FACET_LABELS[facet]
    here = site.here(path)
    body = site.render(
        "facet_index.html",
        here,
        taxonomy=taxonomy,
        facet=facet,
        kind=kind,
        label=label,
        groups=by_group(taxonomy, words),
    )
    return Page(path, f"Browse by {label.lower()}", plain(taxonomy.means), body, "browse/", "facet-index")


def _word(site: Site, facet: str, taxonomy: Taxonomy, word: Counted, words: list[Counted]) -> Page:
    path = f"{facet}/{word.term.id}/"
    kind, label = FACET_LABELS[facet]
    group = next((g for g in taxonomy.groups if g.id == word.term.group), None)
    siblings = [w for w in words if w.term.group == word.term.group and w.term.id != word.term.id]
    body = site.render(
        "facet_term.html",
        site.here(path),
        facet=facet,
        kind=kind,
        label=label,
        word=word,
        group=group,
        siblings=siblings,
    )
    return Page(path, f"{word.term.label}: {label.lower()}", plain(word.term.means), body, "browse/", "facet")
