"""What prose may hold besides words: citations, links to records, links to pages, code."""

from __future__ import annotations

import re

_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
_CITATION = re.compile(r"\[\^([^\]\s]*)\]")
_MENTION = re.compile(r"\[\[([^\[\]]*)\]\]")
_LINK = re.compile(r"(?<!\])\]\(\s*<?([^\s)>]*)")
_BARE_LINK = re.compile(r"(?<![(<\w])https?://[^\s)>\]`]+")


def without_code(prose: str) -> str:
    """The prose with the characters of its code spans blanked out."""
    return _CODE.sub(lambda span: "`" * len(span[0]), prose) if "`" in prose else prose


def citations(prose: str) -> list[str]:
    """Ids of the sources that the prose cites."""
    return _CITATION.findall(without_code(prose)) if "[^" in prose else []


def mentions(prose: str) -> list[str]:
    """Ids of the records that the prose links, written [[id]]."""
    return _MENTION.findall(without_code(prose)) if "[[" in prose else []


def links(prose: str) -> list[str]:
    """Addresses that the prose links."""
    if "](" not in prose and "://" not in prose:
        return []
    plain = without_code(prose)
    return [*_LINK.findall(plain), *_BARE_LINK.findall(plain)]


def words(prose: str) -> str:
    """The prose as a reader sees it: without citations, code and addresses."""
    return _LINK.sub("](", _CITATION.sub("", without_code(prose)))
