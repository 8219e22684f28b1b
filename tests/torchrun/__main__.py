"""python -m tests.torchrun OUT_DIR [--only NAME ...]: record all runs, or some, each in namespaces of its own."""

from __future__ import annotations

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.torchrun.scenarios import SCENARIOS

NAMES = [scenario.name for scenario in SCENARIOS]
NAMESPACES = ["--user", "--map-root-user", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]


def record(name: str, out: Path) -> str:
    """Empty if all went well, else what the run said."""
    command = [sys.executable, "-m", "tests.torchrun.record", name, str(out)]
    done = subprocess.run(["unshare", *NAMESPACES, *command], capture_output=True, text=True)
    return f"{name}: {done.stdout}{done.stderr}" if done.returncode or done.stdout or done.stderr else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.torchrun")
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="NAME")
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time")
    args = parser.parse_args()
    out = args.out.resolve()
    with ThreadPoolExecutor(args.jobs) as pool:
        problems = [text for text in pool.map(lambda name: record(name, out), args.only) if text]
    sys.stdout.writelines(text.rstrip() + "\n" for text in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
