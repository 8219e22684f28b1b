"""Ways through the library that several rules take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from faultatlas.library import Entry, Library
from faultatlas.schema.common import Text
from faultatlas.schema.signature import Signature
from faultatlas.yamlfile import Loc


class Placed(NamedTuple):
    """A signature, its reference `<failure>/<signature>`, and where it stands."""

    ref: str
    signature: Signature
    entry: Entry
    loc: Loc


def texts_of_kind(library: Library, kind: str) -> Iterator[tuple[Entry, Text]]:
    """All strings of one kind, of all files."""
    for entry in library.entries:
        for text in entry.texts_by_kind.get(kind, ()):
            yield entry, text


def signatures(library: Library) -> Iterator[Placed]:
    """All signatures of all failures."""
    for entry in library.failures.values():
        for index, signature in enumerate(entry.record.signatures):
            yield Placed(f"{entry.id}/{signature.id}", signature, entry, ("signatures", index))
