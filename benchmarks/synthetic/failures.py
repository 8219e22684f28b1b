"""Made-up failure modes that use every field."""

from __future__ import annotations

from random import Random

from benchmarks.synthetic.words import NOUNS, QUALITIES, Writer

SOURCES = ("source-code", "user-guide", "report")
COUNTERS = (
    "link_downed",
    "symbol_error",
    "port_rcv_errors",
    "port_xmit_discards",
    "port_xmit_wait",
    "local_link_integrity_errors",
)
FIELDS = (
    "temperature.gpu",
    "clocks.sm",
    "power.draw",
    "ecc.errors.uncorrected.volatile.total",
    "pcie.link.gen.current",
)
COMMANDS = (
    "dmesg -T", "nvidia-smi -q", "ibstat", "df -h", "free -m", "uptime", "lspci -vv",
    *(f'cat "/sys/class/infiniband/$HCA/ports/{port}/counters/{name}"' for port in (1, 2) for name in COUNTERS),
    *(f"nvidia-smi --query-gpu={name} --format=csv" for name in FIELDS),
)  # fmt: skip
LAYER_ROLES = ("collateral", "initiating")


def failure_id(number: int) -> str:
    """The id of the failure with a number."""
    return f"synthetic-failure-{number:05d}"


def failure(number: int, total: int, words: dict[str, list[str]]) -> dict:
    """A failure as its file holds it; its relations lead to failures with higher numbers, so none runs in a circle."""
    writer = Writer(Random(f"failure {number}"), list(SOURCES))
    later = [failure_id(n) for n in range(number + 1, min(number + 8, total))]
    return {
        **_head(writer, number, words),
        **_voices(writer, number, words),
        **_answers(writer, number, later),
        "relations": _relations(writer, later),
        "sources": [_source(writer, number, id_) for id_ in SOURCES],
        "added": "2026-01-10",
        "reviewed": "2026-11-20",
    }


def _head(writer: Writer, number: int, words: dict[str, list[str]]) -> dict:
    random = writer.random
    program = random.choice(words["programs"])
    return {
        "title": writer.title(number),
        "summary": writer.paragraph(),
        "formerly": [f"synthetic-older-{number:05d}"] if number % 20 == 0 else [],
        "also_known_as": [f"{random.choice(NOUNS)} fault {number}", f"{random.choice(QUALITIES)}-{number}"],
        "root_causes": writer.some(words["root-causes"], 1, 2),
        "components": writer.some(words["components"], 2, 4),
        "symptoms": writer.some(words["symptoms"], 2, 4),
        "contributing_factors": writer.some(words["contributing-factors"], 1, 3),
        "stage": random.choice(["startup", "training", "checkpoint", "any"]),
        "severity": random.choice(["job-fatal", "job-hang", "degraded", "silent"]),
        "applies_to": [writer.cited()],
        "known_bad": [{"program": program, "versions": ">=2.1,<2.4", "why": writer.cited()}],
        "fixed_in": [{"program": program, "version": "2.4", "what": writer.cited()}],
    }


def _voices(writer: Writer, number: int, words: dict[str, list[str]]) -> dict:
    layers = writer.random.sample(words["layers"], len(LAYER_ROLES))
    return {
        "layers": [
            {"layer": layer, "role": role, "says": [f"{writer.phrase()}: code {number}"], "means": writer.cited()}
            for layer, role in zip(layers, LAYER_ROLES, strict=True)
        ],
        "mechanism": [
            {"id": id_, "cause": writer.claim()[:80], "why": writer.cited()} for id_ in ("cause-a", "cause-b")
        ],
        "observations": [
            {"see": f"{writer.claim()}", "means": writer.cited(), "cause": [cause]} for cause in ("cause-a", "cause-b")
        ],
        "signatures": [_signature(writer, number, words)],
    }


def _signature(writer: Writer, number: int, words: dict[str, list[str]]) -> dict:
    text = f"unit {number} lost its {writer.random.choice(NOUNS)}"
    commit = writer.commit()
    return {
        "id": "lost-unit",
        "from": writer.random.choice(words["programs"]),
        "pattern": rf"daemon\[(?P<pid>\d+)\]: {text} after (?P<waited>\d+) ms",
        "prints": [
            {
                "where": "src/daemon.cc @ v2.3",
                "url": f"https://github.com/example/daemon/blob/{commit}/src/daemon.cc#L{number}",
            }
        ],
        "role": "initiating",
        "locus": "rank",
        "specificity": 0.8,
        "captures": {"pid": "int", "waited": "duration_ms"},
        "onset": {"minus_ms": "waited"},
        "ignore_case": False,
        "since": "2.1",
        "until": "2.4",
        "log_level": "INFO",
        "match": [f"node-a daemon[4711]: {text} after 600000 ms"],
        "no_match": [f"node-a daemon[4711]: {text} and found it again"],
        "not_proof_of": writer.claim() + ".",
    }


def _answers(writer: Writer, number: int, later: list[str]) -> dict:
    command = writer.random.choice
    return {
        "confirm": [
            {
                "step": writer.claim(),
                "run": run,
                "expect": writer.claim(),
                "otherwise": writer.claim(),
                "safety": "read-only",
                "needs": ["root"],
            }
            for run in (f'grep -rn "unit {number} lost" "$LOG_DIR"', command(COMMANDS))
        ],
        "fix": {
            "now": [
                {
                    "step": f"{writer.cited()}",
                    "run": 'scontrol update NodeName="$NODE" State=DRAIN',
                    "safety": "live-safe",
                }
            ],
            "durable": [{"step": writer.cited()}],
            "verify": {"run": command(COMMANDS), "expect": writer.claim()},
            "resume": f"Yes, from the last checkpoint. {writer.claim()}.",
        },
        "do_not": [{"what": writer.claim(), "why": writer.cited()}],
        "escalate": {"to": "the vendor", "collect": [writer.phrase(), writer.phrase()]},
        "prevention": [writer.cited(later[0] if later else None)],
    }


def _relations(writer: Writer, later: list[str]) -> list[dict]:
    kinds = writer.random.choice(
        (("causes", "looks-like"), ("causes", "often-with"), ("looks-like", "special-case-of"))
    )
    found = []
    for kind, to in zip(kinds, writer.random.sample(later, min(len(kinds), len(later))), strict=False):
        relation = {"kind": kind, "to": to, "because": writer.claim() + "."}
        if kind == "causes":
            relation |= {"scope": "job", "lag": "0s-30m"}
        if kind == "looks-like":
            relation["tell_apart"] = {"do": writer.claim(), "here": writer.claim(), "there": writer.claim()}
        found.append(relation)
    return found


def _source(writer: Writer, number: int, id_: str) -> dict:
    url = f"https://github.com/example/{id_}/blob/{writer.commit()}/docs/{number}.md"
    return {
        "id": id_,
        "title": f"Example, {writer.phrase()} {number}",
        "url": url,
        "kind": "documentation",
        "read": "2026-11-20",
    }
