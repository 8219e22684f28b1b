"""The page of an incident: what was seen, why, how it was noticed and mended, what it taught."""

from __future__ import annotations

from collections.abc import Iterator

from faultatlas.library import Entry, facet_words
from faultatlas.pages.citation import citation
from faultatlas.pages.markup import first_sentence, plain
from faultatlas.pages.page import Page
from faultatlas.pages.site import Site
from faultatlas.schema.case import Case
from faultatlas.schema.failure import Failure, Mechanism
from faultatlas.schema.taxonomy import FACETS

MAX_SIBLINGS = 8


def case_pages(site: Site) -> Iterator[Page]:
    """One page for each incident."""
    for entry in site.library.cases.values():
        yield case_page(site, entry)


def case_page(site: Site, entry: Entry[Case]) -> Page:
    """The page of one incident."""
    record, path = entry.record, f"cases/{entry.id}/"
    here = site.here(path, record.sources)
    twins = {".md": f"cases/{entry.id}.md", ".json": f"cases/{entry.id}.json"}
    siblings = _siblings(site, entry)
    body = site.render(
        "case.html",
        here,
        entry=entry,
        record=record,
        sections=_sections(record, siblings),
        words={facet: facet_words(record, facet) for facet in FACETS},
        failures=_failures(site, record),
        siblings=siblings[:MAX_SIBLINGS],
        more_siblings=max(0, len(siblings) - MAX_SIBLINGS),
        twins=twins,
        cite=citation(site, record.title, path, record.reviewed),
        edit=here.edit_url(entry.file.shown),
        report=_report_url(site, entry.id),
    )
    description = plain(record.summary)
    return Page(
        path, record.title, description, body, "browse/", "case", entry.file.shown, _json_ld(record), twins=twins
    )


def _failures(site: Site, record: Case) -> list[tuple[Entry[Failure], list[Mechanism]]]:
    """The failures a case shows, each once, with the mechanisms it names."""
    shown = []
    for id_ in record.failure_ids():
        if failure := site.library.failures.get(id_):
            mechanisms = [m for m in failure.record.mechanism if f"{id_}#{m.id}" in record.failures]
            shown.append((failure, mechanisms))
    return shown


def _siblings(site: Site, entry: Entry[Case]) -> list[Entry[Case]]:
    cause = entry.record.root_cause
    return [case for case in site.library.cases_by_date if case.record.root_cause == cause and case.id != entry.id]


def _sections(record: Case, siblings: list) -> list[tuple[str, str]]:
    present = [
        ("seen", "What was seen", True),
        ("modes", "Failure modes", True),
        ("course", "Trigger and detection", True),
        ("timeline", "Timeline", record.timeline),
        ("remediation", "Remediation and lessons", True),
        ("siblings", "Same root cause", siblings),
        ("sources", "Sources", True),
    ]
    return [(id_, label) for id_, label, shown in present if shown]


def _report_url(site: Site, id_: str) -> str | None:
    """Where a reader reports an error, when the site knows its repository."""
    if not site.options.repo_url:
        return None
    return f"{site.options.repo_url.rstrip('/')}/issues/new?title=Correction%3A+{id_}"


def _json_ld(record: Case) -> dict:
    return {
        "@context": "https://schema.org",
        "@type": "Report",
        "headline": record.title,
        "description": first_sentence(record.summary),
        "about": {"@type": "Organization", "name": record.organisation},
        "temporalCoverage": record.date,
        "dateModified": record.reviewed,
        "datePublished": record.added,
        "citation": [source.url for source in record.sources],
        "license": "https://creativecommons.org/licenses/by/4.0/",
    }
