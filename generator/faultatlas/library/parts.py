"""The mappings of a file beside the models that they became."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel

from faultatlas.schema.common import fields
from faultatlas.yamlfile import Loc

_CONTAINERS = (dict, list)


class Part(NamedTuple):
    """One mapping of a file: the model it became, its keys as written, and its place."""

    model: BaseModel
    keys: list[str]
    loc: Loc


def parts(record: BaseModel, data: object) -> list[Part]:
    """All mappings of a file, the record itself first."""
    found: list[Part] = []
    _collect(found, record, data, ())
    return found


def _collect(found: list[Part], value: object, data: object, loc: Loc) -> None:
    if isinstance(data, dict) and fields(type(value)):
        found.append(Part(value, list(data), loc))
        for name, key, _ in fields(type(value)):
            inner = data.get(key)
            if type(inner) in _CONTAINERS:
                _collect(found, getattr(value, name), inner, (*loc, key))
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for index, item in enumerate(data):
            _collect(found, value[index], item, (*loc, index))
