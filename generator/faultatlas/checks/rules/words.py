"""Rules on words: what a record says exists in the taxonomy, and the taxonomy can be scanned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.checks.walk import texts_of_kind
from faultatlas.library import Library
from faultatlas.problem import Problem
from faultatlas.schema.common import NOT_STATED
from faultatlas.schema.taxonomy import FACETS

MOST_TERMS_IN_A_GROUP = 9


@rule
def word_in_taxonomy(library: Library) -> Iterator[Problem]:
    """Root causes, components, symptoms, factors, layers and programs are words of the taxonomy."""
    for entry, text in texts_of_kind(library, "word"):
        known = library.terms.get(text.kind.vocabulary, {})
        if text.value not in known:
            hint = _other_facet(library, text.value) or library.nearest(text.value, known)
            message = f'"{text.value}" is not a word of taxonomy/{text.kind.vocabulary}.yaml; {hint}'
            yield entry.file.problem(text.loc, message, "word-in-taxonomy")


def _other_facet(library: Library, word: str) -> str | None:
    """A symptom written as a root cause is the common mistake, so the message names what the word is."""
    found = next((facet for facet in FACETS if word in library.terms.get(facet, {})), None)
    return f"it is a word of {found}.yaml, which says something else" if found else None


@rule
def word_is_said_once(library: Library) -> Iterator[Problem]:
    """A list of words or ids names each once."""
    for entry in library.entries:
        seen = Counter()
        for text in entry.texts:
            if (
                text.kind is None
                or text.kind.name not in ("word", "record", "slug")
                or not isinstance(text.loc[-1], int)
            ):
                continue
            seen[text.loc[:-1], text.value] += 1
            if seen[text.loc[:-1], text.value] == 2:
                message = f'"{text.value}" stands in this list already; name it once'
                yield entry.file.problem(text.loc, message, "word-is-said-once")


@rule
def term_has_a_group(library: Library) -> Iterator[Problem]:
    """A taxonomy with groups puts each term in one of them, and no group is too long to scan."""
    for entry in library.taxonomy_files:
        known = {group.id for group in library.taxonomies[entry.id].record.groups}
        for index, term in enumerate(entry.record.terms):
            if known and term.group not in known:
                said = (
                    f'the group "{term.group}" does not exist' if term.group else f'the term "{term.id}" has no group'
                )
                message = f"{said}; {library.nearest(term.group or '', known)}"
                yield entry.file.problem(("terms", index, "group"), message, "term-has-a-group")
        yield from _unbalanced_groups(library, entry)


def _unbalanced_groups(library: Library, entry) -> Iterator[Problem]:
    sizes = Counter(term.group for term in library.taxonomies[entry.id].record.terms)
    for index, group in enumerate(entry.record.groups):
        if not sizes[group.id]:
            message = f'no term stands in the group "{group.id}"; remove it, or put terms there'
        elif sizes[group.id] > MOST_TERMS_IN_A_GROUP:
            message = (
                f'the group "{group.id}" has {sizes[group.id]} terms; at most {MOST_TERMS_IN_A_GROUP} can be scanned'
            )
        else:
            continue
        yield entry.file.problem(("groups", index), message, "term-has-a-group")


@rule
def not_stated_is_alone(library: Library) -> Iterator[Problem]:
    """`not-stated` is the whole value of a field or it is not there: it never stands beside what is stated."""
    for entry, text in texts_of_kind(library, "prose"):
        if NOT_STATED in text.value and text.value != NOT_STATED:
            message = f"{NOT_STATED} stands beside other words; write {NOT_STATED} alone, or only what is stated"
            yield entry.file.problem(text.loc, message, "not-stated-is-alone", NOT_STATED)
