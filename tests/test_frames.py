"""Record pages that share the theme around them look as if each had been rendered alone."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from faultatlas import frames
from jinja2 import ChoiceLoader, DictLoader, Environment, TemplateNotFound

TEMPLATES = {
    "base.html": (
        "<head>{% block site_meta %}{% endblock %}<x>{% block htmltitle %}{% endblock %}</head>"
        "<nav>{{ page.atlas.section }}</nav>{{ page.url.count('/') }}{% block container %}{% endblock %}<footer>"
    ),
    "main.html": (
        '{% extends "base.html" %}{% set sheet = page.atlas %}'
        "{% block site_meta %}<meta {{ sheet.title }}>{% endblock %}"
        "{% block htmltitle %}<title>{{ sheet.title }}</title>{% endblock %}"
        "{% block container %}{{ page.content }}{% endblock %}"
    ),
}


def _page(title, content, path="failures/a/", section="browse/"):
    atlas = SimpleNamespace(kind="failure", section=section, scripts=(), title=title)
    return {"page": SimpleNamespace(atlas=atlas, content=content, url=path)}


@pytest.fixture
def env():
    return Environment(loader=ChoiceLoader([frames.FrameLoader(), DictLoader(TEMPLATES)]))


@pytest.mark.parametrize(
    "pages",
    [
        [_page("One", "<p>one</p>"), _page("Two", "<p>two</p>"), _page("Three", "")],
        [_page("One", ""), _page("Two", "<p>One</p>")],
        [_page("One", "<p>1</p>"), _page("Two", "<p>2</p>", "nccl/", "nccl/"), _page("Three", "<p>3</p>")],
    ],
    ids=["alike", "first-is-empty", "two-sections"],
)
def test_a_framed_page_is_the_page(env, pages):
    alone = [env.get_template("main.html").render(page) for page in pages]
    framed = env.get_template(frames.NAME)
    assert [framed.render(page) for page in pages] == alone


def test_other_templates_are_left_to_other_loaders(env):
    with pytest.raises(TemplateNotFound):
        env.get_template("nothing.html")
