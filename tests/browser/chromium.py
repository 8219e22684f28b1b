"""The Chromium that the browser tests drive; `python -m tests.browser.chromium` sees to it that there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NONE_FOUND = "no Chromium on PATH and none could be installed; install the package chromium, then run this again"


def find_chromium() -> str | None:
    """The program to start: one on PATH, else Playwright's own download, else None."""
    return next(filter(None, map(shutil.which, NAMES)), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    try:
        with sync_playwright() as playwright:
            path = playwright.chromium.executable_path
    except Error:
        return None
    return path if Path(path).is_file() else None


def install() -> bool:
    """The package of the distribution when root, else (or when that fails) Playwright's download."""
    return (os.geteuid() == 0 and shutil.which("apt-get") is not None and _from_distribution()) or _from_playwright()


def _from_distribution() -> bool:
    print("No Chromium found; installing the package chromium with apt-get.", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run(["apt-get", "update", "-qq"], environment)
    return _run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], environment)


def _from_playwright() -> bool:
    print("No Chromium found; downloading Playwright's own.", flush=True)
    return _run([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))


def _run(command: list[str], environment: dict[str, str]) -> bool:
    """Run quietly; what a failing command said goes to stderr."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print((done.stderr or done.stdout).strip()[-600:], file=sys.stderr)
    return done.returncode == 0


def main() -> int:
    if find_chromium() or (install() and find_chromium()):
        return 0
    print(NONE_FOUND, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
