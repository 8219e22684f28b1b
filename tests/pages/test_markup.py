"""Prose that takes the short cut comes out as the parser would have it."""

from __future__ import annotations

from random import Random

import pytest
from faultatlas.pages import markup
from faultatlas.pages.markup import Links, render_inline

LINKS = Links({"a": 1, "b-2": 2}.get, {"r-1": "../r-1/?x&y"}.get)
PIECES = [
    "`", "[", "]", "[^a]", "[^zz]", "[[r-1]]", "[[zz]]", "_", "word", "two words", " ", "<", "&amp;", "'", '"', "#",
    "^", "!", "(", ")", "x_y", "é", "1", ".", "[^", "[[", "*", "**", "\\",
]  # fmt: skip


def _parsed(text, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(markup, "_needs_parser", lambda text: True)
        return render_inline(text, LINKS)


def _same(html):
    """The two escape quotes differently, which reads the same."""
    return str(html).replace("&#34;", '"').replace("&quot;", '"').replace("&#39;", "'")


@pytest.mark.parametrize(
    "text",
    ["plain", "`code`[^a] and [[r-1]]", "` a ` and ` `", "`[[r-1]]` [^`b`]", "a `b", "x_y _z_", "[`a`](https://b.c)"],
)
def test_the_short_cut_leads_to_the_same_place(text, monkeypatch):
    assert _same(render_inline(text, LINKS)) == _same(_parsed(text, monkeypatch))


def test_so_does_any_mixture(monkeypatch):
    random = Random(1)
    for _ in range(5_000):
        text = "".join(random.choices(PIECES, k=random.randint(1, 12)))
        assert _same(render_inline(text, LINKS)) == _same(_parsed(text, monkeypatch)), text
