"""Sentences that look like record prose: citations, code, links to records, plain words."""

from __future__ import annotations

from random import Random

NOUNS = (
    "collective", "watchdog", "rank", "host", "switch", "cable", "driver", "allocator", "resolver", "scheduler",
    "checkpoint", "data loader", "socket", "queue pair", "retry budget", "time-out", "kernel log", "launcher",
    "container", "route", "name server", "file system", "metadata server", "power supply", "fan", "firmware",
    "memory page", "interrupt", "process group", "health check", "log line", "counter", "port", "lane", "step",
)  # fmt: skip
QUALITIES = (
    "first", "slow", "stale", "late", "busy", "missing", "second", "failed", "lost", "repeated", "remote", "local",
    "silent", "noisy", "full", "half-open", "wrong", "older", "loaded", "idle",
)  # fmt: skip
VERBS = (
    "waits for", "loses", "reports", "retries", "closes", "blocks", "outlasts", "hides", "names", "restarts",
    "follows", "misses", "fills", "drops", "holds", "reads", "repeats", "slows",
)  # fmt: skip
TAILS = (
    "while the others run on", "after some minutes", "on one host only", "as soon as traffic grows",
    "until the job is restarted", "before anything is printed", "when the budget is spent", "in the same second",
    "although its counters stand still", "and nothing in the log says so", "for as long as the load lasts",
)  # fmt: skip
CODE = (
    "NCCL_TIMEOUT",
    "port error",
    "exitcode -9",
    "Xid 79",
    "link_downed",
    "RUNNING",
    "/dev/shm",
    "status 12",
    "SIGTERM",
)


class Writer:
    """Draws words; `sources` are the ids that its sentences may cite."""

    def __init__(self, random: Random, sources: list[str]):
        self.random = random
        self.sources = sources
        self._turn = 0

    def phrase(self) -> str:
        """A thing with a quality."""
        return f"{self.random.choice(QUALITIES)} {self.random.choice(NOUNS)}"

    def title(self, number: int) -> str:
        """A title like no other: its number stands in it twice."""
        pick = self.random.choice
        return f"{self.phrase().capitalize()} {pick(VERBS)} {pick(NOUNS)} number{number} {number}"

    def claim(self) -> str:
        """A sentence without its full stop."""
        pick = self.random.choice
        text = f"The {self.phrase()} {pick(VERBS)} the {self.phrase()} {pick(TAILS)}"
        return f"{text}, shown by `{pick(CODE)}`" if self.random.random() < 0.4 else text

    def cite(self) -> str:
        """A citation; each source gets its turn."""
        self._turn += 1
        return f"[^{self.sources[self._turn % len(self.sources)]}]"

    def cited(self, link: str | None = None) -> str:
        """A sentence that ends in a citation, and may lead to another record."""
        see = f" (see [[{link}]])" if link else ""
        return f"{self.claim()}{see}.{self.cite()}"

    def paragraph(self) -> str:
        """Two cited sentences."""
        return f"{self.cited()} {self.cited()}"

    def some(self, words: list[str], fewest: int, most: int) -> list[str]:
        """Some distinct words of a vocabulary."""
        return self.random.sample(words, self.random.randint(fewest, most))

    def commit(self) -> str:
        """A full commit."""
        return f"{self.random.getrandbits(160):040x}"
