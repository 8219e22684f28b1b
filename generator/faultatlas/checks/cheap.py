"""Whether a pattern is quick on every line: judged by its structure, never by running it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

try:
    from re import _parser
except ImportError:  # pragma: no cover
    _parser = None

# A repeat that can go on for longer than this counts as one without an end.
LONG = 1000
MOST = 20_000
# As many ways to share out one line are tried as two repeats without an end have on a line of 2000 characters.
_LINE = 2000
_MOST_WAYS = (_LINE + 1) ** 2

_ALL = frozenset(range(256))
_NONE: frozenset[int] = frozenset()
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_LOOKS = ("ASSERT", "ASSERT_NOT")
_WORD = frozenset(b"0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_CATEGORIES = {"DIGIT": frozenset(b"0123456789"), "SPACE": frozenset(b" \t\n\r\f\v"), "WORD": _WORD}


class _Costly(Exception):
    """What makes the pattern slow, and what would be right."""


class _Next(NamedTuple):
    """Characters that may come next, and those that a long repeat which may come next takes."""

    any: frozenset[int]
    long: frozenset[int]

    def __or__(self, other: _Next) -> _Next:
        return _Next(self.any | other.any, self.long | other.long)


_END = _Next(_NONE, _NONE)


@cache
def costly(pattern: str, ignore_case: bool = False) -> str | None:
    """What makes a pattern slow on some line, and what would be right; None when it is quick or does not compile."""
    if _parser is None:
        return None
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = _parser.parse(pattern.encode())
        _Walk(ignore_case or bool(tree.state.flags & _parser.SRE_FLAG_IGNORECASE)).sequence(tree, _END)
    except _Costly as found:
        return str(found)
    except (_parser.error, ValueError, OverflowError, RecursionError):
        return None
    return None


class _Walk:
    """Goes through a pattern from its end, so that each repeat knows what may follow it."""

    def __init__(self, ignore_case: bool):
        self.ignore_case = ignore_case
        self.ways = 1

    def sequence(self, items: Sequence, after: _Next) -> _Next:
        """What the items can begin with, when `after` follows them."""
        for op, value in reversed(list(items)):
            after = self._item(str(op), value, after)
        return after

    def _item(self, op: str, value: Any, after: _Next) -> _Next:
        if op in _REPEATS:
            return self._repeat(*value, after)
        if op in _LOOKS:
            self.sequence(value[1], _END)
        if op in (*_LOOKS, "AT"):
            return after
        inner = _inner(op, value)
        return self._choice(inner, after) if inner else _Next(self._characters(op, value), _NONE)

    def _choice(self, alternatives: Sequence, after: _Next) -> _Next:
        begin, overlap = _END, False
        for alternative in alternatives:
            found = self.sequence(alternative, after)
            overlap = overlap or bool(begin.any & found.any)
            begin |= found
        self._multiply(len(alternatives) if overlap else 1)
        return begin

    def _repeat(self, least: int, most: int, body: Sequence, after: _Next) -> _Next:
        if most <= 1:
            return self._choice([body, []], after)
        _refuse_count(least, most)
        _refuse_nested(body)
        taken = frozenset().union(*(self._characters(op, value) for op, value in _leaves(body)))
        long = taken if most > LONG else _NONE
        if long & after.long:
            hint = "let a character that they do not take stand between them"
            raise _Costly(f"two long repeats beside each other can take the same characters; {hint}")
        if taken & after.any:
            self._multiply(max(min(most, _LINE) - least, 0) + 1)
        here = _Next(taken, long)
        return here if least else here | after

    def _multiply(self, ways: int) -> None:
        self.ways *= ways
        if self.ways > _MOST_WAYS:
            hint = "bound them, as in .{0,160}, or end each with a character that it cannot take"
            raise _Costly(f"the repeats can share one line among them in too many ways; {hint}")

    def _characters(self, op: str, value: Any) -> frozenset[int]:
        found = _characters(op, value)
        return found | frozenset(bytes(found).swapcase()) if self.ignore_case else found


def _refuse_count(least: int, most: int) -> None:
    count = least if most == _parser.MAXREPEAT else most
    if count > MOST:
        raise _Costly(f"a repeat counts to {count}; count to at most {MOST}")


def _refuse_nested(body: Sequence) -> None:
    for op, _ in _parts(body):
        if op in (*_REPEATS, "BRANCH", "GROUPREF_EXISTS"):
            what = "a repeat" if op in _REPEATS else "a choice"
            hint = "repeat one class of characters, as in [0-9a-f:]{1,40}, or write the parts out"
            raise _Costly(f"{what} stands inside a repeat, which can take for ever on one line; {hint}")


def _parts(items: Sequence) -> Iterator[tuple[str, Any]]:
    """All parts of a sequence, those within groups included."""
    for op, value in items:
        yield str(op), value
        for inner in _inner(str(op), value):
            yield from _parts(inner)


def _leaves(items: Sequence) -> Iterator[tuple[str, Any]]:
    """The parts that take a character each."""
    return ((op, value) for op, value in _parts(items) if not _inner(op, value) and op != "AT")


def _inner(op: str, value: Any) -> list[Sequence]:
    """The sequences of a group, a choice or a look around, one of which is taken."""
    if op in _LOOKS:
        return [value[1]]
    if op == "SUBPATTERN":
        return [value[3]]
    if op == "ATOMIC_GROUP":
        return [value]
    if op == "BRANCH":
        return value[1]
    return [value[1], value[2] or []] if op == "GROUPREF_EXISTS" else []


def _characters(op: str, value: Any) -> frozenset[int]:
    """The characters that one part of a pattern takes; all for a part that refers to another."""
    if op == "LITERAL":
        return frozenset([value])
    if op == "NOT_LITERAL":
        return _ALL - {value}
    if op == "RANGE":
        return frozenset(range(value[0], value[1] + 1))
    if op == "CATEGORY":
        name = str(value).removeprefix("CATEGORY_")
        return _ALL - _CATEGORIES[name[4:]] if name.startswith("NOT_") else _CATEGORIES[name]
    return _class(value) if op == "IN" else _ALL


def _class(items: Sequence) -> frozenset[int]:
    negated = str(items[0][0]) == "NEGATE"
    found = frozenset().union(*(_characters(str(op), value) for op, value in items[negated:]))
    return _ALL - found if negated else found
