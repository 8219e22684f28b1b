"""What the logs do not hold, and the next thing to look at."""

from __future__ import annotations

from typing import Any

from faultatlas.diagnosis.evidence import Findings
from faultatlas.diagnosis.hypotheses import Hypothesis
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.starts import Start
from faultatlas.diagnosis.structure import Raised

MOST_NAMED, MOST_STEPS = 8, 4
# Programs whose lines stand in a log of their own, and how to get that log.
OTHER_LOGS = {
    "linux": ("the kernel log", "dmesg -T"),
    "nvidia-driver": ("the kernel log", "dmesg -T"),
    "mlx5": ("the kernel log", "dmesg -T"),
    "kubelet": ("the kubelet log", "journalctl -u kubelet"),
    "slurm": ("the slurmd log", "journalctl -u slurmd"),
    "coredns": ("the CoreDNS log", "kubectl -n kube-system logs -l k8s-app=kube-dns"),
}


def missing(knowledge: Knowledge, shown: list[Hypothesis], start: Start | None, findings: Findings) -> list[str]:
    """Sentences that say what evidence is absent; none when the answer needs no more."""
    lines = []
    if not any(one.starts for one in shown):
        lines.append("no line names a cause: what was found are echoes, or nothing that a record describes")
    if findings.silent:
        lines.append(
            f"nothing from {_ranks(findings.silent)} of {findings.world}; their logs may hold the first failure"
        )
    elif shown and len(findings.heard) <= 1 and findings.with_role("collateral"):
        lines.append("the logs of the other ranks: the first failure may stand there")
    if start is not None and start.rank is None and start.evidence is not None and start.evidence.locus == "rank":
        lines.append(f"which rank failed first: {start.why}")
    return lines + [f"{name}: {title} would show there" for name, title in _elsewhere(knowledge, shown, findings)]


def next_steps(knowledge: Knowledge, shown: list[Hypothesis], findings: Findings) -> list[dict[str, Any]]:
    """The checks that settle the first finding, then how to get a log that is missing; with none, the traceback."""
    steps = [_check(step) for one in shown[:1] for step in knowledge.failures[one.failure]["confirm"]]
    steps += [
        {"step": f"Read {name}", "run": run, "safety": "read-only"}
        for name, run in dict.fromkeys(OTHER_LOGS[program] for program in _programs(knowledge, shown, findings))
    ]
    if not shown:
        steps += [_traceback(item.raised) for item in findings.exceptions if not item.raised.by_launcher]
    return steps[:MOST_STEPS]


def _check(step: dict[str, Any]) -> dict[str, Any]:
    return {"step": step["step"], "run": step.get("run"), "safety": step["safety"]}


def _traceback(raised: Raised) -> dict[str, Any]:
    text = f"Read the traceback that ends in {raised.type}: {raised.message[:160]}"
    return {"step": text, "run": None, "safety": "read-only"}


def _elsewhere(knowledge: Knowledge, shown: list[Hypothesis], findings: Findings) -> list[tuple[str, str]]:
    """Other logs in which a cause of the first finding would show, with that cause."""
    found: dict[str, str] = {}
    for failure, program in _upstream(knowledge, shown, findings):
        found.setdefault(OTHER_LOGS[program][0], knowledge.failures[failure]["title"])
    return list(found.items())


def _programs(knowledge: Knowledge, shown: list[Hypothesis], findings: Findings) -> list[str]:
    return [program for _, program in _upstream(knowledge, shown, findings)]


def _upstream(knowledge: Knowledge, shown: list[Hypothesis], findings: Findings) -> list[tuple[str, str]]:
    """Failures that may cause the first finding, with the program that would report them and was not heard."""
    signatures = [pattern.data for pattern in knowledge.signatures.values()]
    heard = {knowledge.signatures[item.ref].data["from"] for item in findings.evidence}
    causes = [id_ for id_ in knowledge.failures if shown and knowledge.reach[id_].get(shown[0].failure) == 1]
    return [
        (line["failure"], line["from"])
        for line in signatures
        if line["failure"] in causes
        and line["role"] == "initiating"
        and line["from"] in OTHER_LOGS
        and line["from"] not in heard
    ]


def _ranks(ranks: list[int]) -> str:
    named = ", ".join(map(str, ranks[:MOST_NAMED]))
    more = f" and {len(ranks) - MOST_NAMED} more" if len(ranks) > MOST_NAMED else ""
    return f"rank{'s' if len(ranks) > 1 else ''} {named}{more}"
