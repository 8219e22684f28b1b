"""The logs to read: files, folders, patterns and standard input, unpacked as they are read."""

from __future__ import annotations

import glob
import os
import re
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from faultatlas.diagnosis.prefix import NOBODY, Speaker
from faultatlas.diagnosis.unpacking import SourceError, unpacked

MOST_FILES = 10_000

_NOT_LOGS = frozenset([
    ".7z", ".bin", ".ckpt", ".distcp", ".gif", ".h5", ".idx", ".jar", ".jpg", ".npy", ".npz", ".o", ".onnx",
    ".parquet", ".pdf", ".pkl", ".png", ".pt", ".pth", ".pyc", ".rar", ".safetensors", ".so", ".sqlite", ".tar", ".tgz",
    ".whl", ".zip",
])  # fmt: skip
_REFUSED = {b"PK\x03\x04": "a zip archive", b"7z\xbc\xaf": "a 7z archive", b"\x7fELF": "a program", b"%PDF": "a PDF"}
# The file itself, or the folder it stands in; words elsewhere in a path are titles, not ranks.
_RANK = re.compile(
    r"(?:^|/)(?:rank[_=-]?(\d{1,6})/[^/]*|(?:[^/]*[_.-])?(?:global[_-]?)?rank[_=-]?(\d{1,6})(?:[_.-][^/]*)?)$", re.I
)
_LOCAL_RANK = re.compile(r"(?:^|/)attempt_\d+/(\d{1,4})/(?:stdout|stderr)\.log$")
_LOCAL_NAME = re.compile(r"local[_-]?rank", re.I)
_HOST = re.compile(r"(?:^|/)((?:node|host|gpu|worker)[A-Za-z]*-?[A-Za-z0-9.-]*\d|node-[a-z])(?=[/_.])")


@dataclass(frozen=True)
class Skipped:
    """Something named or found that is not read, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Source:
    """One log. `speaker` is what its path says of who wrote it."""

    name: str
    path: Path | None
    speaker: Speaker = NOBODY

    @property
    def size(self) -> int | None:
        """Bytes on disk; None for standard input."""
        return self.path.stat().st_size if self.path else None

    @property
    def year(self) -> int:
        """Year in which it was last written, for stamps that leave the year out."""
        return time.localtime(self.path.stat().st_mtime if self.path else time.time()).tm_year

    def blocks(self, notes: list[str], read_so_far: list[int] | None = None) -> Iterator[bytes]:
        """Unpacked bytes, 256 KiB at a time. What is broken is noted and the rest read as far as it goes.

        `read_so_far[0]` is kept at the number of packed bytes read. Raises `SourceError` when nothing can be read.
        """
        with self._opened() as raw:
            yield from unpacked(raw, notes, read_so_far or [0])

    def _opened(self) -> BinaryIO:
        if self.path is None:
            return os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0)
        try:
            return open(self.path, "rb", buffering=0)
        except OSError as error:
            raise SourceError(f"{error.strerror}") from error


def gather(arguments: Sequence[str]) -> tuple[list[Source], list[Skipped]]:
    """The logs that arguments name: `-`, files, folders (read as a tree) and patterns, each once, in order."""
    sources: dict[str, Source] = {}
    skipped: list[Skipped] = []
    for argument in arguments:
        for found in _named(argument):
            if isinstance(found, Skipped):
                skipped.append(found)
            elif len(sources) < MOST_FILES:
                sources.setdefault(os.path.realpath(found.path) if found.path else "-", found)
            else:
                skipped.append(Skipped(found.name, f"more than {MOST_FILES} files; name fewer"))
                return list(sources.values()), skipped
    return list(sources.values()), skipped


def _named(argument: str) -> Iterator[Source | Skipped]:
    if argument == "-":
        yield Source("standard input", None)
        return
    paths = [argument] if os.path.lexists(argument) else sorted(glob.glob(argument, recursive=True))
    if not paths:
        yield Skipped(argument, "no such file or folder")
    for path in paths:
        yield from _tree(path) if os.path.isdir(path) else [_file(Path(path), asked_for=True)]


def _tree(folder: str) -> Iterator[Source | Skipped]:
    """Files of a folder in order. Links to folders are not followed, so no loop is endless."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            yield _file(Path(here) / name, asked_for=False)


def _file(path: Path, asked_for: bool) -> Source | Skipped:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) and not (asked_for and stat.S_ISFIFO(mode)):
            return Skipped(str(path), "not a regular file")
        if not asked_for and path.suffix.lower() in _NOT_LOGS:
            return Skipped(str(path), "not a log by its name")
        if reason := _refused(path) if stat.S_ISREG(mode) else None:
            return Skipped(str(path), reason)
    except OSError as error:
        return Skipped(str(path), (error.strerror or "cannot be read").lower())
    return Source(str(path), path, speaker_of(str(path)))


def _refused(path: Path) -> str | None:
    with open(path, "rb") as file:
        head = file.read(262)
    if head[257:262] == b"ustar":
        return "a tar archive; unpack it and name the folder"
    kind = next((kind for magic, kind in _REFUSED.items() if head.startswith(magic)), None)
    return f"{kind}, not a log" if kind else None


def speaker_of(path: str) -> Speaker:
    """Rank and host as far as a path tells them: `rank_3.log`, `attempt_0/3/stderr.log`, `node-a/...`."""
    path = path.replace(os.sep, "/")
    local = _LOCAL_RANK.search(path)
    rank = None if local or _LOCAL_NAME.search(path) else _RANK.search(path)
    host = _HOST.search(path)
    return Speaker(
        int(rank[1] or rank[2]) if rank else None, int(local[1]) if local else None, host[1] if host else None
    )
