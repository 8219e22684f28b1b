"""The full-text index: Pagefind's binary run over the built pages, kept as long as their text is the same."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

FOLDER = "pagefind"

# What stands on a page and is not its text: in an excerpt it would only be in the way.
UNREAD = (
    "sup, .rail, .copy, .facets, .kicker, .label, .safe, .src, .hubbar, .in-hub, .no, .letter, thead, "
    ".tools, .graph, .nlist, .ver, .num"
)


class IndexFailed(Exception):
    """Pagefind could not be run, or refused the site; the message says why."""


def write_index(site_dir: Path, cache: Path, bodies: dict[str, str], *, is_stale_fine: bool = False) -> None:
    """Index the pages of `site_dir` into its `pagefind/` folder.

    Args:
        bodies: path of each page to its body; the digest of these decides whether
            the index in `cache` still holds.
        is_stale_fine: take the newest index that is there, as for a preview after an
            edit, which should not wait for the text of all pages to be read again.

    Raises:
        IndexFailed: when the binary is missing or fails.
    """
    kept = (is_stale_fine and _newest(cache / FOLDER)) or cache / FOLDER / _digest(bodies)
    if not kept.is_dir():
        _run(site_dir, kept)
        _drop_others(kept)
    shutil.copytree(kept, site_dir / FOLDER, dirs_exist_ok=True)


def _newest(folder: Path) -> Path | None:
    whole = [index for index in folder.glob("*") if index.is_dir() and index.suffix != ".partial"]
    return max(whole, key=lambda index: index.stat().st_mtime, default=None)


def _digest(bodies: dict[str, str]) -> str:
    digest = hashlib.sha256(UNREAD.encode())
    for path, body in sorted(bodies.items()):
        digest.update(f"{path}\0{body}\0".encode())
    return digest.hexdigest()[:16]


def _run(site_dir: Path, target: Path) -> None:
    from pagefind_bin import get_executable

    partial = target.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    command = [
        str(get_executable()),
        "--site",
        str(site_dir),
        "--output-path",
        str(partial),
        "--quiet",
        "--exclude-selectors",
        UNREAD,
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise IndexFailed(f"the search index could not be made: {error}") from error
    if done.returncode != 0 or not partial.is_dir():
        raise IndexFailed(f"the search index could not be made: {(done.stderr or done.stdout).strip()[-300:]}")
    for unused in partial.glob("pagefind-*ui*"):
        unused.unlink()
    partial.replace(target)


def _drop_others(kept: Path) -> None:
    for other in kept.parent.iterdir():
        if other != kept:
            shutil.rmtree(other, ignore_errors=True)
