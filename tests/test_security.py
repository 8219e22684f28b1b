"""The content security policy names exactly the inline scripts a page was built with."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from faultatlas.security import PLACEHOLDER, policy, with_policy

META = f'<meta http-equiv="Content-Security-Policy" content="{PLACEHOLDER}">'


def _allowed(html: str) -> set[str]:
    return set(re.findall(r"'sha256-([^']+)'", html))


def _hash(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()


def test_an_inline_script_is_allowed_by_its_hash():
    html = f"{META}<script>let a = 'ä'\n</script><script id=x>b()</script>"
    assert _allowed(with_policy(html)) == {_hash("let a = 'ä'\n"), _hash("b()")}


def test_a_script_changed_after_the_build_is_not_allowed():
    html = with_policy(f"{META}<script>honest()</script>")
    assert _hash("honest()") in _allowed(html)
    assert _hash("honest();evil()") not in _allowed(html)


@pytest.mark.parametrize(
    "script", ['<script type="application/ld+json">{"a": 1}</script>', '<script type="module" src="a.js"></script>']
)
def test_data_and_scripts_of_the_site_itself_need_no_hash_and_stay_as_they_are(script):
    html = with_policy(META + script)
    assert html.endswith(script)
    assert _allowed(html) == set()


def test_the_placeholder_is_filled_once_and_nothing_else_changes():
    body = f"<p>{PLACEHOLDER} and <b>the rest</b></p>"
    assert with_policy(META + body) == META.replace(PLACEHOLDER, policy([])) + body


def test_a_page_without_placeholder_stays_as_it_is():
    assert with_policy("<p>text</p>") == "<p>text</p>"


def test_the_policy_allows_nothing_from_elsewhere():
    directives = dict(part.strip().split(" ", 1) for part in policy(["'sha256-abc='"]).split(";"))
    assert directives["default-src"] == "'none'" == directives["object-src"] == directives["base-uri"]
    assert directives["script-src"] == "'self' 'wasm-unsafe-eval' 'sha256-abc='"
    assert "http" not in policy([]) and "'unsafe-eval'" not in policy([]) and "*" not in policy([])
    assert "unsafe-inline" not in directives["script-src"]


def test_the_preview_lets_the_server_add_its_script():
    html = with_policy(f"{META}<script>own()</script>", is_preview=True)
    assert "'unsafe-inline'" in html.partition("style-src")[0]
    assert _allowed(html) == set()
