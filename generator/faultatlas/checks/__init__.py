"""The rules that records obey: one rule is one function, named as the sentence that holds when all is well.

A rule takes the whole library and yields a problem for each place that breaks
it. Its docstring documents it on the site. Rules register themselves by being
defined; `RULES` keeps the order in which readers meet them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from faultatlas.collecting import no_collecting
from faultatlas.library import Library
from faultatlas.problem import Problem

Rule = Callable[[Library], Iterator[Problem]]

RULES: dict[str, Rule] = {}


def rule(function: Rule) -> Rule:
    """Register a rule under its name with dashes, which is also the word in brackets of its messages."""
    RULES[function.__name__.replace("_", "-")] = function
    return function


def check(library: Library) -> list[Problem]:
    """All problems of a library, those of reading its files included, sorted by place.

    Where a whole folder is missing, that alone is said: every rule would stumble over it.
    """
    from faultatlas.checks import rules  # noqa: F401  (importing the rules registers them)

    found = list(library.problems)
    if not library.is_whole:
        return sorted(found)
    with no_collecting():
        for function in RULES.values():
            found += function(library)
    return sorted(set(found))
