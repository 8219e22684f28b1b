"""The report as one page that needs no other file and runs nothing."""

from __future__ import annotations

from html import escape
from typing import Any

from faultatlas.cli.reports import words

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "pre{overflow-x:auto;padding:.6rem;border:1px solid #8888;font-size:.85rem}h1{font-size:1.4rem}h2{font-size:1rem}"
)


def report(answer: dict[str, Any]) -> str:
    """A whole HTML page; everything in it is escaped, and its policy allows neither scripts nor requests."""
    body = [f"<h1>{escape(words.headline(answer))}</h1>"]
    for finding in answer["findings"][:1]:
        body.append(f"<p>{escape(words.where(answer))}</p>")
        body.append(_block("\n".join(f"{place}  {text}" for place, text in words.lines(finding))))
        body += [f"<p>Only echo: {escape(echo)}</p>"] if (echo := words.echoes(answer)) else []
        body += _steps("Do this", finding["fix"])
        body += _steps("Verify", [{"step": line["expect"], "run": line["run"]} for line in finding["verify"]])
        body.append(f"<p>Failure mode: {escape(finding['failure'])}</p>")
    body += _list("Versions", words.bad_versions(answer)) + _list("Not sure", words.unsure(answer))
    body += _steps("Look next", answer["next"]) if answer["outcome"] == "uncertain" else []
    body += _list("Also possible", [f"{one['title']} ({one['support']})" for one in words.others(answer)])
    body += _list("Considered", [f"{one['score']:.2f} {one['failure']}: {one['fate']}" for one in answer["considered"]])
    return _page(escape(words.headline(answer)), "\n".join(body))


def _page(title: str, body: str) -> str:
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n{body}\n</html>\n"
    )


def _steps(title: str, steps: list[dict[str, Any]]) -> list[str]:
    if not steps:
        return []
    lines = [
        f"<li>{escape(step['step'])}{_block('$ ' + step['run']) if step.get('run') else ''}</li>" for step in steps
    ]
    return [f"<h2>{title}</h2>", f"<ol>{''.join(lines)}</ol>"]


def _list(title: str, lines: list[str]) -> list[str]:
    return [f"<h2>{title}</h2>", f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"] if lines else []


def _block(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"
