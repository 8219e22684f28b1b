"""Rules on sources: every claim has one, every source carries a claim, every link lasts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from faultatlas.checks import rule
from faultatlas.checks.inline import citations, links
from faultatlas.checks.walk import signatures, texts_of_kind
from faultatlas.library import Entry, Library
from faultatlas.problem import Problem
from faultatlas.schema.common import NOT_STATED
from faultatlas.yamlfile import Loc

# Fields whose content can only come from a source.
_CLAIMS = (
    "applies_to", "known_bad", "fixed_in", "mechanism", "observations", "do_not",
    "symptoms_seen", "timeline", "impact", "remediation", "lessons",
)  # fmt: skip
_FORGES = ("github.com", "raw.githubusercontent.com", "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co")
_NAMES_FILE = re.compile(r"/(?:blob|tree|raw|edit|blame|src)/")
_AT_COMMIT = re.compile(r"/(?:blob|tree|raw|edit|blame|src)/(?:commit/)?[0-9a-f]{40}(?:/|$)")
_RAW_AT_COMMIT = re.compile(r"/[^/]+/[^/]+/[0-9a-f]{40}/")
_SHORTENERS = re.compile(
    r"bit\.ly|buff\.ly|cutt\.ly|goo\.gl|is\.gd|lnkd\.in|ow\.ly|rb\.gy|rebrand\.ly|shorturl\.at|t\.co|t\.ly|tiny\.cc|tinyurl\.com"
)


@rule
def source_is_cited(library: Library) -> Iterator[Problem]:
    """Every listed source is cited by a claim: `text.[^id]`."""
    for entry in library.entries:
        cited = _cited(entry)
        for index, source in enumerate(getattr(entry.record, "sources", [])):
            if source.id not in cited:
                message = f'nothing cites the source "{source.id}"; end a claim with [^{source.id}], or remove it'
                yield entry.file.problem(("sources", index), message, "source-is-cited")


@rule
def citation_has_source(library: Library) -> Iterator[Problem]:
    """Every citation `[^id]` names a source of the same file, and stands in prose, where it is shown."""
    for entry in library.entries:
        known = [source.id for source in getattr(entry.record, "sources", [])]
        for text in (*entry.texts_by_kind.get(None, ()), *entry.texts_by_kind.get("prose", ())):
            for id_ in citations(text.value):
                if text.kind is None:
                    message = f"the citation [^{id_}] stands where none is shown; move it to a sentence of prose"
                elif id_ not in known:
                    hint = library.nearest(id_, known, "list it under sources")
                    message = f'no source of this file is called "{id_}"; {hint}'
                else:
                    continue
                yield entry.file.problem(text.loc, message, "citation-has-source", f"[^{id_}]")


def _cited(entry: Entry) -> set[str]:
    return {id_ for text in entry.texts_by_kind.get("prose", ()) for id_ in citations(text.value)}


@rule
def claim_has_source(library: Library) -> Iterator[Problem]:
    """A field that only a source can tell cites at least one: mechanism, observations, lessons and the like."""
    for entry in library.records.values():
        prose: dict[str, str] = {}
        for text in entry.texts_by_kind.get("prose", ()):
            if text.loc[0] in _CLAIMS:
                prose[text.loc[0]] = prose.get(text.loc[0], "") + " " + text.value
        for name, said in prose.items():
            if said.strip() != NOT_STATED and not citations(said):
                message = f"{name} cites no source; end each claim with the [^id] of the source that makes it"
                yield entry.file.problem((name,), message, "claim-has-source")


@rule
def link_is_permanent(library: Library) -> Iterator[Problem]:
    """A link is https and public, and code is named by its full commit: no branch, no tag, no link shortener."""
    for entry, loc, url in _addresses(library):
        if message := _why_not_permanent(url):
            yield entry.file.problem(loc, message, "link-is-permanent", url)


def _addresses(library: Library) -> Iterator[tuple[Entry, Loc, str]]:
    for entry in library.entries:
        for index, source in enumerate(getattr(entry.record, "sources", [])):
            yield entry, ("sources", index, "url"), source.url
    for placed in signatures(library):
        for index, printed in enumerate(placed.signature.prints):
            yield placed.entry, (*placed.loc, "prints", index, "url"), printed.url
    for entry, text in texts_of_kind(library, "prose"):
        for url in dict.fromkeys(links(text.value)):
            yield entry, text.loc, url


def _why_not_permanent(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
        port = parts.port
    except ValueError:
        return f'the link "{url}" is not an address; write https://host/path'
    if parts.scheme != "https" or not host or re.search(r"[\s\"<>\\^`{|}]", url):
        return f'the link "{url}" is not a plain https address; write https://host/path'
    if parts.username is not None or port not in (None, 443):
        return "the link carries a user name or a port; write the public address"
    if not _is_public_name(host):
        return f'the link leads to "{host}"; write the public name of the host'
    if _SHORTENERS.fullmatch(host):
        return f"the link goes through {host}; write the address it leads to"
    return _why_not_fixed(host, parts.path)


def _is_public_name(host: str) -> bool:
    # No top-level domain is a number, so this is an address of either kind.
    if ":" in host or host.rpartition(".")[2].isdigit():
        return False
    return "." in host and not host.endswith((".local", ".localhost", ".internal", ".lan", ".onion"))


def _why_not_fixed(host: str, path: str) -> str | None:
    on_forge = host in _FORGES or host.startswith("gitlab.") or "/-/" in path
    is_raw = host.startswith("raw.")
    is_fixed = _RAW_AT_COMMIT.match(path) if is_raw else _AT_COMMIT.search(path)
    if on_forge and (is_raw or _NAMES_FILE.search(path)) and not is_fixed:
        return "the link follows a branch or a tag, so what it shows can change; name the full commit (40 hex digits)"
    return None
