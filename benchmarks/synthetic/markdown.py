"""The same records as Markdown pages, as a person would write them for mkdocs.

They say what the record pages say: tables for observations and incidents, fenced blocks
for commands and program text, footnotes for sources, links between pages. What the record
pages draw (layers, neighbours) stands as a list.
"""

from __future__ import annotations

import re

_MENTION = re.compile(r"\[\[([a-z0-9-]+)\]\]")


def failure_markdown(record: dict, related_from: list[tuple[str, dict]], cases: list[tuple[str, dict]]) -> str:
    """The page of a failure; relations that others have with it, and cases that show it, are given."""
    fix, escalate = record["fix"], record["escalate"]
    parts = [
        f"# {record['title']}\n\n{record['summary']}",
        f"Also known as {_codes(record['also_known_as'])}.",
        _facts(
            record, "root_causes", "components", "symptoms", "contributing_factors", "stage", "severity", "reviewed"
        ),
        "## Is it yours?",
        *(_signature(signature) for signature in record["signatures"]),
        "### Confirm",
        *(_step(step) for step in record["confirm"]),
        "### Affected systems\n\n" + _bullets(record["applies_to"]),
        _table(("Program", "Versions", "What"), _versions(record)),
        "## What each layer says",
        *(_layer(layer) for layer in record["layers"]),
        "## You see, it means",
        _table(
            ("You see", "It means", "By cause"),
            [(o["see"], o["means"], ", ".join(o["cause"])) for o in record["observations"]],
        ),
        "## Mechanism",
        *(f"### {mechanism['cause']}\n\n{mechanism['why']}" for mechanism in record["mechanism"]),
        "## Fix\n\n### Now",
        *(_step(step) for step in fix["now"]),
        f"Restart? {fix['resume']}\n\n### Durable",
        _bullets([*(step["step"] for step in fix["durable"]), *record["prevention"]]),
        f"### Verify\n\n{_block('bash', fix['verify']['run'])}\n\nMust print: {fix['verify']['expect']}",
        f"### Escalate\n\nTo {escalate['to']}, with:\n\n{_bullets(escalate['collect'])}",
        "### Do not\n\n" + _bullets([f"**{item['what']}.** {item['why']}" for item in record["do_not"]]),
        "## Look-alikes and neighbours",
        _bullets([_relation(relation["kind"], relation["to"], relation) for relation in record["relations"]]),
        _bullets([_relation(f"{relation['kind']} (from)", id_, relation) for id_, relation in related_from]),
        "## Seen in" if cases else "",
        _table(("Date", "Incident", "Root cause", "As published"), [_seen(id_, case) for id_, case in cases]),
        _sources(record),
    ]
    return _page(parts)


def case_markdown(record: dict) -> str:
    """The page of a case."""
    shown = [ref.partition("#")[0] for ref in record["failures"]]
    parts = [
        f"# {record['title']}\n\n{record['summary']}",
        "Shows " + ", ".join(f"[{id_}](../failures/{id_}.md)" for id_ in shown) + ".",
        _facts(record, "organisation", "date", "system", "scale", "root_cause", "cause_basis", "first_hand"),
        _facts(record, "components", "symptoms", "contributing_factors"),
        "## What was seen\n\n" + _bullets(record["symptoms_seen"]),
        "### As published\n\n" + _bullets(record["impact"]),
        f"## Trigger and detection\n\n{record['trigger']}\n\n{record['detection']}",
        f"Noticed by {record['detected_by']}.",
        "## Timeline\n\n" + _table(("When", "What"), [(moment["at"], moment["what"]) for moment in record["timeline"]]),
        "## Remediation\n\n" + _bullets(record["remediation"]),
        "## Lessons\n\n" + _bullets(record["lessons"]),
        _sources(record),
    ]
    return _page(parts)


def _page(parts: list[str]) -> str:
    text = "\n\n".join(part for part in parts if part) + "\n"
    return _MENTION.sub(lambda found: f"[{found[1]}](../failures/{found[1]}.md)", text)


def _facts(record: dict, *names: str) -> str:
    return _bullets([f"**{name.replace('_', ' ')}**: {_listed(record[name])}" for name in names])


def _listed(value: str | list[str]) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _codes(texts: list[str]) -> str:
    return ", ".join(f"`{text}`" for text in texts)


def _bullets(lines: list[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) if rows else ""


def _block(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def _signature(signature: dict) -> str:
    where = "; ".join(f"[{place['where']}]({place['url']})" for place in signature["prints"])
    says = f"{signature['role']}; printed by {signature['from']}, {signature['since']} to {signature['until']}: {where}"
    return f"{_block('text', signature['match'][0])}\n\n{says}. **Not proof of:** {signature['not_proof_of']}"


def _step(step: dict) -> str:
    lines = [f"**{step['step']}** ({step['safety']})", _block("bash", step["run"])]
    if "expect" in step:
        lines.append(f"For: {step['expect']}\n\nAgainst: {step['otherwise']}")
    return "\n\n".join(lines)


def _layer(layer: dict) -> str:
    return f"### {layer['layer']} ({layer['role']})\n\n{_block('text', layer['says'][0])}\n\n{layer['means']}"


def _versions(record: dict) -> list[tuple[str, ...]]:
    bad = [(item["program"], f"`{item['versions']}` known bad", item["why"]) for item in record["known_bad"]]
    return bad + [(item["program"], f"`{item['version']}` mends it", item["what"]) for item in record["fixed_in"]]


def _relation(label: str, id_: str, relation: dict) -> str:
    apart = relation.get("tell_apart")
    test = f" To tell them apart: {apart['do']}; here: {apart['here']}; there: {apart['there']}." if apart else ""
    return f"{label} [{id_}]({id_}.md): {relation['because']}{test}"


def _seen(id_: str, case: dict) -> tuple[str, ...]:
    return (
        case["date"],
        f"[{case['title']}](../cases/{id_}.md)",
        case["root_cause"],
        re.sub(r"\[\^[a-z-]+\]", "", case["impact"][0]),
    )


def _sources(record: dict) -> str:
    lines = [f"[^{s['id']}]: [{s['title']}]({s['url']}), {s['kind']}, read {s['read']}" for s in record["sources"]]
    return "\n".join(lines) + f"\n\nAdded {record['added']}, sources last gone through {record['reviewed']}."
