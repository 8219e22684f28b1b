"""Required literals of a pattern: strings of which every match contains at least one.

They let a scan skip all lines that hold none. Derived from the parse tree of `re` (docs/decisions.md: why not by hand).
"""

from __future__ import annotations

from itertools import product
from re import _constants as op
from re import _parser

# More alternatives than this cost more than they spare; a shorter literal hits too many ordinary lines.
MOST = 64
SHORTEST = 6

Strings = tuple[bytes, ...]


class NoLiteral(ValueError):
    """The pattern has no required literal of six bytes; the text says what was found."""


def required(pattern: str, ignore_case: bool = False) -> list[str]:
    """Literals (sorted) of which every match of the pattern holds one; lower case when case is ignored.

    Raises `NoLiteral` when there is no set of at most 64 with at least six bytes each.
    """
    found = _best(_candidates(_parser.parse(pattern.encode("latin-1"))))
    if found is None or min(map(len, found)) < SHORTEST:
        raise NoLiteral(f"no text of {SHORTEST} bytes that every match contains")
    texts = {text.lower() if ignore_case else text for text in found}
    return sorted(text.decode("latin-1") for text in _without_longer(texts))


def _without_longer(texts: set[bytes]) -> set[bytes]:
    """A literal that holds another of the set adds nothing."""
    return {text for text in texts if not any(other in text for other in texts if other != text)}


def _best(candidates: list[Strings]) -> Strings | None:
    """The set whose shortest literal is longest, up to what helps; then the one with fewest literals."""
    return max(candidates, key=lambda texts: (min(min(map(len, texts)), 24), -len(texts)), default=None)


def _candidates(sequence) -> list[Strings]:
    """All sets of literals, one of which is in every match of the sequence."""
    found: list[Strings] = []
    run: Strings = (b"",)
    for kind, value in sequence:
        exact = _exact(kind, value)
        longer = _joined(run, exact) if exact else None
        if longer is None:
            found.append(run)
            found += [] if exact else _inside(kind, value)
            run = exact or (b"",)
        else:
            run = longer
    return [texts for texts in [*found, run] if min(map(len, texts))]


def _joined(heads: Strings, tails: Strings) -> Strings | None:
    if len(heads) * len(tails) > MOST:
        return None
    return tuple(dict.fromkeys(head + tail for head, tail in product(heads, tails)))


def _exact(kind, value) -> Strings | None:
    """All strings that the node can match, when they are few."""
    if kind is op.LITERAL:
        return (bytes([value]),)
    if kind is op.IN:
        return _members(value)
    if kind is op.SUBPATTERN:
        return _exact_sequence(value[-1])
    if kind is op.BRANCH:
        return _exact_branch(value[1])
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
        return _exact_repeat(*value)
    return (b"",) if kind is op.AT else None


def _members(items) -> Strings | None:
    ranges = [value if kind is op.RANGE else (value, value) for kind, value in items if kind in (op.LITERAL, op.RANGE)]
    letters = [letter for low, high in ranges for letter in range(low, high + 1)]
    if len(ranges) != len(items) or len(letters) > 10:
        return None
    return tuple(bytes([letter]) for letter in letters)


def _exact_sequence(sequence) -> Strings | None:
    texts: Strings | None = (b"",)
    for kind, value in sequence:
        exact = _exact(kind, value)
        texts = _joined(texts, exact) if exact else None
        if texts is None:
            return None
    return texts


def _exact_branch(branches) -> Strings | None:
    parts = [_exact_sequence(branch) for branch in branches]
    if None in parts:
        return None
    texts = tuple(dict.fromkeys(text for part in parts for text in part))
    return texts if len(texts) <= MOST else None


def _exact_repeat(low, high, sequence) -> Strings | None:
    """Only short repeats of few strings: others can match too many."""
    once = _exact_sequence(sequence)
    if once is None or high > 8:
        return None
    found: list[Strings | None] = [(b"",)]
    for _ in range(high):
        found.append(found[-1] and _joined(found[-1], once))
    if None in found:
        return None
    texts = tuple(dict.fromkeys(text for times in found[low:] for text in times))
    return texts if len(texts) <= MOST else None


def _inside(kind, value) -> list[Strings]:
    """Sets from within a node that must be matched at least once."""
    if kind is op.SUBPATTERN:
        return _candidates(value[-1])
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT) and value[0] > 0:
        return _candidates(value[2])
    if kind is op.BRANCH:
        parts = [_best(_candidates(branch)) for branch in value[1]]
        texts = None if None in parts else tuple(dict.fromkeys(text for part in parts for text in part))
        return [texts] if texts and len(texts) <= MOST else []
    return []
