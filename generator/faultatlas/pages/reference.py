"""Reference for contributors, printed from the code: every field of a record, every rule it obeys."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel

from faultatlas.checks import (
    RULES,
    rules,  # noqa: F401  (importing the rules registers them)
)
from faultatlas.pages.page import Page
from faultatlas.pages.site import Site
from faultatlas.schema.case import Case
from faultatlas.schema.errors import CodeVocabulary, MessageVocabulary, SettingVocabulary
from faultatlas.schema.failure import Failure
from faultatlas.schema.hub import Hub
from faultatlas.schema.taxonomy import Taxonomy
from faultatlas.validation import model_in


@dataclass(frozen=True)
class FieldLine:
    """One field as the table shows it; `inside` are the fields of the part it holds."""

    name: str
    what: str
    required: bool
    many: bool
    words: tuple[str, ...]
    inside: list[FieldLine]


RECORDS: tuple[tuple[str, str, type[BaseModel]], ...] = (
    ("failure", "Failure mode, kb/<area>/<id>.yaml", Failure),
    ("case", "Incident, cases/<id>.yaml", Case),
    ("taxonomy", "Vocabulary, taxonomy/<facet>.yaml", Taxonomy),
    ("code", "Table of codes, taxonomy/errors/<id>.yaml", CodeVocabulary),
    ("setting", "Table of settings, taxonomy/errors/<id>.yaml", SettingVocabulary),
    ("message", "Table of messages, taxonomy/errors/<id>.yaml", MessageVocabulary),
    ("hub", "Hub, taxonomy/hubs/<id>.yaml", Hub),
)


def reference_pages(site: Site) -> Iterator[Page]:
    """The pages of fields and of rules."""
    here = site.here("contribute/fields/")
    body = site.render("fields.html", here, records=[(id_, label, fields(model)) for id_, label, model in RECORDS])
    yield Page(
        "contribute/fields/",
        "Fields of a record",
        "Every field: what it holds, whether it must be there.",
        body,
        "contribute/",
        "reference",
    )
    body = site.render(
        "rules.html", site.here("contribute/rules/"), rules=[(id_, *_doc(function)) for id_, function in RULES.items()]
    )
    yield Page(
        "contribute/rules/",
        "Rules for records",
        "Every rule that the command faultatlas check applies, and why.",
        body,
        "contribute/",
        "reference",
    )


def fields(model: type[BaseModel]) -> list[FieldLine]:
    """The fields of a model in file order."""
    lines = []
    for name, info in model.model_fields.items():
        inner = model_in(info.annotation)
        many = typing.get_origin(info.annotation) is list
        lines.append(
            FieldLine(
                info.alias or name,
                str(info.description),
                info.is_required(),
                many,
                _words(info.annotation),
                fields(inner) if inner else [],
            )
        )
    return lines


def _words(annotation: object) -> tuple[str, ...]:
    """The allowed words of a closed choice."""
    origin = typing.get_origin(annotation)
    if origin is typing.Literal:
        return tuple(str(word) for word in typing.get_args(annotation))
    if origin in (list, types.UnionType, typing.Union, typing.Annotated):
        return next((words for arg in typing.get_args(annotation) if (words := _words(arg))), ())
    return ()


def _doc(function: object) -> tuple[str, str]:
    """The first sentence of a docstring, and the rest."""
    first, _, rest = (inspect.getdoc(function) or "").partition("\n\n")
    return first.replace("\n", " "), rest.replace("\n", " ")
