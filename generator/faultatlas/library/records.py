"""What was loaded, by id, and every link in both directions."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from pydantic import BaseModel

from faultatlas.library.parts import Part, parts
from faultatlas.problem import Problem
from faultatlas.schema.case import Case
from faultatlas.schema.common import Text, Tombstone, texts
from faultatlas.schema.errors import Code, CodeVocabulary, Message, MessageVocabulary, SettingVocabulary
from faultatlas.schema.failure import Failure, Relation
from faultatlas.schema.hub import Hub, HubRow
from faultatlas.schema.taxonomy import FACETS, Commands, Taxonomy, Term
from faultatlas.yamlfile import YamlFile

R = TypeVar("R", bound=BaseModel)
Vocabulary = CodeVocabulary | SettingVocabulary | MessageVocabulary

# Field of a failure or case that holds the words of each facet.
FACET_FIELDS = {
    "root-causes": ("root_causes", "root_cause"),
    "components": ("components",),
    "symptoms": ("symptoms",),
    "contributing-factors": ("contributing_factors",),
}
INVERSE_LABELS = {
    "causes": "caused by",
    "looks-like": "looks like",
    "often-with": "often with",
    "special-case-of": "covers",
}
RELATION_LABELS = {
    "causes": "causes",
    "looks-like": "looks like",
    "often-with": "often with",
    "special-case-of": "special case of",
}


@dataclass(frozen=True, eq=False)
class Entry(Generic[R]):
    """A record with its id and the file it came from."""

    id: str
    record: R
    file: YamlFile
    area: str = ""

    @cached_property
    def texts(self) -> list[Text]:
        """All strings of the record, each with its place and kind."""
        return texts(self.record)

    @cached_property
    def texts_by_kind(self) -> dict[str | None, list[Text]]:
        """The same strings by the name of their kind; None for those without."""
        found: dict[str | None, list[Text]] = defaultdict(list)
        for text in self.texts:
            found[text.kind.name if text.kind else None].append(text)
        return dict(found)

    @cached_property
    def parts(self) -> list[Part]:
        """All mappings of the file, the record itself first."""
        return parts(self.record, self.file.data)


@dataclass(frozen=True)
class Edge:
    """A relation seen from one of its two ends."""

    here: str
    there: str
    kind: str
    label: str
    inverse: bool
    relation: Relation


@dataclass(frozen=True)
class Released:
    """Where the list of released ids names an id."""

    path: str
    line: int


@dataclass
class Library:
    """All records of one or several roots. `problems` holds what kept files from loading."""

    failures: dict[str, Entry[Failure]] = field(default_factory=dict)
    cases: dict[str, Entry[Case]] = field(default_factory=dict)
    tombstones: dict[str, Entry[Tombstone]] = field(default_factory=dict)
    taxonomies: dict[str, Entry[Taxonomy]] = field(default_factory=dict)
    taxonomy_files: list[Entry[Taxonomy]] = field(default_factory=list)
    vocabularies: dict[str, Entry[Vocabulary]] = field(default_factory=dict)
    hubs: dict[str, Entry[Hub]] = field(default_factory=dict)
    commands: list[Entry[Commands]] = field(default_factory=list)
    files: list[YamlFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    is_whole: bool = True
    released: dict[str, Released] = field(default_factory=dict)

    @property
    def records(self) -> dict[str, Entry[Failure] | Entry[Case]]:
        """Failures and cases by id, failures first, each in order of id."""
        return {**self.failures, **self.cases}

    @cached_property
    def entries(self) -> list[Entry]:
        """Everything that was loaded, one entry per file."""
        stores = (self.failures, self.cases, self.tombstones, self.vocabularies, self.hubs)
        return [*(entry for store in stores for entry in store.values()), *self.taxonomy_files, *self.commands]

    @cached_property
    def terms(self) -> dict[str, dict[str, Term]]:
        """Facet, layer or program vocabulary to its terms by id, in page order."""
        return {name: {term.id: term for term in entry.record.terms} for name, entry in self.taxonomies.items()}

    def label(self, vocabulary: str, word: str) -> str:
        """What a reader sees for a word; the word itself when it is unknown."""
        term = self.terms.get(vocabulary, {}).get(word)
        return term.label if term else word

    @cached_property
    def cases_by_failure(self) -> dict[str, list[Entry[Case]]]:
        """Failure id to the cases that show it, newest first."""
        found: dict[str, list[Entry[Case]]] = defaultdict(list)
        for case in self.cases_by_date:
            for failure in case.record.failure_ids():
                found[failure].append(case)
        return dict(found)

    @cached_property
    def cases_by_mechanism(self) -> dict[tuple[str, str], list[Entry[Case]]]:
        """Failure id and mechanism id to the cases that name that mechanism, newest first."""
        found: dict[tuple[str, str], list[Entry[Case]]] = defaultdict(list)
        for case in self.cases_by_date:
            for ref in case.record.failures:
                failure, _, mechanism = ref.partition("#")
                if mechanism:
                    found[failure, mechanism].append(case)
        return dict(found)

    @cached_property
    def cases_by_date(self) -> list[Entry[Case]]:
        """All cases, newest first."""
        return sorted(self.cases.values(), key=lambda case: (case.record.date, case.id), reverse=True)

    @cached_property
    def edges(self) -> dict[str, list[Edge]]:
        """Failure id to its relations, own and inverse, whose other end exists."""
        found: dict[str, list[Edge]] = defaultdict(list)
        for id_, entry in self.failures.items():
            for relation in entry.record.relations:
                if relation.to not in self.failures:
                    continue
                kind = relation.kind
                found[id_].append(Edge(id_, relation.to, kind, RELATION_LABELS[kind], False, relation))
                found[relation.to].append(Edge(relation.to, id_, kind, INVERSE_LABELS[kind], True, relation))
        return dict(found)

    @cached_property
    def by_term(self) -> dict[str, dict[str, list[Entry]]]:
        """Facet to term to the failures (first) and cases that carry it."""
        found: dict[str, dict[str, list[Entry]]] = {facet: defaultdict(list) for facet in FACETS}
        for entry in [*self.failures.values(), *self.cases_by_date]:
            for facet in FACETS:
                for word in facet_words(entry.record, facet):
                    found[facet][word].append(entry)
        return {facet: dict(words) for facet, words in found.items()}

    @cached_property
    def rows_by_failure(self) -> dict[str, list[tuple[str, HubRow]]]:
        """Failure id to the hub rows that lead to it, as (hub id, row)."""
        found: dict[str, list[tuple[str, HubRow]]] = defaultdict(list)
        for hub_id, hub in self.hubs.items():
            for row in hub.record.rows:
                for failure in row.failures:
                    found[failure].append((hub_id, row))
        return dict(found)

    @cached_property
    def codes_by_failure(self) -> dict[str, list[tuple[str, Code | Message]]]:
        """Failure id to the code entries that indicate it, as (vocabulary id, entry)."""
        found: dict[str, list[tuple[str, Code | Message]]] = defaultdict(list)
        for name, entry in self.vocabularies.items():
            for item in entry.record.entries:
                for indication in getattr(item, "indicates", []):
                    found[indication.failure].append((name, item))
        return dict(found)

    @cached_property
    def redirects(self) -> dict[str, Entry]:
        """Former id to the record that carries it now."""
        entries: Iterable[Entry] = [*self.failures.values(), *self.cases.values(), *self.tombstones.values()]
        return {old: entry for entry in entries for old in entry.record.formerly}

    def ids_ever(self) -> set[str]:
        """Every id that an address may name: current, withdrawn and former ones."""
        return {*self.failures, *self.cases, *self.tombstones, *self.redirects}

    def vocabulary_entries(self, kind: str) -> list[Code | Message | Message]:
        """The entries of all vocabularies of one kind: code, setting or message."""
        return [
            item for entry in self.vocabularies.values() if entry.record.kind == kind for item in entry.record.entries
        ]

    def is_unreadable(self, id_: str) -> bool:
        """Whether a file has this name but could not be loaded, so that links to it are not the mistake."""
        return id_ not in self.ids_ever() and any(file.path.stem == id_ for file in self.files)

    def nearest(self, word: str, words: Iterable[str], otherwise: str = "use one that exists") -> str:
        """A hint for a word that does not exist: the closest that does, or what to do instead."""
        close = difflib.get_close_matches(word, list(words), n=1, cutoff=0.6)
        return f'did you mean "{close[0]}"?' if close else otherwise


def facet_words(record: Failure | Case, facet: str) -> list[str]:
    """The words of one facet that a record carries."""
    words: list[str] = []
    for name in FACET_FIELDS[facet]:
        value = getattr(record, name, [])
        words += [value] if isinstance(value, str) else value
    return words
