"""`python -m faultatlas` is the `faultatlas` command."""

from __future__ import annotations

import sys

from faultatlas.cli import main

sys.exit(main())
