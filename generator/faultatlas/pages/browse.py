"""The browse page: one list of failures and incidents under four facets, and the checks they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from faultatlas.library import Entry
from faultatlas.pages.facet import by_group, counted, distinct
from faultatlas.pages.page import Page
from faultatlas.pages.site import FACET_LABELS, Site
from faultatlas.schema.failure import ConfirmStep

# Written into the page itself; the script shows the rest from the index.
MAX_STATIC = 100
MAX_STATIC_CHECKS = 40


@dataclass
class Check:
    """One distinct read-only command and the failures that ask for it."""

    step: ConfirmStep
    failures: list[str] = field(default_factory=list)


def browse_pages(site: Site) -> Iterator[Page]:
    """The browse page."""
    entries: list[Entry] = [*site.library.failures.values(), *site.library.cases_by_date]
    body = site.render(
        "browse.html",
        site.here("browse/"),
        entries=entries[:MAX_STATIC],
        total=len(entries),
        panels=[
            (facet, *FACET_LABELS[facet], by_group(site.library.taxonomies[facet].record, counted(site, facet)))
            for facet in FACET_LABELS
            if facet in site.library.taxonomies
        ],
        distinct=distinct,
        checks=checks(site),
        static_checks=MAX_STATIC_CHECKS,
    )
    yield Page(
        "browse/", "Browse failures and incidents", DESCRIPTION, body, "browse/", "browse", scripts=("browse.js",)
    )


DESCRIPTION = (
    "All failure modes and public incidents, filtered by root cause, component, symptom and contributing factor."
)


def checks(site: Site) -> list[Check]:
    """The distinct read-only commands of all failures, in order of record."""
    found: dict[str, Check] = {}
    for entry in site.library.failures.values():
        for step in entry.record.confirm:
            if step.run and step.safety == "read-only":
                check = found.setdefault(step.run, Check(step))
                if entry.id not in check.failures:
                    check.failures.append(entry.id)
    return list(found.values())
