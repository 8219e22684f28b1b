"""The twins of each record page: the record as JSON and as Markdown, at the same address."""

from __future__ import annotations

import re
from typing import Any

from faultatlas.library import Entry, Library, facet_words
from faultatlas.schema.case import Case
from faultatlas.schema.failure import Failure
from faultatlas.schema.signature import Signature
from faultatlas.schema.taxonomy import FACETS

SCHEMA = "faultatlas.record/1"


def record_json(library: Library, entry: Entry) -> dict[str, Any]:
    """A record with its id, kind, and the links that are computed: cases of a failure, inverse relations."""
    kind = "failure" if entry.id in library.failures else "case"
    data = {
        "schema": SCHEMA,
        "kind": kind,
        "id": entry.id,
        **entry.record.model_dump(by_alias=True, exclude_none=True, mode="json"),
    }
    if kind == "failure":
        data["area"] = entry.area
        data["seen_in"] = [case.id for case in library.cases_by_failure.get(entry.id, [])]
        data["related_from"] = [
            {"from": edge.there, "kind": edge.kind, "because": edge.relation.because}
            for edge in library.edges.get(entry.id, [])
            if edge.inverse
        ]
    return data


def record_markdown(library: Library, entry: Entry) -> str:
    """The record as Markdown for readers and agents; citations become reference-style footnotes."""
    record = entry.record
    lines = [f"# {record.title}", "", f"`{entry.id}`", "", record.summary, ""]
    for facet in FACETS:
        words = facet_words(record, facet)
        lines.append(f"- {facet.replace('-', ' ')}: {', '.join(words) or 'none'}")
    lines += ["", *(_failure(library, entry) if isinstance(record, Failure) else _case(record))]
    lines += ["## Sources", ""]
    lines += [f"[^{s.id}]: {s.title}, <{s.url}> ({s.kind}, read {s.read})" for s in record.sources]
    return "\n".join(lines).rstrip() + "\n"


def code_span(text: str) -> str:
    """Text of a program as a code span that no backtick in it can end."""
    runs = re.findall("`+", text)
    fence = "`" * (max(map(len, runs), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _failure(library: Library, entry: Entry[Failure]) -> list[str]:
    r = entry.record
    lines = [f"Severity {r.severity}, stage {r.stage}.", ""]
    lines += _section("Look for", [f"{code_span(s.match[0])} ({s.role}, {s.from_}{_ended(s)})" for s in r.signatures])
    lines += _section("Several ranks together", [f"{s.sign} (weight {s.specificity}): {s.because}" for s in r.signs])
    lines += _section(
        "Confirm",
        [_step(s.step, s.run, f"for: {s.expect}", s.otherwise and f"against: {s.otherwise}") for s in r.confirm],
    )
    lines += _section(
        "What each layer says",
        [f"{v.layer} ({v.role}): {' / '.join(map(code_span, v.says)) or 'silent'}. {v.means}" for v in r.layers],
    )
    lines += _section("You see, it means", [f"{o.see}: {o.means}" for o in r.observations])
    lines += _section("Mechanism", [f"**{m.cause}.** {m.why}" for m in r.mechanism])
    lines += _section("Fix now", [_step(s.step, s.run) for s in r.fix.now] + [r.fix.resume])
    lines += _section("Fix for good", [_step(s.step, s.run) for s in r.fix.durable] + r.prevention)
    lines += _section("Verify", [_step(r.fix.verify.expect, r.fix.verify.run)])
    lines += _section("Do not", [f"{d.what} {d.why}" for d in r.do_not])
    lines += _section("Escalate", [f"To {r.escalate.to}", *r.escalate.collect] if r.escalate else [])
    lines += _section(
        "Related", [f"{e.label} `{e.there}`: {e.relation.because}" for e in library.edges.get(entry.id, [])]
    )
    cases = library.cases_by_failure.get(entry.id, [])
    return lines + _section(
        "Seen in", [f"{c.record.date} {c.record.organisation}: {c.record.title} (`{c.id}`)" for c in cases]
    )


def _ended(signature: Signature) -> str:
    return f", ended by {signature.ends}" if signature.ends else ""


def _case(r: Case) -> list[str]:
    lines = [f"{r.organisation}, {r.date}. System: {r.system} Scale: {r.scale}", ""]
    lines += _section("Failure modes", [f"`{ref}`" for ref in r.failures])
    lines += _section("What was seen", r.symptoms_seen)
    lines += _section("As published", r.impact)
    lines += _section("Trigger and detection", [r.trigger, r.detection, f"noticed by: {r.detected_by}"])
    lines += _section("Timeline", [f"{m.at}: {m.what}" for m in r.timeline])
    lines += _section("Remediation", r.remediation)
    return lines + _section("Lessons", r.lessons)


def _section(title: str, items: list[str]) -> list[str]:
    return [f"## {title}", "", *(f"- {item}" for item in items), ""] if items else []


def _step(step: str, run: str | None, *notes: str | None) -> str:
    parts = [step, code_span(run) if run else None, *notes]
    return "; ".join(part.rstrip() for part in parts if part)
