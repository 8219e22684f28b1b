"""JSON schemas for editors and forms, printed from the models with the words of the taxonomy filled in."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from faultatlas.library import Library
from faultatlas.schema.case import Case
from faultatlas.schema.errors import AnyVocabulary
from faultatlas.schema.failure import Failure
from faultatlas.schema.hub import Hub
from faultatlas.schema.taxonomy import Commands, Taxonomy

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MODELS = {
    "failure": Failure,
    "case": Case,
    "taxonomy": Taxonomy,
    "errors": AnyVocabulary,
    "hub": Hub,
    "commands": Commands,
}


def editor_schema(name: str, library: Library) -> dict[str, Any]:
    """The schema called `name`; its words are those of the library's taxonomies."""
    plain = TypeAdapter(MODELS[name]).json_schema()
    return {"$schema": DIALECT, "title": f"Fault Atlas: {name}", **_filled(plain, library)}


def editor_schemas(library: Library) -> dict[str, str]:
    """File name to text of all schemas, as `schemas/` holds them."""
    return {f"{name}.json": as_text(editor_schema(name, library)) for name in MODELS}


def as_text(schema: dict[str, Any]) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _filled(node: Any, library: Library) -> Any:
    """A node of a schema with the allowed words, and without what no editor needs."""
    if isinstance(node, list):
        return [_filled(item, library) for item in node]
    if not isinstance(node, dict):
        return node
    # A field may be left out, but an empty one is refused.
    options = [option for option in node.get("anyOf", []) if option != {"type": "null"}]
    if len(options) == 1:
        rest = {key: value for key, value in node.items() if key not in ("anyOf", "default")}
        return _filled({**options[0], **rest}, library)
    filled = {key: _filled_value(key, value, library) for key, value in node.items() if not _is_noise(key, value)}
    return {**filled, **_words(node.get("x-vocabulary"), library)}


def _filled_value(key: str, value: Any, library: Library) -> Any:
    if key in ("properties", "$defs"):
        return {name: _filled(inner, library) for name, inner in value.items()}
    return _filled(value, library)


def _is_noise(key: str, value: Any) -> bool:
    """Titles that only repeat the name of a field, and empty defaults."""
    return (key == "title" and isinstance(value, str)) or (key == "default" and value in (None, [], {}))


def _words(vocabulary: str | None, library: Library) -> dict[str, list[str]]:
    terms = library.terms.get(vocabulary or "", {})
    if not terms:
        return {}
    return {"enum": list(terms), "enumDescriptions": [f"{term.label}: {term.means}" for term in terms.values()]}
