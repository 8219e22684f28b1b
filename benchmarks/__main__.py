"""Run all measurements and write `benchmarks/RESULTS.md`: `python -m benchmarks [--quick]`."""

from __future__ import annotations

import argparse
import importlib
import time

from benchmarks.report import RESULTS, markdown, seconds

# Browser and servers last: the kernel counts the memory of the process that measures as its child's.
MEASUREMENTS = ("startup", "check", "scan", "build", "shipped", "browse")


def main() -> None:
    """Measure one after the other; each tells on a line how it went."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure and write benchmarks/RESULTS.md."
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds, and no build of 5,000 records")
    parser.add_argument("--only", nargs="+", choices=MEASUREMENTS, help="print these instead of writing all")
    options = parser.parse_args()
    results = []
    for name in options.only or MEASUREMENTS:
        print(f"{name} ...", end=" ", flush=True)
        start = time.monotonic()
        results.append(importlib.import_module(f"benchmarks.{name}").measure(options.quick))
        print(seconds(time.monotonic() - start), flush=True)
    text = markdown(results, " --quick" if options.quick else "")
    if options.only:
        print(text)
    else:
        RESULTS.write_text(text, "utf-8")
        print(f"written: {RESULTS.relative_to(RESULTS.parents[1])}")


if __name__ == "__main__":
    main()
