"""The rule on prose: plain sentences that a person reads at 3 am."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterator

from faultatlas.checks import rule
from faultatlas.checks.inline import without_code, words
from faultatlas.library import Entry, Library
from faultatlas.problem import Problem
from faultatlas.yamlfile import Loc

LONGEST_FIRST_SENTENCE = 220

_DRAFT = "is left from a draft; finish the sentence"
_UNWANTED_WORDS = {
    **dict.fromkeys(("TODO", "FIXME", "XXX", "TBD", "tbd", "lorem", "Lorem"), _DRAFT),
    **dict.fromkeys(("we", "We", "our", "Our"), "speaks for somebody; write in the third person"),
    **dict.fromkeys(("simply", "Simply"), "says nothing; leave it out"),
}
# A character that makes the search worth it, what never stands in prose, and what to do about it.
_UNWANTED = (
    ("@", re.compile(r"(?<![\w@/.-])@[A-Za-z][\w-]*"), "would call a person; name the organisation, or use backticks"),
    ("<", re.compile(r"</?[A-Za-z][^<>]*>|<!--"), "is HTML; write plain text, or put it in backticks"),
    ("  ", re.compile(r"(?<=\S)  +(?=\S)"), "is a double space; write one"),
    ("#", re.compile(r"^#{1,6} "), "makes a heading; a field is one paragraph"),
    ("\n", re.compile(r"\n"), "is a line break; a field is one paragraph, so fold it with >-"),
)
_PUNCTUATION = str.maketrans(dict.fromkeys(set(string.punctuation) - set("-_"), " "))
_SENTENCE_END = re.compile(r"[.?!](?=\s|$)(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)")


@rule
def prose(library: Library) -> Iterator[Problem]:
    """Prose is plain: a short first sentence, titles without full stop, no drafts, no `we`, no `simply`, no HTML."""
    for entry in library.entries:
        for loc, message, needle in (*_titles(entry), *_summary(entry), *_sentences(entry)):
            yield entry.file.problem(loc, message, "prose", needle)


def _titles(entry: Entry) -> Iterator[tuple[Loc, str, str | None]]:
    title = getattr(entry.record, "title", "")
    if title.endswith((".", "!", "?")):
        yield ("title",), "the title ends like a sentence; leave out the last character", None


def _summary(entry: Entry) -> Iterator[tuple[Loc, str, str | None]]:
    summary = words(getattr(entry.record, "summary", "")).strip()
    if not summary:
        return
    end = _SENTENCE_END.search(summary)
    if end is None:
        yield ("summary",), "the first sentence of the summary has no end; end it with a full stop", None
    elif end.end() > LONGEST_FIRST_SENTENCE:
        message = f"the first sentence of the summary has {end.end()} characters; at most {LONGEST_FIRST_SENTENCE}"
        yield ("summary",), message, None


def _sentences(entry: Entry) -> Iterator[tuple[Loc, str, str | None]]:
    # Titles of sources are the words of others.
    texts = [
        text for text in entry.texts if text.loc[0] != "sources" and (text.kind is None or text.kind.name == "prose")
    ]
    has_words = not _UNWANTED_WORDS.keys().isdisjoint(_split("\n".join(text.value for text in texts)))
    for text in texts:
        if has_words or any(sign in text.value for sign, _, _ in _UNWANTED):
            for found, why in _unwanted(without_code(text.value)):
                yield text.loc, f"{json.dumps(found, ensure_ascii=False)} {why}", found


def _unwanted(plain: str) -> Iterator[tuple[str, str]]:
    for word in _split(plain):
        if word in _UNWANTED_WORDS:
            yield word, _UNWANTED_WORDS[word]
    for sign, pattern, why in _UNWANTED:
        if sign in plain and (found := pattern.search(plain)):
            yield found[0], why


def _split(text: str) -> list[str]:
    return text.translate(_PUNCTUATION).split()
