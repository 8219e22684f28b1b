"""Rules on references: what a record names by id exists."""

from __future__ import annotations

from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.checks.inline import mentions
from faultatlas.checks.walk import texts_of_kind
from faultatlas.library import Entry, Library
from faultatlas.problem import Problem
from faultatlas.schema.hub import Hub, HubRow
from faultatlas.yamlfile import Loc


@rule
def related_failure_exists(library: Library) -> Iterator[Problem]:
    """Every id of another record leads to one: in relations, cases, hubs, vocabularies and `[[links]]` of prose."""
    for entry, text in texts_of_kind(library, "record"):
        known = library.records if "superseded_by" in text.loc else library.failures
        if message := _why_not_related(library, entry, text.value, known):
            yield entry.file.problem(text.loc, message, "related-failure-exists", text.value)
    for entry, text in texts_of_kind(library, "prose"):
        for id_ in mentions(text.value):
            if message := _why_no_record(library, id_, library.records):
                yield entry.file.problem(text.loc, message, "related-failure-exists", f"[[{id_}]]")


def _why_not_related(library: Library, entry: Entry, ref: str, known: dict[str, Entry]) -> str | None:
    id_, _, mechanism = ref.partition("#")
    if id_ == entry.id and id_ in library.failures:
        return f'"{id_}" leads to this record itself; name another'
    if id_ in known and mechanism:
        ids = [cause.id for cause in known[id_].record.mechanism]
        return (
            None if mechanism in ids else f'"{id_}" has no mechanism "{mechanism}"; {library.nearest(mechanism, ids)}'
        )
    return _why_no_record(library, id_, known)


def _why_no_record(library: Library, id_: str, known: dict[str, Entry]) -> str | None:
    if id_ in known or library.is_unreadable(id_):
        return None
    if id_ in library.redirects:
        return f'"{id_}" is now called "{library.redirects[id_].id}"; use that'
    if id_ in library.tombstones:
        successors = library.tombstones[id_].record.withdrawn.superseded_by
        return f'"{id_}" was withdrawn; {f"use {successors[0]}" if successors else "remove it"}'
    kind = "failure" if known is library.failures else "record"
    return f'no {kind} is called "{id_}"; {library.nearest(id_, known)}'


@rule
def cause_is_a_mechanism(library: Library) -> Iterator[Problem]:
    """The causes of an observation are mechanisms of the same record."""
    for entry in library.failures.values():
        known = [mechanism.id for mechanism in entry.record.mechanism]
        for row, observation in enumerate(entry.record.observations):
            for index, cause in enumerate(observation.cause):
                if cause not in known:
                    message = f'this record has no mechanism "{cause}"; {library.nearest(cause, known)}'
                    yield entry.file.problem(("observations", row, "cause", index), message, "cause-is-a-mechanism")


@rule
def row_leads_somewhere(library: Library) -> Iterator[Problem]:
    """The group, neighbours, settings and result codes that a hub row names exist."""
    for entry in library.hubs.values():
        for index, row in enumerate(entry.record.rows):
            for loc, message in (*_loose_ends(library, entry, row), *_unknown_codes(library, row)):
                yield entry.file.problem(("rows", index, *loc), message, "row-leads-somewhere")


def _loose_ends(library: Library, entry: Entry[Hub], row: HubRow) -> Iterator[tuple[Loc, str]]:
    groups = [group.id for group in entry.record.groups]
    rows = [other.id for other in entry.record.rows if other.id != row.id]
    settings = [setting.id for setting in library.vocabulary_entries("setting")]
    if row.group not in groups:
        yield ("group",), f'this hub has no group "{row.group}"; {library.nearest(row.group, groups)}'
    for index, confusion in enumerate(row.confused_with):
        if confusion.row not in rows:
            message = f'this hub has no other row "{confusion.row}"; {library.nearest(confusion.row, rows)}'
            yield ("confused_with", index, "row"), message
    for index, setting in enumerate(row.settings):
        if setting not in settings:
            message = f'no vocabulary has the setting "{setting}"; {library.nearest(setting, settings)}'
            yield ("settings", index), message


def _unknown_codes(library: Library, row: HubRow) -> Iterator[tuple[Loc, str]]:
    codes = {code.code for code in library.vocabulary_entries("code")}
    for index, code in enumerate(row.result):
        if code not in codes:
            yield ("result", index), f"no vocabulary has the result code {code}; use a code of taxonomy/errors/"
