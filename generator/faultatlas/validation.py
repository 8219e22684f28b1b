"""From a YAML file to a checked model: pydantic's findings in the project's own words, each with its position."""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from faultatlas.problem import Problem
from faultatlas.schema.common import VISIBLE_PATTERN
from faultatlas.yamlfile import RULE, Loc, YamlFile

M = TypeVar("M", bound=BaseModel)

# More than this is one mistake made many times, such as a file of another kind.
MOST_PROBLEMS = 50

_PATTERN_SAYS = {
    VISIBLE_PATTERN: "at least one character that can be seen",
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "lower-case words joined by dashes",
    r"^\d{4}-\d{2}-\d{2}$": "a date such as 2026-12-01",
    r"^(\d{4}-\d{2}-\d{2}|not-verified)$": "the date it was opened, such as 2026-12-01, or not-verified",
    r"^\d+[smhd]-\d+[smhd]$": "a span such as 0s-2h",
    r"^[a-z0-9-]+/[a-z0-9-]+$": "<failure>/<signature>",
    r"^[a-z][a-z0-9_]*$": "the name of a capture, such as ran_ms",
    r"^[a-z0-9]+(-[a-z0-9]+)*(#[a-z0-9]+(-[a-z0-9]+)*)?$": "<failure> or <failure>#<mechanism>",
    r"^\d{4}(-\d{2}(-\d{2})?)?(/\d{4}(-\d{2}(-\d{2})?)?)?$": "2026, 2026-12, 2026-12-01 or a period start/end",
}


def validate(file: YamlFile, model: type[M]) -> M | None:
    """The record in `file`, or None; what is wrong with it is added to `file.problems`."""
    if file.data is None:
        if not file.problems:
            file.problems.append(Problem(file.shown, 1, 1, "the file is empty; write a record or remove it", RULE))
        return None
    if not isinstance(file.data, dict):
        file.problems.append(file.problem((), "a record is a mapping of keys to values; begin with `title:`", RULE))
        return None
    try:
        return model.model_validate(file.data)
    except ValidationError as errors:
        file.problems.extend(_problems(file, model, errors))
        return None


def _problems(file: YamlFile, model: type[BaseModel], errors: ValidationError) -> list[Problem]:
    # What is empty has been reported by the file itself.
    told = [details for details in errors.errors(include_url=False) if details.get("input") is not None]
    found = [_problem(file, model, details) for details in told[:MOST_PROBLEMS]]
    if more := told[MOST_PROBLEMS:]:
        message = f"there are {len(more)} more problems in this file; mend the ones above first"
        found.append(file.problem(_existing(file, more[0]["loc"]), message, RULE))
    return list(dict.fromkeys(found))


def _problem(file: YamlFile, model: type[BaseModel], details: Any) -> Problem:
    error = _Error(model, details["loc"], details.get("input"), details.get("ctx", {}), details["msg"])
    return file.problem(_existing(file, error.loc), _sentence(error, details["type"]), RULE)


def _existing(file: YamlFile, loc: tuple) -> Loc:
    """The part of a pydantic location that names keys of the file (it also names union branches)."""
    value: Any = file.data
    kept: list[str | int] = []
    for part in loc:
        is_key = isinstance(value, dict) and part in value
        is_index = isinstance(value, list) and isinstance(part, int) and part < len(value)
        if is_key or is_index:
            value = value[part]
            kept.append(part)
    return tuple(kept)


class _Error(NamedTuple):
    """One finding of pydantic."""

    model: type[BaseModel]
    loc: tuple
    value: Any
    limits: dict[str, Any]
    message: str

    @property
    def name(self) -> str:
        """The place as a person counts: entries.3.default."""
        return ".".join(str(part + 1 if isinstance(part, int) else part) for part in self.loc)


def _sentence(error: _Error, type_: str) -> str:
    if type_ == "missing":
        return f'the field "{error.loc[-1]}" is missing; {_meaning(error)}'
    if type_ == "extra_forbidden":
        return _unknown_field(error)
    if write := _SENTENCES.get(type_):
        return f"{error.name}: {write(error)}"
    return f"{error.name}: {error.message[0].lower()}{error.message[1:]}; {_meaning(error)}"


_SENTENCES: dict[str, Callable[[_Error], str]] = {
    "literal_error": lambda error: _not_a_word(error),
    "string_pattern_mismatch": lambda error: _wrong_form(error),
    "string_type": lambda error: f"{_kind_of(error.value)} stands where text is wanted; {_as_text(error.value)}",
    "string_too_long": lambda error: (
        f"{len(error.value)} characters are too many; at most {error.limits['max_length']}"
    ),
    "string_too_short": lambda error: f"the text is too short; at least {error.limits['min_length']} characters",
    "too_short": lambda error: (
        f"{error.limits['actual_length']} entries are too few; at least {error.limits['min_length']}"
    ),
    "too_long": lambda error: (
        f"{error.limits['actual_length']} entries are too many; at most {error.limits['max_length']}"
    ),
    "list_type": lambda error: f"{_kind_of(error.value)} stands where a list is wanted; put each entry after a dash",
    "model_type": lambda error: _not_a_mapping(error),
    "model_attributes_type": lambda error: _not_a_mapping(error),
    "dict_type": lambda error: _not_a_mapping(error),
    "int_type": lambda error: f"{_kind_of(error.value)} stands where a whole number is wanted; write digits, unquoted",
    "float_type": lambda error: f"{_kind_of(error.value)} stands where a number is wanted; write digits, unquoted",
    "bool_type": lambda error: (
        f"{_kind_of(error.value)} stands where true or false is wanted; write one of them, unquoted"
    ),
}


def _not_a_word(error: _Error) -> str:
    expected = error.limits["expected"]
    words = expected.replace("'", "").replace(" or ", ", ").split(", ")
    close = difflib.get_close_matches(str(error.value), words, n=1)
    hint = f'did you mean "{close[0]}"?' if close else f"use {expected}"
    return f'"{_short(error.value)}" is not one of the words; {hint}'


def _wrong_form(error: _Error) -> str:
    pattern = error.limits["pattern"]
    form = _PATTERN_SAYS.get(pattern, f"text that matches {pattern}")
    return f'"{_short(error.value)}" has the wrong form; write {form}'


def _not_a_mapping(error: _Error) -> str:
    return f"{_kind_of(error.value)} stands where keys and values are wanted; {_meaning(error)}"


def _unknown_field(error: _Error) -> str:
    key = str(error.loc[-1])
    parent = _model_at(error.model, error.loc[:-1])
    names = [info.alias or name for name, info in parent.model_fields.items()] if parent else []
    close = difflib.get_close_matches(key, names, n=1)
    hint = f'did you mean "{close[0]}"?' if close else f"the fields are {', '.join(names)}"
    return f'no field is called "{_short(key)}"; {hint}'


def _meaning(error: _Error) -> str:
    """The field's own description, so that the message says what would be right."""
    parent = _model_at(error.model, error.loc[:-1])
    for name, info in (parent.model_fields if parent else {}).items():
        if error.loc[-1] in (name, info.alias):
            return str(info.description)
    return "see the schema"


def _model_at(model: type[BaseModel], loc: tuple) -> type[BaseModel] | None:
    current: type[BaseModel] | None = model
    for part in loc:
        if isinstance(part, int) or current is None:
            continue
        info = next((i for n, i in current.model_fields.items() if part in (n, i.alias)), None)
        if info is not None:
            current = model_in(info.annotation)
    return current


def model_in(annotation: object) -> type[BaseModel] | None:
    """The model inside `Model`, `list[Model]` or `Model | None`; None when there is none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if typing.get_origin(annotation) in (list, types.UnionType, typing.Union, typing.Annotated):
        return next((found for arg in typing.get_args(annotation) if (found := model_in(arg))), None)
    return None


def _kind_of(value: object) -> str:
    names = {bool: "true/false", int: "a number", float: "a number", list: "a list", dict: "a mapping", str: "text"}
    return names.get(type(value), "nothing")


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return f"quote it: '{str(value).lower()}'"
    if isinstance(value, int | float):
        return f"quote it: '{value}'"
    return "write a word or a sentence"


def _short(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
