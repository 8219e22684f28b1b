"""A built site on a port of its own, and pages that fail the test on any complaint of the browser."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import NONE_FOUND, find_chromium

# Long enough for a busy machine; what comes sooner is not waited for.
expect.set_options(timeout=20_000)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def site_dir(real_site: Path) -> Path:
    """The folder of the site of this repository, built once."""
    return real_site


@pytest.fixture(scope="session")
def site(site_dir: Path) -> Iterator[str]:
    """The address of the site; it ends in a slash."""
    with serving(site_dir.parent) as address:
        yield f"{address}{site_dir.name}/"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server of the folder's files; its address ends in a slash."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = find_chromium()
    assert path, NONE_FOUND
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained of; a test that provokes a complaint clears it."""
    return []


@pytest.fixture
def page(browser: Browser, site: str, complaints: list[str]) -> Iterator[Page]:
    """A page in a fresh profile: no console error, no page error, no request to another host."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    bad = ("error", "warning")
    page.on("console", lambda message: complaints.append(message.text) if message.type in bad else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if not _is_ours(request.url) else None)
    yield page
    context.close()
    assert complaints == []


def _is_ours(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "data:", "blob:"))


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
