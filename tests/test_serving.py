"""While serving, a broken record does not take the site down: the last good one stays, with the problems on top."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.page_tree import parse
from tests.projects import ENVIRONMENT, edit, make_project

GOOD = "severity: job-fatal\nmechanism"
WRONG = "severity: <b>fatal</b>\nmechanism"


@pytest.fixture
def project(tmp_path):
    return make_project(tmp_path / "p")


def _rebuild(project: Path) -> None:
    """What `mkdocs serve` does at each change; mkdocs keeps the plugin object between the two."""
    build(load_config(str(project / "mkdocs.yml")))


def _page(project: Path):
    return parse((project / "site" / "failures" / "gpu-lost" / "index.html").read_text("utf-8"))


def test_the_last_good_library_stays_until_the_record_is_mended(project):
    record = project / "kb/gpu/gpu-lost.yaml"
    _rebuild(project)
    assert not _page(project).all(role="alert")

    edit(record, GOOD, WRONG)
    edit(record, "title: GPU no longer answers on PCIe", "title: GPU is gone")
    _rebuild(project)
    page = _page(project)
    assert "The records have 1 problem; this is the last good site." in page.one(role="alert").text
    (line,) = page.one("ul", class_="problems").all("li")
    assert line.text.startswith("kb/gpu/gpu-lost.yaml:9:1: ") and "<b>fatal</b>" in line.text
    assert page.one("h1").text == "GPU no longer answers on PCIe"

    edit(record, WRONG, GOOD)
    _rebuild(project)
    assert not _page(project).all(role="alert")
    assert _page(project).one("h1").text == "GPU is gone"


@contextmanager
def _serving(project: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", address]
    with (project.parent / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=project, env=ENVIRONMENT, stdout=log, stderr=log)
        try:
            yield f"http://{address}/failures/gpu-lost/"
        finally:
            server.terminate()
            server.wait(30)


def _eventually(url: str, condition) -> str:
    """The page once it is as wanted."""
    page = ""
    for _ in range(600):
        try:
            with urlopen(url, timeout=60) as answer:
                page = answer.read().decode()
        except (URLError, ConnectionError):
            page = ""
        if page and condition(page):
            return page
        time.sleep(0.2)
    pytest.fail(f"the page never came to be as wanted; it reads {page[:2000]}")


def test_mkdocs_serve_shows_the_problem_and_then_the_mended_record(project):
    record = project / "kb/gpu/gpu-lost.yaml"
    with _serving(project) as url:
        _eventually(url, lambda page: "GPU no longer answers on PCIe" in page)
        edit(record, GOOD, WRONG)
        page = _eventually(url, lambda page: "this is the last good site" in page)
        assert "GPU no longer answers on PCIe" in page and "kb/gpu/gpu-lost.yaml:9:1:" in page
        edit(record, WRONG, GOOD)
        _eventually(url, lambda page: "this is the last good site" not in page)


def test_an_overlay_without_all_folders_can_be_served(tmp_path):
    project = make_project(tmp_path / "p", options="records: [., private], search: false, fonts: false")
    (project / "private" / "kb").mkdir(parents=True)
    with _serving(project) as url:
        _eventually(url, lambda page: "GPU no longer answers on PCIe" in page)
