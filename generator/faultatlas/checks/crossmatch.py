"""Many patterns against many lines: a literal that every match must hold picks the lines worth the full pattern."""

from __future__ import annotations

import re
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

from faultatlas.checks.cheap import costly
from faultatlas.schema.signature import Signature

_TOKEN = re.compile(r"\\[pPxuU0-9]|\\[a-zA-Z]|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|.", re.S)
_INLINE_FLAGS = re.compile(r"\(\?[aiLmsux-]")
_REPEATS = re.compile(r"[*+?]|\{\d*,?\d*\}")


class Lines:
    """Lines to match against, joined, so that one search finds all that hold a literal."""

    def __init__(self, lines: Sequence[str]):
        self.lines = lines
        self._as_is = _Joined(lines)
        self._lowered = _Joined([line.lower() for line in lines])

    def matching(self, signature: Signature) -> Iterator[int]:
        """Numbers of the lines that the pattern of a signature matches."""
        pattern = runnable(signature)
        if pattern is None:
            return iter(())
        literal = required_literal(signature.pattern)
        held = self._lowered.holding(literal.lower()) if signature.ignore_case else self._as_is.holding(literal)
        return (number for number in held if pattern.search(self.lines[number].encode()))


class _Joined:
    def __init__(self, lines: Sequence[str]):
        self._text = "\n".join(lines)
        self._ends = list(accumulate(len(line) + 1 for line in lines))

    def holding(self, literal: str) -> Iterator[int]:
        """Numbers of the lines that hold the literal."""
        at, number = self._text.find(literal), -1
        while at >= 0 and (number := bisect_right(self._ends, at)) < len(self._ends):
            yield number
            at = self._text.find(literal, self._ends[number])


def regex(signature: Signature) -> re.Pattern[bytes]:
    """The pattern as a log reader uses it: over bytes, line by line; raises `re.error`."""
    return _compiled(signature.pattern, signature.ignore_case)


def runnable(signature: Signature) -> re.Pattern[bytes] | None:
    """The pattern; None when it does not compile, or is so costly that it must not be run."""
    try:
        return None if costly(signature.pattern, signature.ignore_case) else regex(signature)
    except re.error:
        return None


@cache
def _compiled(pattern: str, ignore_case: bool) -> re.Pattern[bytes]:
    with warnings.catch_warnings(action="ignore"):
        try:
            return re.compile(pattern.encode(), re.IGNORECASE if ignore_case else 0)
        except RecursionError:
            raise re.error("groups are nested too deep") from None
        except (OverflowError, ValueError) as error:
            raise re.error(str(error)) from None


def required_literal(pattern: str) -> str:
    """The longest run of plain characters that every match holds; empty when none is certain."""
    if _INLINE_FLAGS.search(pattern):
        return ""
    runs, run, depth = [], "", 0
    tokens = _TOKEN.findall(pattern)
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if depth == 0 and token == "|":
            return ""
        depth += (token == "(") - (token == ")")
        if depth == 0 and _is_plain(token) and not _REPEATS.fullmatch(after):
            run += token[-1]
        else:
            runs, run = [*runs, run], ""
    return max([*runs, run], key=len)


def _is_plain(token: str) -> bool:
    return (len(token) == 1 and token not in "^$.|?*+()[]{}\\") or (
        len(token) == 2 and token[0] == "\\" and not token[1].isalnum()
    )
