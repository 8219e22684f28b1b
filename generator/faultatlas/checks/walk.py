"""Ways through the library that several rules take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pydantic import BaseModel

from faultatlas.library import Entry, Library
from faultatlas.schema.common import Text, fields
from faultatlas.schema.signature import Signature
from faultatlas.yamlfile import Loc

_CONTAINERS = (dict, list)


class Part(NamedTuple):
    """One mapping of a file: the model it became, its keys as written, and its place."""

    model: BaseModel
    keys: list[str]
    loc: Loc


class Placed(NamedTuple):
    """A signature, its reference `<failure>/<signature>`, and where it stands."""

    ref: str
    signature: Signature
    entry: Entry
    loc: Loc


def texts_of_kind(library: Library, kind: str) -> Iterator[tuple[Entry, Text]]:
    """All strings of one kind, of all files."""
    for entry in library.entries:
        for text in entry.texts:
            if text.kind is not None and text.kind.name == kind:
                yield entry, text


def parts(entry: Entry) -> list[Part]:
    """All mappings of a file, the record itself first."""
    found: list[Part] = []
    _collect_parts(found, entry.record, entry.file.data, ())
    return found


def _collect_parts(found: list[Part], value: object, data: object, loc: Loc) -> None:
    if isinstance(data, dict) and fields(type(value)):
        found.append(Part(value, list(data), loc))
        for name, key, _ in fields(type(value)):
            inner = data.get(key)
            if type(inner) in _CONTAINERS:
                _collect_parts(found, getattr(value, name), inner, (*loc, key))
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for index, item in enumerate(data):
            _collect_parts(found, value[index], item, (*loc, index))


def signatures(library: Library) -> Iterator[Placed]:
    """All signatures of all failures."""
    for entry in library.failures.values():
        for index, signature in enumerate(entry.record.signatures):
            yield Placed(f"{entry.id}/{signature.id}", signature, entry, ("signatures", index))
