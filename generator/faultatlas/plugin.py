"""The mkdocs plugin: hands finished pages to mkdocs. The only module that imports mkdocs.

Pages made from records skip Python-Markdown: mkdocs sees a page whose content is
ready, and only wraps it in the theme. While serving, a broken record does not take
the site down: the last good library stays, with the problems in a banner.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemBytecodeCache
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import TableOfContents
from mkdocs.utils import write_file

from faultatlas import __version__, frames
from faultatlas.checks import check
from faultatlas.collecting import keep, no_collecting
from faultatlas.export.api import api_files
from faultatlas.export.browse_index import browse_index
from faultatlas.export.checks_index import checks_index
from faultatlas.export.fonts import web_fonts
from faultatlas.export.fulltext import IndexFailed, write_index
from faultatlas.export.lookup import lookup_index
from faultatlas.export.redirects import redirects
from faultatlas.export.twins import record_markdown
from faultatlas.library import FOLDERS, Library, load
from faultatlas.pages.page import SECTIONS, Page
from faultatlas.pages.site import Site, SiteOptions
from faultatlas.problem import Problem
from faultatlas.security import with_policy

log = get_plugin_logger("faultatlas")

PACKAGE = Path(__file__).parent


class FaultAtlasConfig(Config):
    """Options under `plugins: - faultatlas:` in mkdocs.yml."""

    records = config_options.ListOfItems(config_options.Type(str), default=["."])
    search = config_options.Type(bool, default=True)
    fonts = config_options.Type(bool, default=True)
    cache_dir = config_options.Type(str, default=".cache/faultatlas")

    def validate(self):
        """What mkdocs finds, and each option that does not exist: a typo is no warning here."""
        failed, warnings = super().validate()
        options = [name for name, _ in self._schema]
        unknown = [key for key in self.keys() if key not in options]
        for key in unknown:
            message = f"no option is called '{key}'; the options are {', '.join(options)}"
            failed.append((key, config_options.ValidationError(message)))
        return failed, [warning for warning in warnings if warning[0] not in unknown]


class RecordPage(MkDocsPage):
    """A page whose content is finished before mkdocs reads it."""

    def __init__(self, atlas: Page, file: File, config: MkDocsConfig):
        super().__init__(atlas.title, file, config)
        self.atlas = atlas

    def read_source(self, config: MkDocsConfig) -> None:
        self.meta = {"template": frames.NAME}
        self.markdown = ""

    def render(self, config: MkDocsConfig, files: Files) -> None:
        self.content = self.atlas.body
        self.toc = TableOfContents([])
        self.present_anchor_ids = set()
        self.links_to_anchors = {}


class FaultAtlasPlugin(BasePlugin[FaultAtlasConfig]):
    """Loads and checks the records, and adds their pages and files to the site."""

    def __init__(self) -> None:
        self.library: Library | None = None
        self.problems: list[Problem] = []
        self.bodies: dict[str, str] = {}
        self.is_preview = self.is_indexed = False

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Having this, mkdocs keeps the object, and with it the last good library, between rebuilds."""
        self.is_preview = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        base = Path(config.config_file_path).parent if config.config_file_path else Path.cwd()
        roots = [base / root for root in self.config.records]
        self._load(roots, base)
        config.theme.dirs.insert(0, str(PACKAGE / "shell"))
        config.theme.static_templates.add("404.html")
        config.extra_css.append("assets/atlas/atlas.css")
        config.extra["atlas"] = {"version": __version__, "sections": SECTIONS, "problems": self.problems}
        config.watch += [str(root / folder) for root in roots for folder in FOLDERS if (root / folder).is_dir()]
        return config

    def _load(self, roots: list[Path], base: Path) -> None:
        missing = [root for root in roots if not root.is_dir()]
        if missing and self.library is None:
            right = "name one that holds kb/, cases/ and taxonomy/"
            raise PluginError(f"the record root {missing[0]} is not a folder; {right}")
        with no_collecting():
            library = load(roots, base)
            self.problems = check(library)
            self._keep()
        for problem in self.problems:
            log.error(str(problem))
        if not self.problems:
            self.library = library
        elif self.library is None:
            count = len(self.problems)
            raise PluginError(f"{count} problem{'s' if count > 1 else ''} in the records; mend what is listed above.")
        else:
            log.error("The last good site stays up until these are mended.")

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        assert self.library is not None
        # mkdocs means the way to the docs; records stand beside them.
        edit_uri = (config.edit_uri or "").removesuffix(f"{Path(config.docs_dir).name}/")
        options = SiteOptions(config.site_url or "", config.repo_url or "", edit_uri)
        self.bodies = {}
        with no_collecting():
            pages = list(Site(self.library, options).pages())
            self._keep()
        for page in pages:
            file = File.generated(config, f"{page.path}index.md", content="", inclusion=InclusionLevel.NOT_IN_NAV)
            file.page = RecordPage(page, file, config)
            files.append(file)
        for path, content in self._assets(config).items():
            source = {"abs_src_path": str(content)} if isinstance(content, Path) else {"content": content}
            files.append(File.generated(config, path, **source))
        return files

    def _assets(self, config: MkDocsConfig) -> dict[str, str | Path]:
        static = PACKAGE / "static"
        sheets = sorted((static / "css").glob("*.css"))
        assets: dict[str, str | Path] = {
            "assets/atlas/atlas.css": "".join(sheet.read_text("utf-8") for sheet in sheets)
        }
        assets |= {f"assets/atlas/{script.name}": script for script in sorted((static / "js").glob("*.js"))}
        assets["assets/atlas/logo.svg"] = static / "logo.svg"
        if self.config.fonts:
            assets |= {f"assets/fonts/{name}": path for name, path in web_fonts(self._cache(config) / "fonts").items()}
        return assets

    def _keep(self) -> None:
        # A preview is made again and again, and what it was made from has to go.
        if not self.is_preview:
            keep()

    def _cache(self, config: MkDocsConfig) -> Path:
        return Path(config.config_file_path or "mkdocs.yml").parent / self.config.cache_dir

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        env.loader = ChoiceLoader([frames.FrameLoader(), env.loader])
        templates = self._cache(config) / "templates"
        templates.mkdir(parents=True, exist_ok=True)
        env.bytecode_cache = FileSystemBytecodeCache(str(templates))
        return env

    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        self.bodies[page.url] = page.content or ""
        return with_policy(output, is_preview=self.is_preview)

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        if template_name != "404.html":
            return output_content
        return with_policy(output_content, is_preview=self.is_preview)

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        assert self.library is not None
        # Written here, not handed to mkdocs: it would take each Markdown twin for a page.
        for path, text in _exports(self.library).items():
            write_file(text.encode(), str(Path(config.site_dir) / path))
        if not self.config.search:
            return
        try:
            write_index(Path(config.site_dir), self._cache(config), self.bodies, is_stale_fine=self.is_indexed)
        except IndexFailed as error:
            raise PluginError(str(error)) from error
        self.is_indexed = self.is_preview


def _exports(library: Library) -> dict[str, str]:
    """Path to text of everything written for machines."""
    data: dict[str, Any] = {
        **api_files(library),
        "assets/atlas/browse.json": browse_index(library),
        "assets/atlas/checks.json": checks_index(library),
        "assets/atlas/lookup.json": lookup_index(library),
    }
    files = {path: json.dumps(content, ensure_ascii=False, separators=(",", ":")) for path, content in data.items()}
    for folder, entries in (("failures", library.failures), ("cases", library.cases)):
        files |= {f"{folder}/{id_}.md": record_markdown(library, entry) for id_, entry in entries.items()}
    return files | redirects(library)
