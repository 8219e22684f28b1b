"""The compact index behind the browse page.

Columns, not rows: equal things stand together, so the file compresses well.
Words are numbers into the facet's list, dates and severities are text.
"""

from __future__ import annotations

from typing import Any

from faultatlas.library import Entry, Library, facet_words
from faultatlas.pages.markup import dates, first_sentence
from faultatlas.schema.taxonomy import FACETS

SCHEMA = "faultatlas.browse/1"


def browse_index(library: Library) -> dict[str, Any]:
    """All failures, then all cases (newest first), as columns of equal length.

    Columns: `kind` (0 failure, 1 case), `id`, `title`, `when` (severity or date),
    `summary`, `who` (organisation, or ""), `seen` (incidents of a failure) and `words`
    (one list of facet word numbers for each facet).
    """
    entries: list[Entry] = [*library.failures.values(), *library.cases_by_date]
    facets = {facet: list(library.terms.get(facet, {}).values()) for facet in FACETS}
    number = {facet: {term.id: n for n, term in enumerate(terms)} for facet, terms in facets.items()}
    return {
        "schema": SCHEMA,
        "facets": {facet: [[t.id, t.label, t.group, t.aliases] for t in terms] for facet, terms in facets.items()},
        "groups": {
            f: [[g.id, g.label] for g in library.taxonomies[f].record.groups] for f in FACETS if f in library.taxonomies
        },
        "kind": [int(entry.id in library.cases) for entry in entries],
        "id": [entry.id for entry in entries],
        "title": [entry.record.title for entry in entries],
        "when": [dates(entry.record.date) if entry.id in library.cases else entry.record.severity for entry in entries],
        "summary": [first_sentence(entry.record.summary) for entry in entries],
        "who": [getattr(entry.record, "organisation", "") for entry in entries],
        "seen": [len(library.cases_by_failure.get(entry.id, [])) for entry in entries],
        "words": {
            facet: [
                [number[facet][w] for w in facet_words(entry.record, facet) if w in number[facet]] for entry in entries
            ]
            for facet in FACETS
        },
    }
