"""Rules on signatures: a pattern compiles, matches its examples and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.checks.cheap import costly
from faultatlas.checks.crossmatch import Lines, regex, runnable
from faultatlas.checks.walk import Placed, signatures
from faultatlas.library import Library
from faultatlas.problem import Problem
from faultatlas.schema.signature import Signature
from faultatlas.yamlfile import Loc


@rule
def signature_is_cheap(library: Library) -> Iterator[Problem]:
    """A pattern is quick on every line: no repeat stands inside a repeat, and few can take the same text.

    A log has long lines, and a reader's browser runs every pattern on each of them.
    """
    for placed in signatures(library):
        if message := costly(placed.signature.pattern, placed.signature.ignore_case):
            yield placed.entry.file.problem((*placed.loc, "pattern"), message, "signature-is-cheap")


@rule
def signature_matches_its_examples(library: Library) -> Iterator[Problem]:
    """A pattern compiles, matches each of its `match` lines, and its named groups are the declared captures."""
    for placed in signatures(library):
        for key, message in _unmatched(placed):
            yield placed.entry.file.problem((*placed.loc, *key), message, "signature-matches-its-examples")


def _unmatched(placed: Placed) -> Iterator[tuple[tuple, str]]:
    signature = placed.signature
    try:
        pattern = regex(signature)
    except re.error as error:
        yield ("pattern",), f"the pattern does not compile: {error}; mend it there"
        return
    for index, line in enumerate(signature.match if runnable(signature) else ()):
        if not pattern.search(line.encode()):
            yield ("match", index), "the pattern does not match this line of match; mend the one or the other"
    declared = signature.captures
    for name in sorted(pattern.groupindex.keys() - declared.keys()):
        yield (
            ("pattern",),
            f'captures does not declare the group "{name}"; say whether it is int, hex, text or duration_ms',
        )
    for name in sorted(declared.keys() - pattern.groupindex.keys()):
        yield ("captures", name), f'the pattern has no group "{name}"; add (?P<{name}>...) or remove the capture'
    if signature.onset and signature.onset.minus_ms not in declared:
        yield ("onset",), f'onset names "{signature.onset.minus_ms}", which is not a capture; name one of the captures'


@rule
def signature_spares_its_counter_examples(library: Library) -> Iterator[Problem]:
    """A pattern matches no `no_match` line of its own, and no `match` line of others unless `overlaps` says why."""
    placed = [item for item in signatures(library) if runnable(item.signature)]
    yield from _false_matches(placed)
    yield from _unknown_overlaps(library, placed)
    allowed = {frozenset((item.ref, overlap.signature)) for item in placed for overlap in item.signature.overlaps}
    for item, other, index in _crossings(placed):
        if frozenset((item.ref, other.ref)) not in allowed:
            line = other.signature.match[index]
            message = (
                f"the pattern also matches line {index + 1} of {other.ref} ({_short(line)}); "
                "narrow it, or list that signature under overlaps with the reason"
            )
            yield item.entry.file.problem((*item.loc, "pattern"), message, "signature-spares-its-counter-examples")


def _false_matches(placed: list[Placed]) -> Iterator[Problem]:
    for item in placed:
        pattern = regex(item.signature)
        for index, line in enumerate(item.signature.no_match):
            if pattern.search(line.encode()):
                message = "the pattern matches this line of no_match; narrow the pattern"
                loc = (*item.loc, "no_match", index)
                yield item.entry.file.problem(loc, message, "signature-spares-its-counter-examples")


def _unknown_overlaps(library: Library, placed: list[Placed]) -> Iterator[Problem]:
    refs = {item.ref for item in signatures(library)}
    for item in placed:
        for index, overlap in enumerate(item.signature.overlaps):
            failure = overlap.signature.partition("/")[0]
            if overlap.signature not in refs and not library.is_unreadable(failure):
                message = f'no signature is called "{overlap.signature}"; {library.nearest(overlap.signature, refs)}'
                loc = (*item.loc, "overlaps", index, "signature")
                yield item.entry.file.problem(loc, message, "signature-spares-its-counter-examples")


def _crossings(placed: list[Placed]) -> Iterator[tuple[Placed, Placed, int]]:
    """Each signature with each other record's line that it matches, the first such line of a signature only."""
    lines = [(other, index) for other in placed for index in range(len(other.signature.match))]
    joined = Lines([other.signature.match[index] for other, index in lines])
    for item in placed:
        crossed = set()
        for number in joined.matching(item.signature):
            other, index = lines[number]
            if other.entry is not item.entry and other.ref not in crossed:
                crossed.add(other.ref)
                yield item, other, index


@rule
def pattern_is_single_quoted(library: Library) -> Iterator[Problem]:
    """Patterns and example lines stand in single quotes on one line: nothing is escaped twice, and grep finds them."""
    for placed in signatures(library):
        for loc, value in _quotable(placed.signature):
            if not placed.entry.file.is_single_quoted((*placed.loc, *loc)):
                quoted = "'" + value.replace("'", "''") + "'"
                message = f"{loc[0]} is not in single quotes on one line; write {_short(quoted)}"
                yield placed.entry.file.problem((*placed.loc, *loc), message, "pattern-is-single-quoted")


def _quotable(signature: Signature) -> Iterator[tuple[Loc, str]]:
    yield ("pattern",), signature.pattern
    for key in ("match", "no_match"):
        for index, line in enumerate(getattr(signature, key)):
            yield (key, index), line


def _short(line: str) -> str:
    return line if len(line) <= 80 else line[:77] + "..."
