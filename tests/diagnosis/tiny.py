"""A tiny knowledge of its own, so that tests of the engine do not depend on what the records say today."""

from __future__ import annotations

from typing import Any

from faultatlas.diagnosis import grammar
from faultatlas.diagnosis.answer import diagnose
from faultatlas.diagnosis.evidence import Origin
from faultatlas.diagnosis.knowledge import Knowledge
from faultatlas.diagnosis.literals import required
from faultatlas.diagnosis.prefilter import PythonPrefilter
from faultatlas.diagnosis.scan import Report, Scanner
from faultatlas.diagnosis.triggers import triggers

WATCHDOG = r"Watchdog caught .{0,60}SeqNum=(?P<seq>\d+), OpType=(?P<op>\w{1,30}).{0,60} ran for (?P<ran_ms>\d+) ms"
SIGNATURES = [
    ("gpu-lost/xid", r"NVRM: Xid \(.{1,40}\): 79", "initiating", "host", 0.9),
    ("out-of-memory/oom", r"CUDA out of memory", "initiating", "rank", 0.7),
    ("oom-on-one-rank/oom", r"CUDA out of memory", "initiating", "rank", 0.6),
    ("rank-raised/closed", r"Connection closed by peer", "collateral", "rank", 0.3),
    ("timeout/watchdog", WATCHDOG, "collateral", "rank", 0.5),
    ("mismatch/fingerprint", r"Detected mismatch between collectives", "initiating", "job", 0.9),
    ("save-stalls/began", r"saving checkpoint at iteration", "progress", "rank", 0.6),
    ("save-stalls/ended", r"successfully saved checkpoint", "progress", "rank", 0.1),
    ("link-flap/down", r"link down on mlx5_\d", "initiating", "host", 0.7),
    ("link-flap/up", r"link up on mlx5_\d", "recovery", "host", 0.5),
    ("plugin/none", r"No plugin found", "context", "job", 0.1),
    ("farewell/noise", r"comm destroyed at exit", "collateral", "job", 0.3),
]  # fmt: skip
CAUSES = [
    ["gpu-lost", "timeout"], ["out-of-memory", "rank-raised"], ["oom-on-one-rank", "rank-raised"],
    ["rank-raised", "timeout"], ["mismatch", "timeout"], ["save-stalls", "timeout"], ["link-flap", "timeout"],
]  # fmt: skip
SIGNS = {
    "rank-raised": {"one-rank-raised": 0.5},
    "mismatch": {"collectives-apart": 0.8, "one-rank-waits-elsewhere": 0.6},
    "timeout": {"rank-behind": 0.6},
}


def _signature(ref: str, pattern: str, role: str, locus: str, specificity: float) -> dict[str, Any]:
    failure, name = ref.split("/")
    return {
        "ref": ref, "failure": failure, "pattern": pattern, "ignore_case": False, "literals": required(pattern),
        "from": "nvidia-driver" if name == "xid" else "pytorch", "role": role, "locus": locus,
        "specificity": specificity, "captures": {}, "onset": "ran_ms" if name == "watchdog" else None,
        "ends": "save-stalls/ended" if ref == "save-stalls/began" else None, "log_level": None,
    }  # fmt: skip


def _failure(id_: str) -> dict[str, Any]:
    return {
        "title": id_.replace("-", " "), "summary": "", "url": f"failures/{id_}/",
        "severity": "notice" if id_ == "farewell" else "job-fatal", "stage": "any", "pure_echo": False,
        "signs": SIGNS.get(id_, {}), "confirm": [{"step": "Look", "run": "nvidia-smi", "safety": "read-only"}],
        "fix": [{"step": "Mend it"}], "durable": [], "verify": [{"run": "nvidia-smi", "expect": "no error"}],
        "resume": "", "do_not": [], "escalate": None,
        "known_bad": [{"program": "nccl", "versions": ">=2.26.2,<2.26.6", "why": "hangs"}] if id_ == "timeout" else [],
    }  # fmt: skip


def data() -> dict[str, Any]:
    """The same shape as `knowledge.json`."""
    signatures = [_signature(*line) for line in SIGNATURES]
    structures = [
        {"ref": name, "pattern": pattern, "ignore_case": False, "literals": required(pattern)}
        for name, pattern in grammar.STRUCTURES.items()
    ]
    return {
        "schema": "faultatlas.knowledge/1", "release": "0", "signatures": signatures, "structures": structures,
        "triggers": triggers([line["literals"] for line in (*signatures, *structures)]),
        "failures": {id_: _failure(id_) for id_ in sorted({line["failure"] for line in signatures})},
        "causes": CAUSES, "special_cases": [["oom-on-one-rank", "out-of-memory"]], "grammar": grammar.as_data(),
    }  # fmt: skip


KNOWLEDGE = Knowledge(data())
PREFILTER = PythonPrefilter(KNOWLEDGE.patterns, KNOWLEDGE.data["triggers"])


def scanned(text: str | bytes, size: int = 1 << 18, prefilter=PREFILTER) -> Report:
    """What one log says, read in blocks of a size."""
    raw = text.encode() if isinstance(text, str) else text
    scanner = Scanner(KNOWLEDGE, prefilter, 2026)
    for start in range(0, len(raw), size):
        scanner.push(raw[start : start + size])
    return scanner.finish()


def answer(*texts: str, origins: list[Origin] | None = None) -> dict[str, Any]:
    """The diagnosis of one or several logs; the line number of an offset is counted in the text."""
    origins = origins or [Origin(f"log-{number}") for number in range(len(texts))]
    logs = list(zip(origins, map(scanned, texts), strict=True))
    return diagnose(
        KNOWLEDGE,
        logs,
        lambda places: {(log, at): texts[log].encode()[:at].count(b"\n") + 1 for log, at in places},
    )
