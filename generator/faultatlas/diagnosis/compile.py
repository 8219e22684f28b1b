"""Records to knowledge: the one dictionary that both engines read, `knowledge.json`."""

from __future__ import annotations

import re
from typing import Any

from faultatlas import __version__
from faultatlas.diagnosis import grammar
from faultatlas.diagnosis.literals import NoLiteral, required
from faultatlas.diagnosis.triggers import triggers
from faultatlas.library import Entry, Library
from faultatlas.schema.failure import Failure
from faultatlas.schema.signature import Signature

SCHEMA = "faultatlas.knowledge/1"

_CITATION = re.compile(r"\[\^[a-z0-9-]+\]")
_MENTION = re.compile(r"\[\[([a-z0-9#-]+)\]\]")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def compiled(library: Library, site_url: str | None = None) -> dict[str, Any]:
    """All that a diagnosis needs, as plain JSON values in a fixed order."""
    entries = sorted(library.failures.values(), key=lambda entry: entry.id)
    signatures = [line for entry in entries for line in _signatures(entry)]
    structures = _structures()
    return {
        "schema": SCHEMA,
        "release": __version__,
        "signatures": signatures,
        "structures": structures,
        "triggers": triggers([line["literals"] for line in (*signatures, *structures)]),
        "failures": {entry.id: _failure(entry, site_url) for entry in entries},
        "causes": _edges(entries, "causes"),
        "special_cases": _edges(entries, "special-case-of"),
        "grammar": grammar.as_data(),
    }


def plain(prose: str) -> str:
    """Prose as a terminal shows it: no citations, links reduced to their text."""
    return " ".join(_LINK.sub(r"\1", _MENTION.sub(r"\1", _CITATION.sub("", prose))).split())


def _signatures(entry: Entry[Failure]) -> list[dict[str, Any]]:
    found = []
    for signature in entry.record.signatures:
        try:
            found.append(_signature(entry.id, signature))
        except (NoLiteral, re.error, ValueError):
            # `faultatlas check` says what is wrong; a pattern that cannot be searched for is left out.
            continue
    return found


def _signature(failure: str, signature: Signature) -> dict[str, Any]:
    return {
        "ref": f"{failure}/{signature.id}",
        "failure": failure,
        "pattern": signature.pattern,
        "ignore_case": signature.ignore_case,
        "literals": required(signature.pattern, signature.ignore_case),
        "from": signature.from_,
        "role": signature.role,
        "locus": signature.locus,
        "specificity": signature.specificity,
        "captures": dict(sorted(signature.captures.items())),
        "onset": signature.onset.minus_ms if signature.onset else None,
        "ends": f"{failure}/{signature.ends}" if signature.ends else None,
        "log_level": signature.log_level,
    }


def _structures() -> list[dict[str, Any]]:
    return [
        {"ref": name, "pattern": pattern, "ignore_case": False, "literals": required(pattern)}
        for name, pattern in grammar.STRUCTURES.items()
    ]


def _failure(entry: Entry[Failure], site_url: str | None) -> dict[str, Any]:
    record = entry.record
    page = f"failures/{entry.id}/"
    return {
        "title": record.title,
        "summary": plain(record.summary),
        "url": f"{site_url.rstrip('/')}/{page}" if site_url else page,
        "severity": record.severity,
        "stage": record.stage,
        "pure_echo": record.pure_echo is not None,
        "signs": {sign.sign: sign.specificity for sign in record.signs},
        "confirm": [_step(step) for step in record.confirm],
        "fix": [_step(step) for step in record.fix.now],
        "durable": [_step(step) for step in record.fix.durable],
        "verify": [{"run": record.fix.verify.run, "expect": plain(record.fix.verify.expect)}],
        "resume": plain(record.fix.resume),
        "do_not": [{"what": plain(line.what), "why": plain(line.why)} for line in record.do_not],
        "escalate": _escalation(record),
        "known_bad": [
            {"program": line.program, "versions": line.versions, "why": plain(line.why)} for line in record.known_bad
        ],
    }


def _step(step: Any) -> dict[str, Any]:
    """A confirm or fix step without the fields it leaves out."""
    values = step.model_dump(exclude_none=True)
    return {
        key: plain(value) if key in ("step", "expect", "otherwise") else value for key, value in values.items() if value
    }


def _escalation(record: Failure) -> dict[str, Any] | None:
    if record.escalate is None:
        return None
    return {"to": plain(record.escalate.to), "collect": [plain(line) for line in record.escalate.collect]}


def _edges(entries: list[Entry[Failure]], kind: str) -> list[list[str]]:
    return [[entry.id, line.to] for entry in entries for line in entry.record.relations if line.kind == kind]
