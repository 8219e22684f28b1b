"""The site as a whole: the library, the templates and the options; all pages in one list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.runtime import Context
from markupsafe import Markup

from faultatlas import __version__
from faultatlas.library import Library
from faultatlas.pages.markup import Links, command, dates, first_sentence, plain, render_inline, stopped
from faultatlas.pages.page import Page, root_of
from faultatlas.pages.roles import line_role
from faultatlas.schema.common import Source

FACET_LABELS = {
    "root-causes": ("cause", "Root cause"),
    "components": ("component", "Component"),
    "symptoms": ("symptom", "Symptom"),
    "contributing-factors": ("factor", "Factor"),
}


@dataclass(frozen=True)
class SiteOptions:
    """What the pages need to know of where they are published. Features whose address is unset vanish."""

    site_url: str = ""
    repo_url: str = ""
    edit_uri: str = ""


class _Context(Context):
    """Calls straight away: nothing that our templates call asks for Jinja's context first."""

    def call(
        self, called: Callable[..., Any], /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **kwargs: Any
    ) -> Any:
        """Call as written in the template."""
        return called(*args, **kwargs)


class _Environment(Environment):
    """Compiles templates to escape with the faster function of ours."""

    def _generate(self, *args: Any, **options: Any) -> str:
        return f"{super()._generate(*args, **options)}\nfrom faultatlas.pages.markup import escaped as escape\n"


@cache
def _environment() -> Environment:
    """The templates; compiled once for all sites, since a served site is made anew with each edit."""
    env = _Environment(
        loader=PackageLoader("faultatlas.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.context_class = _Context
    env.filters |= {
        "plain": plain, "first_sentence": first_sentence, "stopped": stopped, "dates": dates, "command": command,
    }  # fmt: skip
    env.globals |= {"line_role": line_role, "facets": FACET_LABELS, "version": __version__}
    return env


@dataclass
class Site:
    """Turns a library into pages."""

    library: Library
    options: SiteOptions = field(default_factory=SiteOptions)

    def render(self, template: str, here: Here, **context: Any) -> str:
        """The body of a page."""
        return (
            _environment()
            .get_template(template)
            .render(here=here, library=self.library, options=self.options, **context)
        )

    def here(self, path: str, sources: list[Source] | None = None) -> Here:
        """The view from a page at `path` that cites `sources`."""
        return Here(self, path, sources or [])

    def pages(self) -> Iterator[Page]:
        """All pages made from records, in a stable order."""
        from faultatlas.pages import PAGE_MAKERS

        for make in PAGE_MAKERS:
            yield from make(self)


class Here:
    """The place a template writes from: relative links, numbered sources, prose."""

    def __init__(self, site: Site, path: str, sources: list[Source]):
        self.site = site
        self.path = path
        self.root = root_of(path)
        self.sources = sources
        numbers = {source.id: number for number, source in enumerate(sources, 1)}
        self._links = Links(numbers.get, self.record_url)

    def url(self, path: str) -> str:
        """A relative link from this page to `path`, which is relative to the site's root."""
        return self.root + path

    def record_url(self, ref: str) -> str | None:
        """Where a failure, case or former id leads, with `#mechanism` kept; None when unknown."""
        id_, _, anchor = ref.partition("#")
        path = record_path(self.site.library, id_)
        if path is None:
            return None
        return self.url(path) + (f"#m-{anchor}" if anchor else "")

    def term_url(self, facet: str, word: str) -> str:
        """The page of a facet's word."""
        return self.url(f"{facet}/{word}/")

    def prose(self, text: str) -> Markup:
        """Record prose as HTML."""
        return render_inline(text, self._links)

    def edit_url(self, source: str | None) -> str | None:
        """Where the forge edits the record, when a repository is set and holds it."""
        if not (source and self.site.options.repo_url and self.site.options.edit_uri) or Path(source).is_absolute():
            return None
        return f"{self.site.options.repo_url.rstrip('/')}/{self.site.options.edit_uri.strip('/')}/{source}"


def record_path(library: Library, id_: str) -> str | None:
    """The path of a record's page; a former id leads to its present one."""
    entry = library.redirects.get(id_)
    id_ = entry.id if entry else id_
    if id_ in library.failures:
        return f"failures/{id_}/"
    if id_ in library.cases:
        return f"cases/{id_}/"
    if id_ in library.tombstones:
        return tombstone_path(library, id_)
    return None


def tombstone_path(library: Library, id_: str) -> str:
    """The address a withdrawn record had, and keeps."""
    folder = "cases" if library.tombstones[id_].area == "cases" else "failures"
    return f"{folder}/{id_}/"
