"""All runs."""

from __future__ import annotations

from tests.torchrun.around_ranks import AROUND_RANKS
from tests.torchrun.in_ranks import IN_RANKS

SCENARIOS = [*IN_RANKS, *AROUND_RANKS]
