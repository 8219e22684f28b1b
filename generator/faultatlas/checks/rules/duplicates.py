"""The rule on duplicates: one thing is one record."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from math import ceil

from faultatlas.checks import rule
from faultatlas.checks.walk import signatures
from faultatlas.library import Entry, Library
from faultatlas.problem import Problem
from faultatlas.yamlfile import Loc

_WORD = re.compile(r"[a-z0-9]+")
_SMALL_WORD = re.compile(r"an?|and|at|by|for|from|in|is|its|of|on|or|the|to|with")
# Share of words that two titles of one thing have in common.
_SAME_TITLE = 0.8

Where = tuple[Entry, Loc]
Titled = tuple[Entry, frozenset[str]]


@rule
def looks_like_a_duplicate(library: Library) -> Iterator[Problem]:
    """No two records have nearly the same title or the same pattern, no two cases of one date the same only source."""
    pairs = {
        "the title is nearly": _same_titles(library),
        "the date and the only source are": _same_accounts(library),
        "the pattern is": _same_patterns(library),
    }
    for what, found in pairs.items():
        for (first, _), (second, loc) in found:
            message = f"{what} that of {first.file.shown}; merge the two, or say what sets this one apart"
            yield second.file.problem(loc, message, "looks-like-a-duplicate")


def _same_titles(library: Library) -> Iterator[tuple[Where, Where]]:
    for store in (library.failures, library.cases):
        titled = [(entry, _title_words(entry.record.title)) for entry in store.values()]
        for (first, some), (second, others) in _sharing_a_rare_word(titled):
            if len(some & others) >= _SAME_TITLE * len(some | others):
                yield (first, ("title",)), (second, ("title",))


def _sharing_a_rare_word(titled: list[Titled]) -> Iterator[tuple[Titled, Titled]]:
    """The pairs worth comparing: sets that are nearly the same share one of the few rarest words of either."""
    count = Counter(word for _, words in titled for word in words)
    places: dict[str, list[int]] = defaultdict(list)
    for number, (_, words) in enumerate(titled):
        rarest = sorted(words, key=lambda word: (count[word], word))
        rare = rarest[: len(words) - ceil(_SAME_TITLE * len(words)) + 1]
        for other in sorted({place for word in rare for place in places[word]}):
            yield titled[other], titled[number]
        for word in rare:
            places[word].append(number)


def _title_words(title: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(title.lower()) if not _SMALL_WORD.fullmatch(word))


def _same_accounts(library: Library) -> Iterator[tuple[Where, Where]]:
    cases = [entry for entry in library.cases.values() if len(entry.record.sources) == 1]
    keyed = (((case.record.date, case.record.sources[0].url), (case, ("sources", 0, "url"))) for case in cases)
    return _same_keys(keyed)


def _same_patterns(library: Library) -> Iterator[tuple[Where, Where]]:
    keyed = ((item.signature.pattern, (item.entry, (*item.loc, "pattern"))) for item in signatures(library))
    return _same_keys(keyed)


def _same_keys(keyed: Iterable[tuple[Hashable, Where]]) -> Iterator[tuple[Where, Where]]:
    places: dict[Hashable, list[Where]] = defaultdict(list)
    for key, where in keyed:
        places[key].append(where)
    for first, *others in places.values():
        yield from ((first, other) for other in others)
