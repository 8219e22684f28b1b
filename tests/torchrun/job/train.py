"""Train a classifier on shards of rows with DistributedDataParallel."""

from __future__ import annotations

import argparse
import logging
import math
import os
import sys
import time
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from shards import Shards
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

log = logging.getLogger("train")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, default=Path("/mnt/data"))
    parser.add_argument("--checkpoints", type=Path, default=Path("/mnt/checkpoints"))
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--timeout", type=int, default=1800, help="seconds a collective may take")
    parser.add_argument("--log-every", type=int, default=10)
    parser.add_argument("--save-every", type=int, default=20)
    parser.add_argument("--fsync", action="store_true", help="flush checkpoints to the disk")
    parser.add_argument("--eval-every", type=int, default=0)
    parser.add_argument("--eval-on", choices=["all", "main"], default="all")
    parser.add_argument("--sync", choices=["ddp", "allreduce"], default="ddp")
    parser.add_argument("--log-all-ranks", action="store_true")
    parser.add_argument("--check-loss", action="store_true")
    return parser.parse_args()


def build(args: argparse.Namespace) -> nn.Module:
    body = [nn.Linear(64, args.hidden), nn.ReLU(), nn.Linear(args.hidden, args.hidden), nn.ReLU()]
    return nn.Sequential(*body, nn.Linear(args.hidden, 10))


def save(path: Path, fsync: bool, step: int, model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    state = {"step": step, "model": model.state_dict(), "optimizer": optimizer.state_dict()}
    new = path.with_suffix(".tmp")
    if fsync:
        with new.open("wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
    else:
        torch.save(state, new)
    new.rename(path)
    log.info("saved checkpoint %s", path)


def resume(args: argparse.Namespace, model: nn.Module, optimizer: torch.optim.Optimizer) -> int:
    paths = sorted(args.checkpoints.glob("step_*.pt"))
    if not paths:
        return 0
    state = torch.load(paths[-1])
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    log.info("resuming from %s at step %d", paths[-1], state["step"])
    return state["step"]


def average_gradients(model: nn.Module) -> None:
    """Without DistributedDataParallel: one flat all_reduce after the backward pass."""
    flat = torch.cat([parameter.grad.flatten() for parameter in model.parameters()])
    dist.all_reduce(flat)
    flat /= dist.get_world_size()
    nn.utils.vector_to_parameters(flat, [parameter.grad for parameter in model.parameters()])


@torch.no_grad()
def evaluate(model: nn.Module, features: torch.Tensor, labels: torch.Tensor) -> float:
    correct = (model(features).argmax(1) == labels).float().mean()
    dist.all_reduce(correct)
    return correct.item() / dist.get_world_size()


def train(args: argparse.Namespace, rank: int, world: int) -> None:
    torch.manual_seed(0)
    model = build(args)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    step = resume(args, model, optimizer)
    wrapped = DistributedDataParallel(model) if args.sync == "ddp" else model
    loader = DataLoader(Shards(args.data, rank, world, args.batch), batch_size=None, num_workers=args.workers)
    log.info("model has %d parameters, world size %d", sum(p.numel() for p in model.parameters()), world)
    for epoch in range(args.epochs):
        began = time.perf_counter()
        for features, labels in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(wrapped(features), labels)
            if args.check_loss and not math.isfinite(loss.item()):
                log.error("Loss is %s, stopping training", loss.item())
                sys.exit(1)
            loss.backward()
            if args.sync == "allreduce":
                average_gradients(model)
            norm = nn.utils.clip_grad_norm_(model.parameters(), 1e9)
            optimizer.step()
            step += 1
            if step % args.log_every == 0:
                speed = args.log_every * args.batch * world / (time.perf_counter() - began)
                began = time.perf_counter()
                log.info(
                    "epoch %d step %d loss %.4f grad_norm %.3f %.0f samples/s", epoch, step, loss.item(), norm, speed
                )
            if args.eval_every and step % args.eval_every == 0 and (args.eval_on == "all" or rank == 0):
                log.info("step %d accuracy %.3f", step, evaluate(model, features, labels))
            if step % args.save_every == 0 and rank == 0:
                save(args.checkpoints / f"step_{step:06d}.pt", args.fsync, step, model, optimizer)
        log.info("epoch %d done, accuracy %.3f", epoch, evaluate(model, features, labels))


def main() -> None:
    args = arguments()
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    shown = logging.INFO if args.log_all_ranks or rank == 0 else logging.ERROR
    mark = f"[rank {rank}] " if args.log_all_ranks else ""
    logging.basicConfig(level=shown, format=f"%(asctime)s %(levelname)s {mark}%(name)s: %(message)s")
    torch.set_num_threads(1)
    dist.init_process_group("gloo", timeout=timedelta(seconds=args.timeout))
    args.checkpoints.mkdir(parents=True, exist_ok=True)
    train(args, rank, world)
    dist.destroy_process_group()
    log.info("training finished")


if __name__ == "__main__":
    main()
