"""Runs in which a rank fails: by its data, its code, its disk or its process."""

from __future__ import annotations

import signal

from tests.torchrun.faults import Act, break_header, make_unreadable, remove, write_label, write_nan
from tests.torchrun.scenario import ALL, BOTH, DETAIL, FILES, RANK_NAMED, SHORT, TEE, Scenario

IN_RANKS = [
    Scenario(
        "bad-label",
        ("rank-exception-then-peers-timeout",),
        "A label without a class in the third shard: IndexError on rank 2, then closed connections on the others.",
        rank=2,
        launch=("--standalone", *BOTH),
        spoil=(2, lambda path: write_label(path, 10)),
    ),
    Scenario(
        "bad-label-8-ranks-plain",
        ("rank-exception-then-peers-timeout",),
        "No prefix of the launcher and only rank 0 logs; which rank raised shows in [rank5]: before the traceback.",
        rank=5,
        ranks=8,
        args=(),
        spoil=(5, lambda path: write_label(path, -1)),
    ),
    Scenario(
        "rank-sigkill",
        ("rank-killed-then-peers-reset", "host-oom-killed"),
        "Rank 1 got SIGKILL from outside, as from the OOM killer; the log cannot tell who sent it.",
        rank=1,
        launch=("--standalone", *BOTH),
        env=RANK_NAMED,
        acts=(Act("rank 1.*step 30 ", "kill_rank", 1),),
    ),
    Scenario(
        "rank-sigkill-2-ranks-plain",
        ("rank-killed-then-peers-reset", "host-oom-killed"),
        "As above without prefixes; only the block of torchrun names the rank.",
        rank=1,
        ranks=2,
        args=(),
        acts=(Act("step 30 ", "kill_rank", 1),),
    ),
    Scenario(
        "segfault",
        ("process-segfault",),
        "The header of a shard promises 64 GiB and memmove believes it; rank 3 ends without a word of its own.",
        rank=3,
        launch=("--standalone", *BOTH),
        spoil=(3, break_header),
    ),
    Scenario(
        "segfault-faulthandler",
        ("process-segfault",),
        "The same with PYTHONFAULTHANDLER=1: the stack of the process that crashed is in ranks/1; "
        "torchrun may stop before it has copied the stack to the console.",
        rank=1,
        launch=("--standalone", *BOTH),
        env={"PYTHONFAULTHANDLER": "1"},
        spoil=(1, break_header),
    ),
    Scenario(
        "eval-on-main-only",
        ("collective-on-one-rank-only", "nccl-mismatched-collectives", "rank-divergent-control-flow"),
        "Rank 0 alone evaluates, with an all_reduce inside, while the others go on with the next step; "
        "gloo gives rank 0 their gradients for its one number, and rank 0 aborts.",
        rank=0,
        launch=("--standalone", *BOTH),
        args=(ALL, "--eval-every=25", "--eval-on=main"),
    ),
    Scenario(
        "eval-on-main-only-detail",
        ("nccl-mismatched-collectives", "collective-on-one-rank-only", "rank-divergent-control-flow"),
        "The same with TORCH_DISTRIBUTED_DEBUG=DETAIL and gradients averaged by hand: each rank prints the "
        "fingerprints of both collectives, and all others name rank 0.",
        rank=0,
        launch=("--standalone", *TEE),
        args=(ALL, SHORT, "--eval-every=25", "--eval-on=main", "--sync=allreduce"),
        env=DETAIL,
    ),
    Scenario(
        "fewer-shards",
        ("rank-divergent-control-flow", "nccl-mismatched-collectives", "collective-on-one-rank-only"),
        "Seven shards for four ranks: rank 3 ends its epoch early and evaluates while the others train, and aborts "
        "on the gradients that come for its one number.",
        rank=3,
        launch=("--standalone", *BOTH),
        spoil=(7, remove),
    ),
    Scenario(
        "fewer-shards-detail",
        ("nccl-mismatched-collectives", "rank-divergent-control-flow", "collective-on-one-rank-only"),
        "The same with TORCH_DISTRIBUTED_DEBUG=DETAIL, no prefix and gradients averaged by hand. "
        "All others name rank 3 as the one with another collective; torchrun names rank 0, wrongly.",
        rank=3,
        args=(SHORT, "--sync=allreduce"),
        env=DETAIL,
        spoil=(7, remove),
    ),
    Scenario(
        "segfault-ddp-detail",
        ("process-segfault",),
        "Nothing spoilt: PyTorch 2.13.0 itself crashes in DistributedDataParallel with gloo under "
        "TORCH_DISTRIBUTED_DEBUG=DETAIL, on all ranks at once. A release that trains here needs this run no more.",
        ranks=2,
        args=(ALL,),
        env={**DETAIL, "PYTHONFAULTHANDLER": "1"},
    ),
    Scenario(
        "stalled-read",
        ("nccl-collective-timeout", "straggler-slow-gpu"),
        "Rank 2 waits for ever in open() of its second shard, as on a dead file server. It prints nothing; "
        "torchrun names one of the ranks that waited for it. Rank 2 shows only as the one without a message.",
        rank=2,
        launch=("--standalone", *BOTH),
        args=(ALL, SHORT),
        spoil=(6, make_unreadable),
    ),
    Scenario(
        "stalled-process",
        ("nccl-collective-timeout", "straggler-slow-gpu"),
        "Rank 1 got SIGSTOP; only rank 0 logs and there is no prefix. Torchrun names a rank that waited; "
        "rank 1 shows as the one without a message that SIGTERM does not end (exit code -9).",
        rank=1,
        args=(SHORT,),
        acts=(Act("step 40 ", "kill_rank", 1, signal.SIGSTOP),),
    ),
    Scenario(
        "disk-full",
        ("filesystem-full",),
        "The disk for checkpoints is full at the third one; rank 0, which writes it, fails first. "
        "Torchrun may name a peer that aborted on the closed connection.",
        rank=0,
        launch=("--standalone", *BOTH),
        args=(ALL, "--fsync"),
        disk="2500k",
    ),
    Scenario(
        "disk-full-torch-save",
        ("filesystem-full",),
        "The same with torch.save to a path: 'No space left on device' is nowhere in the log, only an iostream error "
        "and 'unexpected pos'. Torchrun may name a peer that aborted on the closed connection.",
        rank=0,
        launch=("--standalone", *TEE),
        disk="2500k",
    ),
    Scenario(
        "loader-worker-killed",
        ("dataloader-worker-killed",),
        "A DataLoader worker of rank 1 got SIGKILL from outside, as from the OOM killer.",
        rank=1,
        ranks=2,
        launch=("--standalone", *BOTH),
        args=(ALL, "--workers=2", "--epochs=6"),
        acts=(Act("rank 1.*step 20 ", "kill_loader", 1),),
    ),
    Scenario(
        "shm-too-small",
        ("dev-shm-too-small",),
        "/dev/shm is too small for the batches of the loader's workers; the ranks wait for these for ever, "
        "and the run was stopped.",
        ranks=2,
        launch=("--standalone", *TEE),
        args=(ALL, "--workers=2", "--batch=320"),
        shm="200k",
        seconds=40,
        hangs=True,
    ),
    Scenario(
        "shm-too-small-for-locks",
        ("dev-shm-too-small",),
        "/dev/shm has 64 KiB, too little even for the semaphores of the loader's queues: 'No space left on device' "
        "without any full disk.",
        ranks=2,
        launch=("--standalone", *TEE),
        args=(ALL, "--workers=2", "--batch=320"),
        shm="64k",
    ),
    Scenario(
        "nan-in-data",
        ("loss-nan",),
        "A NaN in the third shard; rank 2 sees it first and stops, the others lose their connection. "
        "The workers' lines are only in their files (--redirects), the console has only torchrun's.",
        rank=2,
        launch=("--standalone", *FILES),
        args=(ALL, "--check-loss"),
        spoil=(2, write_nan),
    ),
    Scenario(
        "nan-goes-on",
        ("loss-nan",),
        "A learning rate far too high: the loss is nan on all ranks, and the run goes on to its end with exit code 0.",
        ranks=2,
        launch=("--standalone", *TEE),
        args=(ALL, "--lr=1e36", "--epochs=1"),
        seconds=90,
    ),
]
