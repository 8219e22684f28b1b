"""Make one run and write its logs and its truth: python -m tests.torchrun.record NAME OUT_DIR (inside namespaces)."""

from __future__ import annotations

import getpass
import json
import platform
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from tests.torchrun.faults import Act, do
from tests.torchrun.scenario import Scenario
from tests.torchrun.scenarios import SCENARIOS
from tests.torchrun.site import NODES, Site, cover, mount

JOB = Path(__file__).parent / "job"
PYTHON = "/opt/venv/bin/python"


class Console:
    """The lines of all nodes in the order in which they came; sets off the acts that wait for one of them."""

    def __init__(self, acts: tuple[Act, ...]):
        self.lines: list[tuple[int, bytes]] = []
        self.waiting = list(acts)
        self.site = Site(self.seen)
        self.lock = threading.Lock()

    def seen(self, node: int, line: bytes) -> None:
        with self.lock:
            self.lines.append((node, line))
            due = [act for act in self.waiting if re.search(act.when, line.decode(errors="replace"))]
            self.waiting = [act for act in self.waiting if act not in due]
        for act in due:
            do(self.site, act)


def command(scenario: Scenario, node: int) -> list[str]:
    count = scenario.nodes + scenario.absent
    place = [f"--nnodes={count}", f"--node-rank={node}"] if count > 1 else []
    torchrun = [PYTHON, "/opt/venv/bin/torchrun", *place, f"--nproc-per-node={scenario.ranks}"]
    return [*torchrun, *scenario.launch, "train.py", *scenario.args]


def prepare(scenario: Scenario) -> None:
    mount(Path(sys.prefix), JOB, scenario.disk)
    # Without a name server, "files" answers as one that does not know the name.
    cover("/etc/nsswitch.conf", "hosts: files\n")
    subprocess.run([PYTHON, "/opt/train/prepare.py", "/mnt/data", str(scenario.shards)], check=True)
    if scenario.spoil:
        number, spoil = scenario.spoil
        spoil(Path(f"/mnt/data/train-{number:05d}.bin"))


def perform(scenario: Scenario) -> list[tuple[int, bytes]]:
    console = Console(scenario.acts)
    for node in range(scenario.nodes):
        console.site.start(command(scenario, node), scenario.env, scenario.shm, scenario.before)
    if not console.site.wait(scenario.seconds) and not scenario.hangs:
        print(f"{scenario.name}: stopped after {scenario.seconds} s")
    for act in console.waiting:
        print(f"{scenario.name}: never saw {act.when!r}")
    return console.lines


def clean(text: bytes) -> bytes:
    """What still comes from this machine: where its Python lives."""
    library = f"{sys.base_prefix}/lib/python".encode()
    return text.replace(library, b"/usr/lib/python").replace(f"{sys.base_prefix}/bin".encode(), b"/usr/bin")


def private(text: bytes) -> list[str]:
    """Names of this machine and its user that must not be in a log."""
    user = getpass.getuser()
    words = [sys.base_prefix, platform.node(), str(Path.home() / "."), str(JOB.parent), "/tmp/"]
    words += [] if user == "root" else [user]
    return [word for word in words if len(word) > 5 and word.encode() in text]


def write(path: Path, text: bytes) -> None:
    text = clean(text)
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    for word in private(text):
        print(f"{path}: has {word!r} of this machine")


def write_console(scenario: Scenario, out: Path, lines: list[tuple[int, bytes]]) -> None:
    marks = [b"%d: " % node if scenario.label else b"" for node in range(scenario.nodes)]
    write(out / "console.log", b"".join(marks[node] + line for node, line in lines))
    if scenario.nodes > 1:
        for node in range(scenario.nodes):
            write(out / f"{NODES[node]}.log", b"".join(line for where, line in lines if where == node))


def write_ranks(scenario: Scenario, out: Path) -> None:
    """torchrun's files: <run>/attempt_<n>/<local rank>/stdout.log; the attempt is named only if there are several."""
    attempts = sorted(Path("/mnt/logs").glob("*/attempt_*"))
    several = len({attempt.name for attempt in attempts}) > 1
    for attempt in attempts:
        for path in sorted(attempt.glob("*/*.log")):
            folder = out / "ranks" / attempt.name if several else out / "ranks"
            write(folder / global_rank(path) / path.name, path.read_bytes())


def global_rank(path: Path) -> str:
    """The rank that a worker's own lines name; the folder has only the local one."""
    texts = b"".join(file.read_bytes() for file in path.parent.glob("*.log"))
    found = re.search(rb"\[rank (\d+)\]", texts)
    return found.group(1).decode() if found else path.parent.name


def truth(scenario: Scenario, inputs: list[str]) -> str:
    """The text of expect.yaml; JSON strings are YAML strings."""
    nodes = "one host" if scenario.nodes == 1 else f"{scenario.nodes} hosts"
    version = subprocess.check_output([PYTHON, "-c", "import torch; print(torch.__version__.split('+')[0])"], text=True)
    source = (
        f"own run: python -m tests.torchrun, {scenario.ranks * scenario.nodes} ranks on {nodes}, gloo, "
        f"PyTorch {version.strip()} on CPU"
    )
    rank = "null" if scenario.rank is None else str(scenario.rank)
    lines = ["accept:", *(f"- {word}" for word in scenario.accept), f"initiating_rank: {rank}"]
    lines += [f"source: {json.dumps(source)}", "confidence: confirmed"]
    lines += ["inputs:", *(f"- {name}" for name in inputs), f"notes: {json.dumps(scenario.notes)}"]
    return "\n".join(lines) + "\n"


def main(name: str, folder: str) -> None:
    scenario = next(scenario for scenario in SCENARIOS if scenario.name == name)
    prepare(scenario)
    lines = perform(scenario)
    out = Path(folder) / name
    shutil.rmtree(out, ignore_errors=True)
    write_console(scenario, out, lines)
    write_ranks(scenario, out)
    inputs = sorted(path.name for path in out.iterdir())
    (out / "expect.yaml").write_text(truth(scenario, inputs))


if __name__ == "__main__":
    main(*sys.argv[1:])
