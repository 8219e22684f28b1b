"""What all records share: the strict base model, kinds of text, sources.

A string field says what kind of text it holds (`Prose`, `Verbatim`, `Command`,
`Word`, `RecordId`). The kind is the one thing that checks, renderers and the
editor schema look at, so a new field needs no further registration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

NOT_STATED = "not-stated"

SLUG_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
VISIBLE_PATTERN = r"\S"
DATE_PATTERN = r"^\d{4}-\d{2}-\d{2}$"


@dataclass(frozen=True)
class Kind:
    """What a string is. `vocabulary` names the taxonomy a word comes from."""

    name: Literal["prose", "verbatim", "command", "word", "record", "slug"]
    vocabulary: str | None = None

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Say the kind in JSON schemas too, for editors and forms."""
        found = {**handler(schema), "x-kind": self.name}
        return {**found, "x-vocabulary": self.vocabulary} if self.vocabulary else found


class Model(BaseModel):
    """Base of every record part: strict types, no unknown keys, never changed after loading."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Slug = Annotated[str, StringConstraints(pattern=SLUG_PATTERN, max_length=80), Kind("slug")]
Visible = Annotated[str, StringConstraints(pattern=VISIBLE_PATTERN)]
Prose = Annotated[str, StringConstraints(pattern=VISIBLE_PATTERN, min_length=1, max_length=2000), Kind("prose")]
Verbatim = Annotated[str, StringConstraints(pattern=VISIBLE_PATTERN, min_length=1, max_length=2000), Kind("verbatim")]
Command = Annotated[str, StringConstraints(pattern=VISIBLE_PATTERN, min_length=2, max_length=300), Kind("command")]
RecordId = Annotated[str, StringConstraints(pattern=SLUG_PATTERN, max_length=80), Kind("record")]
Date = Annotated[str, StringConstraints(pattern=DATE_PATTERN)]
Version = Annotated[str, StringConstraints(pattern=VISIBLE_PATTERN, min_length=1, max_length=60)]

RootCause = Annotated[str, StringConstraints(pattern=SLUG_PATTERN), Kind("word", "root-causes")]
Component = Annotated[str, StringConstraints(pattern=SLUG_PATTERN), Kind("word", "components")]
Symptom = Annotated[str, StringConstraints(pattern=SLUG_PATTERN), Kind("word", "symptoms")]
Factor = Annotated[str, StringConstraints(pattern=SLUG_PATTERN), Kind("word", "contributing-factors")]
Layer = Annotated[str, StringConstraints(pattern=SLUG_PATTERN), Kind("word", "layers")]
Program = Annotated[str, StringConstraints(pattern=SLUG_PATTERN), Kind("word", "programs")]

Safety = Literal["read-only", "live-safe", "may-disrupt"]
SourceKind = Literal[
    "code", "documentation", "paper", "postmortem", "issue", "log",
    "blog", "logbook", "status-page", "standard", "release-notes",
]  # fmt: skip


class Source(Model):
    """A public text that a claim rests on."""

    id: Slug = Field(description="short name, used in citations: text.[^id]")
    title: Visible = Field(min_length=3, max_length=200, description="publisher and title of the text")
    url: Visible = Field(min_length=10, max_length=400, description="https; a forge link carries the full commit")
    kind: SourceKind = Field(description="what sort of text it is")
    read: Annotated[str, StringConstraints(pattern=r"^(\d{4}-\d{2}-\d{2}|not-verified)$")] = Field(
        description="date it was opened, or not-verified"
    )


class Withdrawal(Model):
    """Why a record was taken back, and what stands in its place."""

    on: Date = Field(description="date of the withdrawal")
    reason: Prose = Field(description="why it was withdrawn")
    superseded_by: list[RecordId] = Field(default=[], description="ids of the records that replace it")


class Tombstone(Model):
    """What stays of a withdrawn record: its address and the reason. Ids are never reused."""

    title: Visible = Field(min_length=3, max_length=90, description="title the record had")
    formerly: list[Slug] = Field(default=[], description="older ids of this record")
    withdrawn: Withdrawal = Field(description="when, why, and what replaces it")


class Text(NamedTuple):
    """One string of a record: where it stands, what it says, what kind of text it is."""

    loc: tuple[str | int, ...]
    value: str
    kind: Kind | None


def texts(record: BaseModel) -> list[Text]:
    """All strings of a record in field order, each with its place and kind."""
    found: list[Text] = []
    _collect_texts(found, record, (), None)
    return found


def _collect_texts(found: list[Text], value: object, loc: tuple[str | int, ...], kind: Kind | None) -> None:
    if isinstance(value, str):
        found.append(Text(loc, value, kind))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _collect_texts(found, item, (*loc, index), kind)
    else:
        for name, key, kind_of_field in fields(type(value)):
            _collect_texts(found, getattr(value, name), (*loc, key), kind_of_field)


@cache
def fields(model: type) -> list[tuple[str, str, Kind | None]]:
    """Name, key as written in the file, and kind of each field; none for what is not a model."""
    return [
        (name, info.alias or name, _kind(info.metadata) or _kind_of_items(info.annotation))
        for name, info in getattr(model, "model_fields", {}).items()
    ]


def _kind(metadata: list | tuple) -> Kind | None:
    return next((item for item in metadata if isinstance(item, Kind)), None)


def _kind_of_items(annotation: object) -> Kind | None:
    """The kind inside `list[Prose]` or `Prose | None`."""
    metadata = getattr(annotation, "__metadata__", ())
    if found := _kind(metadata):
        return found
    return next((kind for arg in getattr(annotation, "__args__", ()) if (kind := _kind_of_items(arg))), None)
