"""`mkdocs serve` as a context, asked over HTTP; and plain files served the same way."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Self

from benchmarks.measure import BIN, ENVIRONMENT

PATIENCE = 180.0
PAUSE = 0.02


class Server:
    """A server in a process of its own, stopped on leaving."""

    def __init__(self, project: Path, *, files: bool = False):
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}/"
        serve = [str(BIN / "mkdocs"), "serve", "--livereload", "--quiet", "--dev-addr", f"127.0.0.1:{port}"]
        plain = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
        self._process = subprocess.Popen(
            plain if files else serve,
            cwd=project,
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def wait_for(self, page: str, words: str) -> None:
        """Ask for a page until it holds the words.

        Raises:
            TimeoutError: when it does not within the time allowed.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if words in self._text(page):
                return
            time.sleep(PAUSE)
        raise TimeoutError(f"{page} does not show {words!r}")

    def _text(self, page: str) -> str:
        try:
            with urllib.request.urlopen(self.url + page, timeout=PATIENCE) as answer:
                return answer.read().decode()
        except (urllib.error.URLError, ConnectionError):
            return ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
