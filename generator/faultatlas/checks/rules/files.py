"""Rules on files: where they stand, what they are called, in which order they say things."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.library import Entry, Library
from faultatlas.problem import Problem
from faultatlas.schema.case import Case
from faultatlas.schema.common import SLUG_PATTERN, fields
from faultatlas.schema.taxonomy import FACETS

_CASE_ID = re.compile(
    r"(?P<organisation>[a-z0-9]+(?:-[a-z0-9]+)*?)-(?P<year>(?:19|20)\d\d)(?:-(?P<month>0[1-9]|1[0-2]))?-[a-z0-9]+(?:-[a-z0-9]+)*"
)
_CASE_FORM = "<organisation>-<yyyy>[-mm]-<words>"
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\xad\u061c\u115f\u1160\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\uffff\U000e0000-\U000e01ef]|\r(?!\n)"
)
_OTHER_PAGES = frozenset(
    (
        *("browse", "errors", "graph", "search", "failures", "cases", "contribute", "about", "how-to-read", "cli"),
        *("decisions", "api", "assets", "pagefind"),
        *FACETS,
    )
)
_PLAIN = bytes([*b"\t\n", *range(0x20, 0x7F)])


@rule
def file_name(library: Library) -> Iterator[Problem]:
    """The file name is the id: lower-case words joined by dashes, in the folder of its kind.

    A failure stands in `kb/<area>/`. A case is `cases/<organisation>-<yyyy>[-mm]-<words>.yaml` and agrees with its
    organisation and date. A taxonomy, a vocabulary and a hub are named as the file says inside. A hub does not take
    the address of another page.
    """
    for entry in library.entries:
        for message in _wrong_names(library, entry):
            yield entry.file.problem((), message, "file-name")


def _wrong_names(library: Library, entry: Entry) -> Iterator[str]:
    if not re.fullmatch(SLUG_PATTERN, entry.id):
        yield f'the id "{entry.id}" has the wrong form; use lower-case words joined by dashes'
    if entry.id in library.redirects:
        yield f'the id "{entry.id}" is a former id of {library.redirects[entry.id].file.shown}; choose another'
    if entry.id in library.failures:
        yield from _wrong_area(entry)
    if isinstance(entry.record, Case):
        yield from _wrong_case_name(entry)
    if entry in library.hubs.values() and entry.id in _OTHER_PAGES:
        yield f"the hub would take the place of the page /{entry.id}/; name it after its library"
    inside = next(
        (getattr(entry.record, key) for key in ("facet", "vocabulary", "hub") if hasattr(entry.record, key)), None
    )
    if inside not in (None, entry.id):
        yield f'the file is called "{entry.id}" and says "{inside}" inside; make them agree'


def _wrong_area(entry: Entry) -> Iterator[str]:
    if entry.file.path.parent.parent.name != "kb" or not re.fullmatch(SLUG_PATTERN, entry.area):
        yield f"the failure does not stand in an area; move it to kb/<area>/{entry.id}.yaml"


def _wrong_case_name(entry: Entry[Case]) -> Iterator[str]:
    case, form = entry.record, _CASE_ID.fullmatch(entry.id)
    if entry.file.path.parent.name != "cases":
        yield f"the case stands in a folder of its own; move it to cases/{entry.id}.yaml"
    if form is None:
        yield f'the id "{entry.id}" has the wrong form; use {_CASE_FORM}'
        return
    organisation = _slug(case.organisation)
    if not f"{organisation}-".startswith(f"{form['organisation']}-"):
        yield f'the id begins with "{form["organisation"]}"; begin it with the organisation, "{organisation}"'
    days = case.date.split("/")
    if not days[0][:4] <= form["year"] <= days[-1][:4]:
        yield f"the id says {form['year']} and the date says {case.date}; make them agree"
    elif form["month"] and not any(day.startswith(f"{form['year']}-{form['month']}") for day in days):
        yield f"the id says {form['year']}-{form['month']} and the date says {case.date}; make them agree"


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


@rule
def field_order(library: Library) -> Iterator[Problem]:
    """Fields stand in the order of the page, so that a reader finds each at once and diffs stay calm."""
    for entry in library.entries:
        for part in entry.parts:
            right = [key for _, key, _ in fields(type(part.model)) if key in part.keys]
            for wrong, wanted in zip(part.keys, right, strict=True):
                if wrong != wanted:
                    message = f'"{wrong}" stands before "{wanted}"; the order is {", ".join(right)}'
                    yield entry.file.problem((*part.loc, wrong), message, "field-order")
                    break


@rule
def id_is_unique_in_its_list(library: Library) -> Iterator[Problem]:
    """Entries of one list have different ids, because citations, links and anchors name them."""
    for entry in library.entries:
        seen: Counter = Counter()
        for part in entry.parts:
            if "id" not in part.keys:
                continue
            key = (part.loc[:-1], part.model.id)
            seen[key] += 1
            if seen[key] == 2:
                message = f'the id "{part.model.id}" stands in this list already; choose another'
                yield entry.file.problem((*part.loc, "id"), message, "id-is-unique-in-its-list")


@rule
def no_hidden_characters(library: Library) -> Iterator[Problem]:
    """Nothing in a file is invisible: no control, zero-width, direction or look-alike space characters.

    They would let a pattern, a command or a link be something other than what a reviewer sees.
    """
    for file in library.files:
        for found in _HIDDEN.finditer(file.text) if _may_hide(file.text) else ():
            line = file.text.count("\n", 0, found.start()) + 1
            column = found.start() - file.text.rfind("\n", 0, found.start())
            yield Problem(file.shown, line, column, _hidden(found[0]), "no-hidden-characters")
    for entry in library.entries:
        for text in entry.texts if "\\" in entry.file.text else ():
            if (found := _HIDDEN.search(text.value)) and found[0] not in entry.file.text:
                yield entry.file.problem(text.loc, _hidden(found[0]), "no-hidden-characters")


def _may_hide(text: str) -> bool:
    """Whether the search, which is slow, is worth it: look at the unusual characters only."""
    return bool(_HIDDEN.search(text.encode().translate(None, _PLAIN).decode()))


def _hidden(character: str) -> str:
    name = unicodedata.name(character, "control character").lower()
    return f"a character cannot be seen: U+{ord(character):04X}, {name}; remove it, or use a plain space"


@rule
def id_never_dies(library: Library) -> Iterator[Problem]:
    """An id that was released still leads somewhere: to its record, a tombstone, or the record that took its place."""
    ids = library.ids_ever()
    for id_, released in sorted(library.released.items()):
        if id_ not in ids and not library.is_unreadable(id_):
            message = (
                f'no record carries the released id "{id_}" any more; '
                "list it under `formerly` of its successor, or leave a file with `withdrawn`"
            )
            yield Problem(released.path, released.line, 1, message, "id-never-dies")
