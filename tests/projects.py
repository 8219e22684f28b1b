"""Small mkdocs projects over the fixture library, built and served as a user would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import FIXTURE

QUICK = "search: false, fonts: false"
ENVIRONMENT = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "default"}
CONFIG = """\
site_name: Test Atlas
{settings}
theme: {{name: material, font: false, palette: {{scheme: default}}}}
plugins:
  - faultatlas: {{{options}}}
"""
DOCS = {"about.md": "# About\n\nWhat it is.\n", "contribute.md": "# Contribute\n\nHow to.\n"}


def make_project(folder: Path, options: str = QUICK, settings: str = "", records: bool = True) -> Path:
    """A folder with mkdocs.yml, two pages of docs, and the fixture records."""
    (folder / "docs").mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(CONFIG.format(options=options, settings=settings), "utf-8")
    for name, text in DOCS.items():
        (folder / "docs" / name).write_text(text, "utf-8")
    if records:
        shutil.copytree(FIXTURE, folder, dirs_exist_ok=True)
    return folder


def mkdocs(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run mkdocs in the project."""
    command = [sys.executable, "-m", "mkdocs", *arguments]
    return subprocess.run(
        command, cwd=project, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=300
    )


def build(project: Path) -> Path:
    """The site of the project, built strictly."""
    done = mkdocs(project, "build", "--strict", "--quiet")
    assert done.returncode == 0, done.stderr
    return project / "site"


def edit(path: Path, old: str, new: str) -> None:
    """Replace a piece of text that stands once in a file."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new), "utf-8")
