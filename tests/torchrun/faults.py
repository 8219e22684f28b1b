"""What goes wrong: to the data before a run (`Spoil`), to machines and processes during one (`Act`)."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.torchrun.site import Site

ROWS, WIDTH = 640, 64
HEADER = struct.Struct("<qqq")


def write_label(path: Path, label: int) -> None:
    """Give row 350 a label that the model has no class for."""
    data = bytearray(path.read_bytes())
    struct.pack_into("<q", data, len(data) - 8 * (ROWS - 350), label)
    path.write_bytes(data)


def write_nan(path: Path) -> None:
    """A missing measurement in row 350, as exported from a table."""
    data = bytearray(path.read_bytes())
    struct.pack_into("<f", data, HEADER.size + 4 * WIDTH * 350, float("nan"))
    path.write_bytes(data)


def break_header(path: Path) -> None:
    """A header that promises far more bytes than the file has."""
    data = bytearray(path.read_bytes())
    HEADER.pack_into(data, 0, ROWS, WIDTH, 1 << 36)
    path.write_bytes(data)


def make_unreadable(path: Path) -> None:
    """Opening it waits for ever, as on a file system whose server is gone."""
    path.unlink()
    os.mkfifo(path)


def remove(path: Path) -> None:
    path.unlink()


@dataclass(frozen=True)
class Act:
    """Do `name` to `target` when `when` (a regular expression) is seen on the console; at the start if empty."""

    when: str
    name: str
    target: int
    number: int = signal.SIGKILL


def kill_rank(site: Site, act: Act) -> None:
    os.kill(site.rank_process(act.target), act.number)


def kill_loader(site: Site, act: Act) -> None:
    os.kill(site.loader_process(act.target), act.number)


def signal_agent(site: Site, act: Act) -> None:
    os.kill(site.agent_process(act.target), act.number)


def unplug(site: Site, act: Act) -> None:
    """The node's cable: no reset, no goodbye, packets just stop."""
    subprocess.run(["ip", "link", "set", f"port{act.target}", "down"], check=True)


def stop_node(site: Site, act: Act) -> None:
    """All processes of the node at once, as when a container is removed; the kernel closes the sockets."""
    os.kill(site.node_init(act.target), signal.SIGKILL)


def power_off(site: Site, act: Act) -> None:
    unplug(site, act)
    stop_node(site, act)


def do(site: Site, act: Act) -> None:
    acts = [kill_rank, kill_loader, signal_agent, unplug, stop_node, power_off]
    {function.__name__: function for function in acts}[act.name](site, act)
