"""The answer as it is: the contract of `docs/cli.md`."""

from __future__ import annotations

import json
from typing import Any


def report(answer: dict[str, Any]) -> str:
    """One JSON object; characters outside ASCII are escaped, so that nothing in a log can act on a terminal."""
    return json.dumps(answer, indent=2) + "\n"
