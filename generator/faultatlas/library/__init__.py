"""The library: all records by id, loaded once, with every link in both directions.

Records point one way (cases to failures to taxonomy). The other direction is
computed here and nowhere else.
"""

from faultatlas.library.loading import FOLDERS, load
from faultatlas.library.records import (
    FACET_FIELDS,
    INVERSE_LABELS,
    RELATION_LABELS,
    Edge,
    Entry,
    Library,
    Released,
    Vocabulary,
    facet_words,
)

__all__ = [
    "FACET_FIELDS",
    "FOLDERS",
    "INVERSE_LABELS",
    "RELATION_LABELS",
    "Edge",
    "Entry",
    "Library",
    "Released",
    "Vocabulary",
    "facet_words",
    "load",
]
