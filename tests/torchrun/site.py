"""Machines made of namespaces: one bridge, and nodes with their own name, address, processes and /dev/shm.

Runs as root of the namespaces that `__main__` made; nothing here touches the real machine.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

NODES = ("node-a", "node-b")
HOSTS = "127.0.0.1 localhost\n::1 localhost\n" + "".join(f"192.0.2.{11 + i} {name}\n" for i, name in enumerate(NODES))
NAMESPACES = ["--net", "--uts", "--ipc", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
BOOT = """
hostname {name}
mount -t tmpfs -o size={shm} tmpfs /dev/shm
ip link set lo up
until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done
ip address add 192.0.2.{host}/24 dev eth0
ip link set eth0 up
cd /opt/train
{command}
"""


def run(*words: str | Path) -> None:
    subprocess.run([str(word) for word in words], check=True)


def cover(path: str, text: str) -> None:
    """Put another file in the place of a system file."""
    with tempfile.NamedTemporaryFile("w", delete=False) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    run("mount", "--bind", file.name, path)
    os.unlink(file.name)


def mount(venv: Path, job: Path, disk: str) -> None:
    """/opt/venv and /opt/train; /mnt is the disk that all nodes share, /mnt/checkpoints one of size `disk`."""
    run("mount", "-t", "tmpfs", "tmpfs", "/opt")
    for source, target in ((venv, "/opt/venv"), (job, "/opt/train")):
        os.mkdir(target)
        run("mount", "--bind", source, target)
    run("mount", "-t", "tmpfs", "tmpfs", "/mnt")
    os.mkdir("/mnt/checkpoints")
    run("mount", "-t", "tmpfs", "-o", f"size={disk}", "tmpfs", "/mnt/checkpoints")
    cover("/etc/hosts", HOSTS)


def environ(pid: int) -> dict[str, str]:
    try:
        words = Path(f"/proc/{pid}/environ").read_text(errors="replace").split("\0")
    except OSError:
        return {}
    return dict(word.split("=", 1) for word in words if "=" in word)


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


class Site:
    """The nodes of one run. `seen` is called with (node, line) for each line of a console, from threads."""

    def __init__(self, seen: Callable[[int, bytes], None]):
        self.seen = seen
        self.nodes: list[subprocess.Popen[bytes]] = []
        self.readers: list[threading.Thread] = []
        run("ip", "link", "add", "bridge", "type", "bridge")
        run("ip", "link", "set", "bridge", "up")

    def start(self, command: list[str], env: dict[str, str], shm: str, before: str = "") -> None:
        """Boot the next node and run `command` on it."""
        index = len(self.nodes)
        boot = BOOT.format(name=NODES[index], shm=shm, host=11 + index, command=before + shlex.join(command))
        node = subprocess.Popen(
            ["unshare", *NAMESPACES, "sh", "-c", boot],
            env={"PATH": "/opt/venv/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", **env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.nodes.append(node)
        self._connect(index)
        reader = threading.Thread(target=self._read, args=(index, node), daemon=True)
        self.readers.append(reader)
        reader.start()

    def _connect(self, index: int) -> None:
        port, cable = f"port{index}", f"cable{index}"
        run("ip", "link", "add", port, "type", "veth", "peer", "name", cable)
        run("ip", "link", "set", port, "master", "bridge", "up")
        run("ip", "link", "set", cable, "netns", str(self.node_init(index)), "name", "eth0")

    def _read(self, index: int, node: subprocess.Popen[bytes]) -> None:
        for line in node.stdout:
            self.seen(index, line)

    def wait(self, seconds: float) -> bool:
        """True if all nodes ended in time; the others are stopped."""
        end = time.monotonic() + seconds
        for node in self.nodes:
            try:
                node.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                node.kill()
        for reader in self.readers:
            reader.join(10)
        return time.monotonic() < end

    def node_init(self, index: int) -> int:
        """The first process of a node: the only child of its `unshare`."""
        pid = self.nodes[index].pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        while not (found := children.read_text().split()):
            time.sleep(0.02)
        return int(found[0])

    def rank_process(self, rank: int) -> int:
        return next(pid for pid in self._of_rank(rank) if "RANK" not in environ(parent(pid)))

    def loader_process(self, rank: int) -> int:
        """A DataLoader worker: a process of the rank that is a child of another."""
        return next(pid for pid in self._of_rank(rank) if "RANK" in environ(parent(pid)))

    def agent_process(self, index: int) -> int:
        return parent(next(pid for pid in self._pids() if environ(pid).get("GROUP_RANK") == str(index)))

    def _of_rank(self, rank: int) -> list[int]:
        return [pid for pid in self._pids() if environ(pid).get("RANK") == str(rank)]

    def _pids(self) -> list[int]:
        return sorted(int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
