"""What tests share: the records of this repository, the tiny fixture library, and libraries made on the spot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from faultatlas.checks import check
from faultatlas.library import Library, load
from faultatlas.problem import Problem

ROOT = Path(__file__).parent.parent
FIXTURE = Path(__file__).parent / "library"


@pytest.fixture(scope="session")
def library() -> Library:
    """The records of this repository."""
    return load([ROOT])


@pytest.fixture(scope="session")
def problems(library: Library) -> list[Problem]:
    """All problems of the records of this repository."""
    return check(library)


@pytest.fixture(scope="session")
def tiny() -> Library:
    """The fixture library: valid, and each field of the schema is used in it."""
    return load([FIXTURE])


def make_root(folder: Path, files: dict[str, str] | None = None, replace: list[dict] | None = None) -> Path:
    """A copy of the fixture library with files added and pieces of text replaced."""
    shutil.copytree(FIXTURE, folder, dirs_exist_ok=True)
    for name, text in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for edit in replace or []:
        path = folder / edit["path"]
        text = path.read_text("utf-8")
        assert text.count(edit["old"]) == 1, f"{edit['old']!r} stands {text.count(edit['old'])} times in {edit['path']}"
        path.write_text(text.replace(edit["old"], edit["new"]), "utf-8")
    return folder


def make_library(folder: Path, files: dict[str, str] | None = None, replace: list[dict] | None = None) -> Library:
    """The fixture library with changes, loaded."""
    return load([make_root(folder, files, replace)])


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this repository, built strictly, once for all tests."""
    # Served from below the root of a server, so that a link which only works at the root is found.
    target = tmp_path_factory.mktemp("real") / "atlas"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(target)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target
