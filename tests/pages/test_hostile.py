"""Nothing that a record says becomes markup: tags, quotes, script addresses, broken Markdown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from faultatlas.export.redirects import redirects
from faultatlas.library import Entry
from faultatlas.pages.markup import Links, command, first_sentence, plain, render_inline
from faultatlas.pages.site import Site, SiteOptions
from faultatlas.schema.common import fields
from pydantic import BaseModel

from tests.page_tree import parse
from tests.pages.conftest import STORES

EVIL = (
    """</script></title></textarea><script>alert(1)</script><img src=x onerror=alert(1)>"""
    """"onmouseover="alert(1)" 'onfocus='alert(1)' <https://x> `</code><svg/onload=alert(1)>` [[<b>]] [^<i>] """
    """ [a](javascript:alert(1)) [b](data:text/html,x) {{ 7*7 }} {% raw %} &lt;"""
)
EVIL_ID = """-"><script>alert(1)</script>'"""
# Closed choices and dates, which the schema has seen to.
KEPT = {
    "kind", "role", "safety", "severity", "stage", "use", "locus", "scope", "lag", "cause_basis", "first_hand",
    "detected_by", "date", "added", "reviewed", "on", "facet", "read",
}  # fmt: skip


def _spoilt(value, name, kind):
    """The value with every free string replaced, and every id lengthened, by something that tries to escape."""
    if isinstance(value, BaseModel):
        return value.model_copy(
            update={key: _spoilt(getattr(value, key), key, of) for key, _, of in fields(type(value))}
        )
    if isinstance(value, list):
        return [_spoilt(item, name, kind) for item in value]
    if not isinstance(value, str) or name in KEPT:
        return value
    if name == "url":
        return value + EVIL_ID
    return value + EVIL_ID if kind and kind.name in ("slug", "word", "record") else EVIL


@pytest.fixture(scope="module")
def spoilt(tiny):
    stores = {}
    for name in STORES:
        entries = getattr(tiny, name).values()
        # Facets keep their names: they are folders and fields, not words that people choose.
        key = (lambda id_: id_) if name == "taxonomies" else (lambda id_: id_ + EVIL_ID)
        stores[name] = {
            key(e.id): Entry(key(e.id), _spoilt(e.record, "", None), e.file, e.area + EVIL_ID) for e in entries
        }
    return replace(tiny, **stores)


def _unsafe(tree):
    for node in tree:
        if node.name in ("script", "img", "iframe", "object", "embed", "base", "form") and "data-" not in str(
            node.attributes
        ):
            yield node.name, node.attributes
        for attribute, value in node.attributes.items():
            address = (value or "").strip().lower()
            if attribute.startswith("on") or (
                attribute in ("href", "src", "action") and address.startswith(("javascript:", "data:"))
            ):
                yield node.name, attribute, value


@pytest.mark.parametrize("options", [SiteOptions(), SiteOptions("https://a.example/", "https://f.example/", "edit/")])
def test_no_text_of_a_record_becomes_markup(tiny, spoilt, options):
    pages = list(Site(spoilt, options).pages())
    assert len(pages) == len(list(Site(tiny).pages()))
    for page in pages:
        tree = parse(page.body)
        assert list(_unsafe(tree)) == [], page.path
        assert "49" not in tree.all("h1")[0].text
    record = next(page for page in pages if page.kind == "failure")
    assert EVIL.split(" `")[0] in parse(record.body).one("h1").text


def test_hostile_pages_have_the_elements_of_honest_ones(tiny, spoilt):
    honest, hostile = (list(Site(library).pages()) for library in (tiny, spoilt))
    for before, after in zip(honest, hostile, strict=True):
        kinds = [{node.name for node in parse(page.body)} for page in (before, after)]
        assert kinds[1] - kinds[0] <= {"code"}, before.path


def test_a_redirect_escapes_the_id_it_leads_to(spoilt):
    for html in redirects(spoilt).values():
        assert list(_unsafe(parse(html))) == []


LINKS = Links({"known": 3}.get, {"known": "../known/"}.get)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("plain & <b>", "plain &amp; &lt;b&gt;"),
        ("`a<b` and **bold**", "<code>a&lt;b</code> and <strong>bold</strong>"),
        ("claim.[^known]", 'claim.<sup><a href="#s3">3</a></sup>'),
        ("claim.[^unknown]", "claim.[^unknown]"),
        ("see [[known]]", 'see <a href="../known/"><code>known</code></a>'),
        ("see [[unknown]]", "see <code>unknown</code>"),
        ("[[known]]: `[[known]]`", '<a href="../known/"><code>known</code></a>: <code>[[known]]</code>'),
        ("[text](https://example.org/a_b?c=1&d=2)", '<a href="https://example.org/a_b?c=1&amp;d=2">text</a>'),
    ],
)
def test_prose(text, html):
    assert render_inline(text, LINKS) == html


@pytest.mark.parametrize(
    "target",
    ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "&#106;avascript:alert(1)", "data:text/html;base64,x", "vbscript:x", "file:///etc/passwd",
     "http://example.org/", "//example.org/", "/root", "mailto:a@example.org", "ftp://example.org/"],
)  # fmt: skip
def test_only_https_becomes_a_link(target):
    assert parse(render_inline(f"a [text]({target}) b", LINKS)).all("a") == []


@pytest.mark.parametrize(
    "text",
    [
        "![x](https://example.org/x.png)",
        "<https://example.org/>",
        "<img src=x>",
        "https://example.org/",
        "# a",
        "- a",
        "<!-- a -->",
    ],
)
def test_prose_is_inline_text_only(text):
    tree = parse(render_inline(text, LINKS))
    assert {node.name for node in tree} <= {"", "a"} and "img" not in {node.name for node in tree}


def test_plain_text_keeps_no_markup():
    assert plain("A `code` **word** [text](https://e.org) [[id]].[^a][^b]") == "A code word text id."
    assert first_sentence("First, e.g. 2.3 of `x`. Second.") == "First, e.g. 2.3 of x."
    assert first_sentence("Only one") == "Only one"


def test_options_of_a_command_stay_whole_and_escaped():
    html = command('run --all "$A" <b>')
    assert html == 'run <span class="nowrap">--all</span> &#34;$A&#34; &lt;b&gt;'
