"""The exact look-up of the search: ids, aliases, codes and program text, each with where it leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from faultatlas.library import Library
from faultatlas.library.records import Vocabulary
from faultatlas.pages.markup import first_sentence
from faultatlas.pages.roles import line_role

SCHEMA = "faultatlas.lookup/1"


class _Targets:
    """Numbers the places that names and texts lead to."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []

    def add(self, path: str, title: str, kind: str, note: str, says: str) -> int:
        self.rows.append([path, title, kind, note, first_sentence(says)])
        return len(self.rows) - 1


def lookup_index(library: Library) -> dict[str, Any]:
    """Names and texts that a reader may type or paste.

    `names` are ids, aliases, codes and settings as [name, target]; `patterns` are tried on
    each line of a pasted text, as [pattern, ignore case, role, specificity, target];
    `templates` are texts whose inserted values stand as …, as [text, target, role]. Each
    target is a number into `targets`: [path, title, kind, note, first sentence].
    """
    targets = _Targets()
    index: dict[str, Any] = {"schema": SCHEMA, "targets": targets.rows, "names": [], "patterns": [], "templates": []}
    _add_records(library, targets, index)
    for id_, table in library.vocabularies.items():
        _add_table(id_, table.record, targets, index)
    for id_, hub in library.hubs.items():
        for row in hub.record.rows:
            to = targets.add(f"{id_}/#{row.id}", row.id, "table", hub.record.title, row.means)
            index["names"].append([row.id, to])
            texts = [seen.text for seen in row.you_see if not seen.observed] + [row.wrapper_text]
            index["templates"] += [[text, to, row.role] for text in texts if text]
    return index


def _add_records(library: Library, targets: _Targets, index: dict[str, Any]) -> None:
    for id_, entry in library.failures.items():
        record = entry.record
        to = targets.add(f"failures/{id_}/", record.title, "failure", record.severity, record.summary)
        index["names"] += [[name, to] for name in (id_, *record.formerly, *record.also_known_as)]
        for s in record.signatures:
            pattern = s.pattern.replace("(?P<", "(?<")  # as JavaScript writes named groups
            index["patterns"].append([pattern, int(s.ignore_case), line_role(record, s), s.specificity, to])
    for id_, case in library.cases.items():
        record = case.record
        to = targets.add(f"cases/{id_}/", record.title, "case", f"{record.organisation} {record.date}", record.summary)
        index["names"] += [[name, to] for name in (id_, *record.formerly)]


def _add_table(id_: str, table: Vocabulary, targets: _Targets, index: dict[str, Any]) -> None:
    for item in table.entries:
        name = getattr(item, "name", None) or item.text
        says = getattr(item, "means", None) or getattr(item, "does", None) or getattr(item, "misleading", None) or ""
        to = targets.add(f"errors/{id_}/#{item.id}", name, "table", table.title, says)
        index["names"] += [[each, to] for each in (name, *_numbers(id_, item))]
        texts = (getattr(item, "text", None), getattr(item, "wrapper_text", None))
        index["templates"] += [[text, to, getattr(item, "role", "")] for text in texts if text]


def _numbers(id_: str, item: Any) -> Iterator[str]:
    """The ways people write a numbered result: "6" alone, or with the name of its table."""
    code = getattr(item, "code", None)
    if code is not None:
        yield str(code)
        yield f"{id_.removesuffix('-results').replace('-', ' ')} {code}"
