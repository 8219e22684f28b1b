"""Scan one log in a process of its own: `python -m benchmarks.scanning KNOWLEDGE PREFILTER LOG RESULT`, writes JSON.

Only the scan is timed: neither the start of Python nor the building of the prefilter.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.prefilter import build
from faultatlas.diagnosis.reading import read
from faultatlas.diagnosis.sources import Source


def main(knowledge_path: str, choice: str, log: str, result: str) -> None:
    """Read the log and write the processor seconds of that, and how many signatures were found."""
    knowledge = Knowledge(json.loads(Path(knowledge_path).read_bytes()))
    prefilter = build(knowledge.patterns, knowledge.data["triggers"], choice)
    start = time.process_time()
    report = read(knowledge, prefilter, Source(log, Path(log))).report
    spent = time.process_time() - start
    hits = sum(fold.count for fold in report.folds)
    found = {"cpu": spent, "bytes": report.bytes, "hits": hits}
    Path(result).write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
