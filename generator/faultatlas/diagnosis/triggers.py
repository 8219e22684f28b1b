"""Triggers: a few short texts that stand in for all literals where no fast matcher is installed.

Python finds one text in a block at gigabytes a second, so the fewer texts, the faster. Greedy set cover: each trigger
is a substring of many literals and rare in ordinary lines; every literal holds at least one trigger.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heapify, heappop, heappush

SHORTEST, LONGEST = 4, 14
# Looking through a line that a trigger hits in vain costs as much as searching this many bytes for one more trigger.
LINE_COST = 4_000

# What healthy jobs print all day, in the wording of their programs.
ORDINARY = """\
[default3]:2026-12-01 16:44:43,510 INFO [rank 3] step 120 loss 2.3434 grad norm 0.812 38.3 ms/it
 iteration     100/  500000 | consumed samples:        51200 | elapsed time per iteration (ms): 1234.5 |
 learning rate: 1.5E-04 | global batch size:   512 | lm loss: 2.103251E+00 | loss scale: 1.0 |
 grad norm: 0.412 | number of skipped iterations:   0 | number of nan iterations:   0 |
I0301 00:00:02.700000 4503 ProcessGroupNCCL.cpp:2407] [PG ID 0 PG GUID 0(default_pg) Rank 6] ProcessGroupNCCL
 initialization options: size: 512, global rank: 197, TIMEOUT(ms): 600000, USE_HIGH_PRIORITY_STREAM: 0
2026-03-01 00:00:00,200 - dataloader - INFO - [rank 7] worker 2 loaded shard_00002.tar, 2388 samples in 0.427s
Dec  1 16:44:43 node-a kernel: mlx5_core 0000:41:00.0 eth2: Link up
{'loss': 1.2034, 'grad_norm': 0.5231, 'learning_rate': 1.9e-05, 'epoch': 0.31}
 31%|###1      | 13423/43300 [00:12<01:33, 77.25it/s, loss=2.31]
node-a:15325:16199 [2] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read
node-a:15325:16199 [2] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:192.0.2.11<0>
node-a:15325:16199 [2] NCCL INFO Connected all rings, use ring PXN 0 GDR 1
node-a:15325:16199 [2] NCCL INFO comm 0x55d0 rank 2 nranks 8 cudaDev 2 busId 3000 - Init COMPLETE
I1201 16:44:43.123456 1234 dataloader.cc:120] batch 77 ready in 12 ms
(RayWorkerWrapper pid=4009) INFO 12-01 16:44:43 model_runner.py:1014] Loading model weights took 12.55 GB
Dec  1 16:44:43 node-a kernel: [1234.567890] systemd[1]: Started Session 12 of User root.
Dec  1 16:44:43 node-a slurmd[812]: launch task StepId=191.0 request from UID:1000 GID:1000
saving checkpoint at iteration    1000 to /data/checkpoints in torch_dist format
validation loss at iteration 1000 | lm loss value: 2.01 | lm loss PPL: 7.46 |
torch.distributed process group is initialized with world size 64, backend nccl
""".lower()


def triggers(literal_sets: list[list[str]]) -> list[str]:
    """A small set of lower-case texts such that each literal, in lower case, holds at least one."""
    left = {literal.lower() for literals in literal_sets for literal in literals}
    held = _holders(left)
    costs = {text: _cost(text) for text in held}
    queue = [(-len(literals) / costs[text], text) for text, literals in held.items()]
    heapify(queue)
    chosen: list[str] = []
    while left:
        _, text = heappop(queue)
        gain = len(held[text] & left) / costs[text]
        # Gains only shrink: when the renewed one is still the greatest, it is the greatest of all.
        if queue and gain < -queue[0][0]:
            heappush(queue, (-gain, text))
        else:
            chosen.append(text)
            left -= held[text]
    return sorted(chosen)


def _holders(literals: set[str]) -> dict[str, set[str]]:
    """Each substring that may be a trigger, with the literals that hold it."""
    found: dict[str, set[str]] = defaultdict(set)
    for literal in literals:
        for size in range(min(SHORTEST, len(literal)), min(LONGEST, len(literal)) + 1):
            for start in range(len(literal) - size + 1):
                found[literal[start : start + size]].add(literal)
    return found


def _cost(text: str) -> float:
    """Of a search through the ordinary lines: one pass, and a look at each line that is hit in vain."""
    return 1 + LINE_COST * ORDINARY.count(text) / len(ORDINARY) + 1 / len(text)
