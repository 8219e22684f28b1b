"""The logs to read: files, folders, patterns and standard input, unpacked as they are read."""

from __future__ import annotations

import glob
import io
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
STANDARD_INPUT = "standard input"

_NOT_LOGS = frozenset([
    ".7z", ".bin", ".ckpt", ".distcp", ".gif", ".h5", ".idx", ".jar", ".jpg", ".npy", ".npz", ".o", ".onnx",
    ".parquet", ".pdf", ".pkl", ".png", ".pt", ".pth", ".pyc", ".rar", ".safetensors", ".so", ".sqlite", ".tar", ".tgz",
    ".whl", ".zip",
])  # fmt: skip
# First bytes of what is no log, whatever its name.
_REFUSED = {
    b"PK\x03\x04": "a zip archive; unpack it and name the folder",
    b"7z\xbc\xaf": "a 7z archive; unpack it and name the folder",
    b"Rar!": "a rar archive; unpack it and name the folder",
    b"\x04\x22\x4d\x18": "packed with lz4; unpack it with: lz4 -d",
    b"\x7fELF": "a program or core dump, not a log",
    b"%PDF": "a PDF, not a log",
    b"\x89PNG": "a picture, not a log",
    b"GIF8": "a picture, not a log",
    b"\xff\xd8\xff": "a picture, not a log",
    b"\x80\x02": "pickled data, not a log",
    b"\x80\x04": "pickled data, not a log",
    b"\x80\x05": "pickled data, not a log",
    b"\x93NUMPY": "an array, not a log",
    b"\x89HDF": "an array, not a log",
    b"PAR1": "a table, not a log",
    b"SQLite format 3": "a database, not a log",
}
_TAR = "a tar archive; unpack it and name the folder"

# The file itself, or the folder it stands in; words elsewhere in a path are titles, not ranks.
_RANK = re.compile(
    r"(?:^|/)(?:ranks?[_=/.-]?(\d{1,6})/[^/]*"
    r"|(?:[^/]*[_.-])?(?:global[_-]?)?rank[_=.-]?(\d{1,6})(?:[_.-][^/]*)?)$",
    re.I,
)
# Ranks in something smaller than the job, and the ranks of matrices.
_OTHER_RANK = re.compile(r"(?:local|node|group|machine|lora|[cdempt]p|model)[_-]?rank[^/]*$", re.I)
_LOCAL_RANK = re.compile(
    r"(?:^|/)(?:attempt_\d+/(\d{1,4})/(?:stdout|stderr)\.log"
    r"|(?:[^/]*[_.-])?local[_-]?rank[_=.-]?(\d{1,4})(?:[_.-][^/]*)?)$",
    re.I,
)
# A few digits after `gpu` may count devices, and a longer name is a title: only what is surely a host.
_HOST = re.compile(
    r"(?:^|/)(?:host(?:name)?=([A-Za-z0-9][A-Za-z0-9.-]{0,252})(?=[/_]|$)"
    r"|(ip(?:-\d{1,3}){4}|gpu-?\d{3,5}|(?:gpu|compute)?-?(?:node|host|worker|dgx|hgx)-?(?:\d{1,5}|(?<=-)[a-z]))(?=[/_.]))"
)


@dataclass(frozen=True)
class Skipped:
    """Something named or found that is not read, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Source:
    """One log. `speaker` is what its path says of who wrote it; `path` is None for what can be read only once."""

    name: str
    path: Path | None
    speaker: Speaker = NOBODY

    @property
    def size(self) -> int | None:
        """Bytes on disk; None for what has no size."""
        found = self._found()
        return found.st_size if found else None

    @property
    def year(self) -> int:
        """Year in which it was last written, for stamps that leave the year out."""
        found = self._found()
        return time.localtime(found.st_mtime if found else None).tm_year

    def blocks(self, notes: list[str], read_so_far: list[int] | None = None) -> Iterator[bytes]:
        """Unpacked bytes, 256 KiB at a time. What is broken is noted and the rest read as far as it goes.

        `read_so_far[0]` is kept at the number of packed bytes read. Raises `SourceError` when nothing can be read.
        """
        with self._opened() as raw:
            yield from unpacked(raw, notes, read_so_far or [0])

    def _found(self) -> os.stat_result | None:
        # A log may be moved away after it was found; reading it then says so.
        try:
            return self.path.stat() if self.path else None
        except OSError:
            return None

    def _opened(self) -> BinaryIO:
        if self.path is None and self.name == STANDARD_INPUT:
            return os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0)
        try:
            return open(self.path or self.name, "rb", buffering=0)
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
                sources.setdefault(os.path.realpath(found.path) if found.path else found.name, found)
            else:
                skipped.append(Skipped(found.name, f"more than {MOST_FILES} files; name fewer"))
                return list(sources.values()), skipped
    return list(sources.values()), skipped


def _named(argument: str) -> Iterator[Source | Skipped]:
    if argument == "-":
        yield Source(STANDARD_INPUT, None)
        return
    paths = [argument] if os.path.lexists(argument) else sorted(glob.glob(argument, recursive=True))
    if not paths:
        yield Skipped(argument, "no such file or folder")
    for path in paths:
        yield from _tree(path) if os.path.isdir(path) else [_file(Path(path), asked_for=True)]


def _tree(folder: str) -> Iterator[Source | Skipped]:
    """Files of a folder in order. Links to folders are not followed, so no loop is endless."""
    closed: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=closed.append):
        yield from (Skipped(os.path.join(here, name), "a hidden folder") for name in sorted(folders) if name[0] == ".")
        folders[:] = sorted(name for name in folders if name[0] != ".")
        for name in sorted(files):
            yield _file(Path(here) / name, asked_for=False)
    yield from (Skipped(error.filename, _said(error)) for error in closed)


def _file(path: Path, asked_for: bool) -> Source | Skipped:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) and not (asked_for and stat.S_ISFIFO(mode)):
            return Skipped(str(path), "not a regular file")
        if not asked_for and path.suffix.lower() in _NOT_LOGS:
            return Skipped(str(path), "not a log by its name")
        if stat.S_ISFIFO(mode):
            return Source(str(path), None)
        if reason := _refused(path):
            return Skipped(str(path), reason)
    except OSError as error:
        return Skipped(str(path), _said(error))
    return Source(str(path), path, speaker_of(str(path)))


def _said(error: OSError) -> str:
    return (error.strerror or "cannot be read").lower()


def _refused(path: Path) -> str | None:
    with open(path, "rb") as file:
        head = file.read(4096)
    try:
        text = next(unpacked(io.BytesIO(head), [], [0]), b"")
    except SourceError:
        text = b""
    if text[257:262] == b"ustar":
        return _TAR
    return next((reason for magic, reason in _REFUSED.items() if head.startswith(magic)), None)


def speaker_of(path: str) -> Speaker:
    """Rank and host as far as a path surely tells them: `rank_3.log`, `attempt_0/3/stderr.log`, `node-a/...`."""
    path = path.replace(os.sep, "/")
    rank = None if _OTHER_RANK.search(path) else _RANK.search(path)
    return Speaker(_number(rank), _number(_LOCAL_RANK.search(path)), _group(_HOST.search(path)))


def _group(match: re.Match[str] | None) -> str | None:
    return (match[1] or match[2]) if match else None


def _number(match: re.Match[str] | None) -> int | None:
    text = _group(match)
    return int(text) if text else None
