"""One run: what is started, what goes wrong from outside, and the truth about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.torchrun.faults import Act

# Options of torchrun and of train.py that several runs share.
STATIC = ("--master-addr=node-a", "--master-port=29500")
C10D = ("--rdzv-backend=c10d", "--rdzv-endpoint=node-a:29500", "--rdzv-id=train-41")
ALL = "--log-all-ranks"
TEE = ("--tee=3",)
BOTH = (*TEE, "--log-dir=/mnt/logs")
RANK_NAMED = {"TORCHELASTIC_LOG_LINE_PREFIX_TEMPLATE": "[trainer|${rank}]: "}
FILES = ("--redirects=3", "--log-dir=/mnt/logs")
SERVER = "python -m http.server 29500 >/dev/null 2>&1 & sleep 2\n"
SHORT = "--timeout=15"
DETAIL = {"TORCH_DISTRIBUTED_DEBUG": "DETAIL"}


@dataclass(frozen=True)
class Scenario:
    """One run. `launch` are options of torchrun, `args` of train.py; `seconds` after which all is stopped."""

    name: str
    accept: tuple[str, ...]
    notes: str
    rank: int | None = None
    nodes: int = 1
    absent: int = 0
    """Nodes that torchrun waits for and that never start."""
    ranks: int = 4
    launch: tuple[str, ...] = ("--standalone",)
    args: tuple[str, ...] = (ALL,)
    env: dict[str, str] = field(default_factory=dict)
    shards: int = 8
    spoil: tuple[int, Callable[[Path], None]] | None = None
    """Number of the shard, and what is done to it; rank = number modulo world size."""
    acts: tuple[Act, ...] = ()
    disk: str = "64m"
    shm: str = "256m"
    before: str = ""
    label: bool = False
    """Number the lines of the merged console by node, as `srun --label` does."""
    seconds: int = 150
    hangs: bool = False
    """The run does not end by itself, so being stopped is no problem."""
