"""Inline Markdown of record prose: code, bold, links, [[id]] links and [^source] citations. Never HTML.

CommonMark parsing is markdown-it's; the two additions are inline rules of ours. Prose that
holds nothing but code, citations and record links, as nearly all does, takes a short cut
to the same result.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markupsafe import Markup, escape

_CITATION = re.compile(r"\[\^([a-z0-9-]+)\]")
_RECORD = re.compile(r"\[\[([a-z0-9#-]+)\]\]")
_SPECIAL = re.compile("[&<>\"']")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_PIECE = re.compile(rf"`([^`]+)`|{_CITATION.pattern}|{_RECORD.pattern}")
# Where one of these stands, the parser decides: emphasis, escapes, links, double backticks.
_FOR_THE_PARSER = ("*", "\\", "\n", "``", "](")
_LOOSE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")


@dataclass(frozen=True)
class Links:
    """What citations and record links lead to, on one page."""

    source_number: Callable[[str], int | None]
    record_href: Callable[[str], str | None]


def render_inline(text: str, links: Links) -> Markup:
    """Prose to HTML. Unknown citations and records are shown as written; the checks report them."""
    if _needs_parser(text):
        return Markup(_MD.renderInline(text, {"links": links}))
    return Markup(_PIECE.sub(lambda piece: _piece(piece, links), escape(text)))


def escaped(value: object) -> str:
    """What `escape` gives, sooner for what needs none: nearly all that templates print."""
    kind = type(value)
    return value if kind is Markup or (kind is str and not _SPECIAL.search(value)) else escape(value)


def _needs_parser(text: str) -> bool:
    return any(sign in text for sign in _FOR_THE_PARSER) or ("_" in text and bool(_LOOSE_UNDERSCORE.search(text)))


def _piece(match: re.Match[str], links: Links) -> str:
    code, source, record = match.groups()
    if code:
        padded = code[0] == code[-1] == " " and code.strip()
        return f"<code>{code[1:-1] if padded else code}</code>"
    return _citation(source, links) if source else _record(record, links)


def _citation(name: str, links: Links) -> str:
    number = links.source_number(name)
    return f"[^{name}]" if number is None else f'<sup><a href="#s{number}">{number}</a></sup>'


def _record(name: str, links: Links) -> str:
    href = links.record_href(name)
    label = f"<code>{name}</code>"
    return f'<a href="{escape(href)}">{label}</a>' if href else label


def plain(text: str) -> str:
    """Prose without its markup: for descriptions, lists and search."""
    text = _CITATION.sub("", text)
    text = _RECORD.sub(lambda match: match[1], text)
    text = _LINK.sub(r"\1", text) if "](" in text else text
    return text.replace("`", "").replace("**", "").replace(" .", ".").strip()


_SENTENCE_END = re.compile(r"[.!?](?= [A-Z0-9`])")
_ABBREVIATIONS = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|No|Fig)\.|\b\d+\.)$")


def first_sentence(text: str) -> str:
    """The first sentence of prose, without markup."""
    words = plain(text)
    for match in _SENTENCE_END.finditer(words):
        if not _ABBREVIATIONS.search(words[: match.end()]):
            return words[: match.end()]
    return words


def stopped(text: str) -> str:
    """The text with a full stop, where a heading runs on into a sentence."""
    return text if text.rstrip()[-1] in ".!?]" else f"{text.rstrip()}."


def command(text: str) -> Markup:
    """A command whose options stay whole: a line broken inside `--force` reads as another command."""
    words = zip(text.split(" "), str(escape(text)).split(" "), strict=True)
    return Markup(
        " ".join(f'<span class="nowrap">{shown}</span>' if _is_option(word) else shown for word, shown in words)
    )


def _is_option(word: str) -> bool:
    return word.startswith("-") and len(word) <= 36


def dates(text: str) -> str:
    """A published date or period as a reader says it."""
    return text.replace("/", " to ")


def _citation_rule(state: StateInline, silent: bool) -> bool:
    return _take(state, silent, _CITATION, "citation")


def _record_rule(state: StateInline, silent: bool) -> bool:
    return _take(state, silent, _RECORD, "record")


def _take(state: StateInline, silent: bool, pattern: re.Pattern[str], kind: str) -> bool:
    match = pattern.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push(kind, "", 0).content = match[1]
    state.pos = match.end()
    return True


def _render_citation(self, tokens, index, options, env) -> str:
    return _citation(tokens[index].content, env["links"])


def _render_record(self, tokens, index, options, env) -> str:
    return _record(tokens[index].content, env["links"])


def _markdown() -> MarkdownIt:
    md = MarkdownIt("zero").enable(["backticks", "emphasis", "link", "escape"])
    md.validateLink = lambda url: url.startswith("https://")
    md.inline.ruler.before("link", "citation", _citation_rule)
    md.inline.ruler.before("link", "record", _record_rule)
    md.add_render_rule("citation", _render_citation)
    md.add_render_rule("record", _render_record)
    return md


_MD = _markdown()
