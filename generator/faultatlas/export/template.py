"""An annotated template of a record, printed from the models: what each field says, and whether it must be there."""

from __future__ import annotations

import textwrap
import typing
from collections.abc import Iterator
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from faultatlas.library import Library
from faultatlas.schema.case import Case
from faultatlas.schema.common import Kind, fields
from faultatlas.schema.failure import Failure
from faultatlas.validation import model_in

BLANK = "TODO"
# Begins a line of a field that may be left out; without it the line is part of the record.
OPTIONAL = "#? "

_WIDTH = 110
# A limit from here on is no help to the writer.
_LONG = 1000
_TODAY_FIELDS = ("added", "reviewed", "read")
_SCHEMAS = {Failure: "../../schemas/failure.json", Case: "../schemas/case.json"}


def template(model: type[Failure] | type[Case], library: Library) -> str:
    """The template of a failure or a case."""
    how = [
        f"# yaml-language-server: $schema={_SCHEMAS[model]}",
        f"# {(model.__doc__ or '').splitlines()[0]}",
        f'# Replace each {BLANK}. Lines with "{OPTIONAL.strip()}" may be left out: remove "{OPTIONAL}" to use one.',
        "# Claims end in [^source-id]; what is unknown is not-stated. Remove these comments at the end.",
    ]
    return "\n".join([*how, *_mapping(model, library, between=[""])]) + "\n"


def _mapping(model: type[BaseModel], library: Library, between: list[str] | None = None) -> Iterator[str]:
    """The lines of all fields; `between` stands before each field that is a block of its own."""
    kinds = {name: kind for name, _, kind in fields(model)}
    for name, info in model.model_fields.items():
        lines = [*_comment(info, kinds[name], library), *_field(info.alias or name, info, kinds[name], library)]
        yield from (between or []) if model_in(info.annotation) else []
        yield from lines if info.is_required() else (f"{OPTIONAL}{line}" for line in lines)


def _comment(info: FieldInfo, kind: Kind | None, library: Library) -> list[str]:
    said = "; ".join([str(info.description), *_limits(info)])
    words = _allowed_words(info.annotation, kind, library)
    text = f"{said}: {', '.join(words)}" if words else said
    return textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="#   ", break_on_hyphens=False)


def _limits(info: FieldInfo) -> Iterator[str]:
    for item in info.metadata:
        if info.annotation is str and getattr(item, "max_length", None) in range(_LONG):
            yield f"at most {item.max_length} characters"
        if _is_list(info.annotation) and getattr(item, "min_length", None) in range(2, _LONG):
            yield f"at least {item.min_length}"


def _allowed_words(annotation: Any, kind: Kind | None, library: Library) -> list[str]:
    if kind is not None and kind.name == "word":
        return list(library.terms.get(str(kind.vocabulary), {}))
    if typing.get_origin(annotation) is Literal:
        return [str(word) for word in typing.get_args(annotation)]
    return next((words for arg in typing.get_args(annotation) if (words := _allowed_words(arg, kind, library))), [])


def _field(key: str, info: FieldInfo, kind: Kind | None, library: Library) -> list[str]:
    inner = model_in(info.annotation)
    if inner is not None:
        lines = list(_mapping(inner, library))
        return [f"{key}:", *(_item(lines) if _is_list(info.annotation) else _indented(lines))]
    blank = _blank(key, kind)
    if typing.get_origin(info.annotation) is dict:
        return [f"{key}: {{{BLANK}: {BLANK}}}"]
    if not _is_list(info.annotation):
        return [f"{key}: >-", f"  {BLANK}"] if key == "summary" else [f"{key}: {blank}"]
    return [f"{key}:", f"  - {blank}"] if kind and kind.name in ("prose", "verbatim") else [f"{key}: [{blank}]"]


def _blank(key: str, kind: Kind | None) -> str:
    if key in _TODAY_FIELDS:
        return date.today().isoformat()
    return f"'{BLANK}'" if kind and kind.name in ("verbatim", "command") else BLANK


def _is_list(annotation: Any) -> bool:
    return typing.get_origin(annotation) is list


def _item(lines: list[str]) -> list[str]:
    """The lines of a mapping as the one item of a list; the dash stands before its first key."""
    first = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    return [*_indented(lines[:first]), f"  - {lines[first]}", *_indented(_indented(lines[first + 1 :]))]


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
