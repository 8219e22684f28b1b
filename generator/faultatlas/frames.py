"""The theme around record pages, rendered once for all pages that share it.

Pages of one kind, section and depth differ in their head and body alone. The first of
them is rendered as a whole, and what stands around those parts is kept for the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, MutableMapping
from typing import Any

from jinja2 import BaseLoader, Environment, Template, TemplateNotFound

NAME = "record-page"
OWN_BLOCKS = ("site_meta", "htmltitle")


class FramedTemplate:
    """Renders like the template it is made from, for pages made from records."""

    def __init__(self, template: Template):
        self._template = template
        self._frames: dict[Hashable, list[str]] = {}

    def render(self, context: Mapping[str, Any]) -> str:
        """The whole page, of which mkdocs and the theme are told by `context`."""
        page = context["page"]
        own = [*self._own_blocks(context), page.content]
        key = (page.atlas.kind, page.atlas.section, page.atlas.scripts, page.url.count("/"))
        if key in self._frames:
            return _filled(self._frames[key], own)
        whole = self._template.render(context)
        # An empty part has no place to be found at.
        if all(own) and _filled(frame := _around(whole, own), own) == whole:
            self._frames[key] = frame
        return whole

    def _own_blocks(self, context: Mapping[str, Any]) -> list[str]:
        inner = self._template.new_context(dict(context))
        # Up to its first output, the template sets what its blocks use.
        next(self._template.root_render_func(inner))
        return ["".join(self._template.blocks[name](inner)) for name in OWN_BLOCKS]


def _around(whole: str, parts: list[str]) -> list[str]:
    """What stands before, between and after the parts, which follow each other."""
    frame = []
    for part in parts:
        before, _, whole = whole.partition(part)
        frame.append(before)
    return [*frame, whole]


def _filled(frame: list[str], parts: list[str]) -> str:
    return "".join(text for pair in zip(frame, [*parts, ""], strict=True) for text in pair)


class FrameLoader(BaseLoader):
    """Loads the one template that frames record pages, made from the theme's main template."""

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> FramedTemplate:  # type: ignore[override]
        """The framed main template; any other name is for other loaders."""
        if name != NAME:
            raise TemplateNotFound(name)
        return FramedTemplate(environment.get_template("main.html"))
