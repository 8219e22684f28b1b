"""The content security policy of a page: nothing from another host, and no inline script but those it names.

Material's shell carries a few inline scripts; each is allowed by its hash. Styles may be
inline, since places on a scale are written as style attributes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache

PLACEHOLDER = "@@CSP@@"

# JSON blocks are data and never run; a script with src is covered by 'self'.
_INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.S)


def with_policy(html: str, *, is_preview: bool = False) -> str:
    """The page with its policy filled in.

    Args:
        is_preview: mkdocs' own server adds an inline script to each page it sends, so that
            the page follows a save; only there any inline script is allowed.
    """
    allowed = ["'unsafe-inline'"] if is_preview else sorted(_hashes(html))
    return html.replace(PLACEHOLDER, policy(allowed), 1)


def _hashes(html: str) -> set[str]:
    """What allows each inline script of the page."""
    return {
        f"'sha256-{_hash(m['code'])}'"
        for m in _INLINE.finditer(html)
        if "src=" not in m["attributes"] and "json" not in m["attributes"]
    }


def policy(allowed: list[str]) -> str:
    """The policy text; Pagefind's WebAssembly needs its own permission."""
    scripts = " ".join(["'self'", "'wasm-unsafe-eval'", *allowed])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; form-action 'self'; "
        "base-uri 'none'; object-src 'none'"
    )


@lru_cache(maxsize=256)
def _hash(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
