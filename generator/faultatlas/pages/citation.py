"""How to cite a record: one line of text, with its address when the site has one."""

from __future__ import annotations

from faultatlas import __version__
from faultatlas.pages.site import Site


def citation(site: Site, title: str, path: str, reviewed: str) -> str:
    """The text to paste below a postmortem."""
    address = f" {site.options.site_url.rstrip('/')}/{path}" if site.options.site_url else f" {path}"
    return f"“{title}”, Fault Atlas {__version__}, reviewed {reviewed}.{address}"
