"""A finished page: where it lives, what heads it, and its body as HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

# The sections of the header, in order: path and label.
SECTIONS = (
    ("browse/", "Browse"),
    ("nccl/", "NCCL"),
    ("errors/", "Error tables"),
    ("graph/", "Graph"),
    ("contribute/", "Contribute"),
    ("about/", "About"),
)


@dataclass(frozen=True)
class Page:
    """One page of the site.

    `path` ends in a slash and is relative to the site's root; the home page is "".
    `section` is the path of the header section it belongs to, or "".
    """

    path: str
    title: str
    description: str
    body: str
    section: str = ""
    kind: str = "page"
    source: str | None = None
    json_ld: dict[str, Any] | None = None
    scripts: tuple[str, ...] = ()
    twins: dict[str, str] = field(default_factory=dict)


def root_of(path: str) -> str:
    """The way from a page back to the site's root, such as "../../"; "./" for the home page."""
    return "../" * path.count("/") or "./"
