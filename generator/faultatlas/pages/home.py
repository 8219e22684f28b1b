"""The front page: look a message up, browse by facet, newest incidents, measured figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faultatlas.pages.facet import Counted, by_group, counted, distinct
from faultatlas.pages.page import Page
from faultatlas.pages.site import FACET_LABELS, Site

NEWEST = 6
SAMPLE_SYMPTOMS = 4
SILENT_GROUPS = ("stops-or-goes-wrong-without-a-message", "slower", "training-signal")


@dataclass(frozen=True)
class FacetTab:
    """One column of the index: a facet, its groups with counts, and its most frequent words."""

    facet: str
    kind: str
    label: str
    terms: int
    groups: list[tuple[str, str, int]]
    often: list[Counted]


def home_pages(site: Site) -> Iterator[Page]:
    """The front page."""
    library = site.library
    body = site.render(
        "home.html",
        site.here(""),
        tabs=[_tab(site, facet) for facet in FACET_LABELS if facet in library.taxonomies],
        newest=library.cases_by_date[:NEWEST],
        looked_up=_messages(site),
        silent=_silent_symptoms(site),
        failures=len(library.failures),
        cases=len(library.cases),
        sources=len({source.url for entry in library.records.values() for source in entry.record.sources}),
        signatures=sum(len(entry.record.signatures) for entry in library.failures.values()),
        rows=sum(len(hub.record.rows) for hub in library.hubs.values()),
    )
    yield Page("", "Fault Atlas", DESCRIPTION, body, "", "home", scripts=("finder.js",), json_ld=_json_ld())


DESCRIPTION = (
    "The open knowledge base of how large ML training runs and GPU clusters fail: failure modes, "
    "public incidents, NCCL errors side by side, every claim with its source."
)


def _tab(site: Site, facet: str) -> FacetTab:
    words = counted(site, facet)
    taxonomy = site.library.taxonomies[facet].record
    groups = [(id_, label, distinct(group)) for id_, label, group in by_group(taxonomy, words)]
    often = sorted((word for word in words if word.total), key=lambda word: -word.total)[:3]
    kind, label = FACET_LABELS[facet]
    return FacetTab(facet, kind, label, len(words), groups, often)


def _messages(site: Site) -> list[tuple[str, str]]:
    """One telling line from each of a few job-fatal records: (text, failure id)."""
    found = []
    for entry in site.library.failures.values():
        lines = [s.match[0] for s in entry.record.signatures if s.role == "initiating" and s.specificity >= 0.6]
        short = [line for line in lines if len(line) <= 110]
        if short and len(site.library.cases_by_failure.get(entry.id, [])) > 0:
            found.append((min(short, key=len), entry.id))
    return found[:4]


def _silent_symptoms(site: Site) -> list[Counted]:
    """Words for those who have no message to paste, most frequent first."""
    words = [word for word in counted(site, "symptoms") if word.term.group in SILENT_GROUPS and word.total]
    return sorted(words, key=lambda word: -word.total)[:SAMPLE_SYMPTOMS]


def _json_ld() -> dict:
    return {"@context": "https://schema.org", "@type": "Dataset", "name": "Fault Atlas", "description": DESCRIPTION,
            "license": "https://creativecommons.org/licenses/by/4.0/"}  # fmt: skip
