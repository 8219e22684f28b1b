"""Data as the block-style YAML that people write: text in single quotes, one line each."""

from __future__ import annotations

from collections.abc import Iterator


def to_yaml(record: dict) -> str:
    """The text of a record file."""
    return "\n".join(_mapping(record, "")) + "\n"


def _mapping(data: dict, indent: str) -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield f"{indent}{key}:"
            yield from _mapping(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{indent}{key}:"
            for item in value:
                first, *rest = _mapping(item, indent + "    ")
                yield f"{indent}  - {first.lstrip()}"
                yield from rest
        elif isinstance(value, list):
            yield f"{indent}{key}: [{', '.join(map(_scalar, value))}]"
        else:
            yield f"{indent}{key}: {_scalar(value)}"


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)
