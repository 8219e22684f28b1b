"""From folders of YAML files to a library; what cannot be loaded becomes a problem, never an exception."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from faultatlas.collecting import no_collecting
from faultatlas.library.records import Entry, Library, Released
from faultatlas.problem import Problem
from faultatlas.schema.case import Case
from faultatlas.schema.common import Tombstone
from faultatlas.schema.errors import VOCABULARY_MODELS, CodeVocabulary
from faultatlas.schema.failure import Failure
from faultatlas.schema.hub import Hub
from faultatlas.schema.taxonomy import Commands, Taxonomy
from faultatlas.validation import validate
from faultatlas.yamlfile import YamlFile

FOLDERS = ("kb", "cases", "taxonomy")
_READ_FOLDERS = "kb/<area>/, cases/, taxonomy/, taxonomy/errors/ or taxonomy/hubs/"


def load(roots: Iterable[Path], base: Path | None = None) -> Library:
    """All records under `roots`, each a folder with kb/, cases/ and taxonomy/.

    Later roots add to earlier ones: an overlay may hold only what it adds. Never
    raises for bad content; what is wrong stands in `Library.problems`. Paths in
    messages are relative to `base`, or to each root when there is none.
    """
    loader = _Loader(Library(), base)
    with no_collecting():
        for number, root in enumerate(roots):
            loader.load(root, whole=number == 0)
    return loader.finish()


@dataclass
class _Loader:
    """Fills a library, root by root."""

    library: Library
    base: Path | None
    root: Path = Path()
    closed: set[Path] = field(default_factory=set)

    def load(self, root: Path, whole: bool) -> None:
        """Add the records of one root; a `whole` one has all three folders."""
        self.root = root
        self._report_closed()
        for folder in FOLDERS if whole else ():
            self._expect(folder)
        self._load_taxonomies()
        self._load_tables("errors", self.library.vocabularies, _vocabulary_model)
        self._load_tables("hubs", self.library.hubs, lambda file: Hub)
        self._load_records("kb", Failure, self.library.failures)
        self._load_records("cases", Case, self.library.cases)
        self._load_released()
        self._report_unread()

    def finish(self) -> Library:
        """The library in order of id, with the problems of its files."""
        library = self.library
        library.failures = dict(sorted(library.failures.items()))
        library.cases = dict(sorted(library.cases.items()))
        library.problems += [problem for file in library.files for problem in file.problems]
        return library

    def _expect(self, folder: str) -> None:
        """A folder that is not there or empty is told by one sentence; the rules would only repeat it."""
        place = self.root / folder
        if place in self.closed:
            return
        if not place.is_dir():
            what = "with records is not here"
        elif not any(place.glob("**/*.yaml")):
            what = "holds no record"
        else:
            return
        message = f"the folder {folder}/ {what}; name a record root that has {_listed(FOLDERS)}"
        self.library.problems.append(Problem(self._shown(place), 1, 1, message, "file-name"))
        self.library.is_whole = False

    def _report_closed(self) -> None:
        """A folder that may not be read is told by one sentence too, for what it holds is missing everywhere."""
        for folder in FOLDERS:
            for place in _folders(self.root / folder):
                if self.closed.isdisjoint(place.parents) and not os.access(place, os.R_OK | os.X_OK):
                    message = "the folder cannot be read: permission denied; make it a readable folder"
                    self.library.problems.append(Problem(self._shown(place), 1, 1, message, "file-name"))
                    self.library.is_whole = False
                    self.closed.add(place)

    def _paths(self, pattern: str) -> list[Path]:
        """What the pattern names, in order, without what stands in a folder that cannot be read."""
        return sorted(path for path in self.root.glob(pattern) if self.closed.isdisjoint(path.parents))

    def _shown(self, path: Path) -> str:
        """The path as messages print it; the whole path when it is not under the base."""
        base = self.base or self.root
        return path.relative_to(base).as_posix() if path.is_relative_to(base) else path.as_posix()

    def _files(self, pattern: str) -> list[YamlFile]:
        paths = [path for path in self._paths(pattern) if path.is_symlink() or path.is_file()]
        files = [YamlFile(path, self._shown(path)) for path in paths]
        self.library.files += files
        return files

    def _load_records(self, folder: str, model: type[BaseModel], store: dict) -> None:
        for file in self._files(f"{folder}/**/*.yaml"):
            withdrawn = isinstance(file.data, dict) and "withdrawn" in file.data
            if record := validate(file, Tombstone if withdrawn else model):
                entry = Entry(file.path.stem, record, file, file.path.parent.name)
                _add(self.library, self.library.tombstones if withdrawn else store, entry)

    def _load_taxonomies(self) -> None:
        for file in self._files("taxonomy/*.yaml"):
            if file.path.stem == "commands":
                if commands := validate(file, Commands):
                    self.library.commands.append(Entry("commands", commands, file))
            elif taxonomy := validate(file, Taxonomy):
                _merge_taxonomy(self.library, Entry(file.path.stem, taxonomy, file))

    def _load_tables(self, folder: str, store: dict[str, Entry], model: Callable[[YamlFile], type[BaseModel]]) -> None:
        for file in self._files(f"taxonomy/{folder}/*.yaml"):
            if (table := validate(file, model(file))) and _free(store, file):
                store[file.path.stem] = Entry(file.path.stem, table, file)

    def _load_released(self) -> None:
        for path in self._paths("taxonomy/released-ids.txt"):
            self._load_ids(path)

    def _load_ids(self, path: Path) -> None:
        for number, line in enumerate(self._text(path).splitlines(), start=1):
            if line.strip() and not line.startswith("#"):
                self.library.released[line.strip()] = Released(self._shown(path), number)

    def _text(self, path: Path) -> str:
        """The text of a plain list; nothing when it cannot be read, which becomes a problem."""
        line, column = 1, 1
        try:
            return _decoded(path.read_bytes())
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode("utf-8")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            message = "a byte here is not UTF-8 text; save the file as UTF-8"
        except OSError as error:
            message = f"the file cannot be read: {error.strerror}; make it a readable file"
        self.library.problems.append(Problem(self._shown(path), line, column, message, "id-never-dies"))
        return ""

    def _report_unread(self) -> None:
        read = {file.path for file in self.library.files}
        for path in [path for folder in FOLDERS for path in self._paths(f"{folder}/**/*.y*ml")]:
            if path not in read:
                message = f"this file is not read; end its name in .yaml and move it to {_READ_FOLDERS}"
                self.library.problems.append(Problem(self._shown(path), 1, 1, message, "file-name"))


def _folders(top: Path) -> Iterator[Path]:
    """A folder and those within it; none when it is not there."""
    if top.is_dir():
        yield top
    for place, folders, _ in os.walk(top):
        yield from (Path(place, name) for name in sorted(folders))


def _decoded(content: bytes) -> str:
    """The text; a zero byte, as UTF-16 has, is no text either."""
    zero = content.find(0)
    if zero >= 0:
        content[:zero].decode("utf-8")
        raise UnicodeDecodeError("utf-8", content, zero, zero + 1, "zero byte")
    return content.decode("utf-8")


def _vocabulary_model(file: YamlFile) -> type[BaseModel]:
    kind = file.data.get("kind") if isinstance(file.data, dict) else None
    return VOCABULARY_MODELS.get(str(kind), CodeVocabulary)


def _add(library: Library, store: dict[str, Entry], entry: Entry) -> None:
    if all(_free(taken, entry.file) for taken in (library.failures, library.cases, library.tombstones)):
        store[entry.id] = entry


def _free(store: dict[str, Entry], file: YamlFile) -> bool:
    """Whether the id of a file is still free; if not, the file gets the problem."""
    taken = store.get(file.path.stem)
    if taken:
        message = f'the id "{taken.id}" is taken by {taken.file.shown}; rename this file'
        file.problems.append(file.problem((), message, "file-name"))
    return taken is None


def _merge_taxonomy(library: Library, entry: Entry[Taxonomy]) -> None:
    """An overlay's terms follow the terms of the roots before it."""
    library.taxonomy_files.append(entry)
    before = library.taxonomies.get(entry.id)
    if before is None:
        library.taxonomies[entry.id] = entry
        return
    known = {group.id for group in before.record.groups}
    groups = [*before.record.groups, *(group for group in entry.record.groups if group.id not in known)]
    merged = before.record.model_copy(update={"groups": groups, "terms": [*before.record.terms, *entry.record.terms]})
    library.taxonomies[entry.id] = Entry(entry.id, merged, before.file)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"{word}/" for word in words)
