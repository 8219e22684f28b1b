"""The compiled knowledge of a command: from the records, or from the copy that an earlier command left behind."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path

import faultatlas
from faultatlas.diagnosis.knowledge import Knowledge

_FOLDERS = ("kb", "taxonomy")
_MOST_KEPT = 8


def load_knowledge(roots: list[Path]) -> Knowledge:
    """What the records of these roots know. Loading them all takes seconds, so the result is kept in the cache."""
    kept = _cache_folder() / f"knowledge-{_fingerprint(roots)}.json"
    try:
        return Knowledge(json.loads(kept.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError):
        data = _compile(roots)
        _keep(kept, data)
        return Knowledge(data)


def _compile(roots: list[Path]) -> dict:
    from faultatlas.diagnosis.compile import compiled
    from faultatlas.library import load

    return compiled(load(roots, Path.cwd()))


def _fingerprint(roots: list[Path]) -> str:
    """Changes with any record, and with the package."""
    package = Path(faultatlas.__file__).parent
    folders = [root / name for root in roots for name in _FOLDERS]
    folders += [package / "diagnosis", package / "schema"]
    lines = [faultatlas.__version__, *(line for folder in folders for line in _files(str(folder)))]
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()[:20]


def _files(folder: str) -> list[str]:
    found = []
    for here, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".yaml", ".py")):
                path = os.path.join(here, name)
                state = os.stat(path, follow_symlinks=False)
                found.append(f"{path} {state.st_size} {state.st_mtime_ns}")
    return sorted(found)


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path(os.path.expanduser("~")) / ".cache") / "faultatlas"


def _keep(path: Path, data: dict) -> None:
    """Leave a copy for the next command; where that is not possible, the next one compiles again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            json.dump(data, file)
        os.replace(file.name, path)
        kept = sorted(path.parent.glob("knowledge-*.json"), key=lambda file: file.stat().st_mtime)
        for older in kept[:-_MOST_KEPT]:
            older.unlink(missing_ok=True)
    except OSError:
        pass
