"""The allow-list of taxonomy/commands.yaml: which commands only look.

A program may have several entries; a command is fine when one of them accepts
it as a whole. The file itself explains its fields to those who extend it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase

from faultatlas.library import Library
from faultatlas.schema.taxonomy import AllowedCommand

# A word is plain, or plain and then quoted (`-o jsonpath='{.status}'`), or text in double quotes with
# variables, alone. Nothing else: whatever a shell would expand could become a flag that nobody has checked.
_NAME = r"\$(?:[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\})"
_PLAIN = r"[A-Za-z0-9_./:=,@%+-]"
_QUOTED = r"'[^']*'|\"[^\"`$\\!]*\""
_WORD = re.compile(rf"{_PLAIN}*(?:{_QUOTED})|{_PLAIN}+|\"(?!-)(?:[^\"`$\\!]|{_NAME})+\"")
_FLAG_LETTERS = re.compile(r"-[A-Za-z0-9]+")


class AllowList:
    """The commands that records may run."""

    def __init__(self, library: Library):
        self._entries: dict[str, list[AllowedCommand]] = {}
        for file in library.commands:
            for entry in file.record.commands:
                self._entries.setdefault(entry.program, []).append(entry)

    def why_not(self, command: str, safety: str) -> str | None:
        """What is wrong with a command line; nothing when it may be run."""
        words: list[str] = []
        at = 0
        while at < len(command):
            word = _WORD.match(command, at)
            if word is None or command[word.end() : word.end() + 1] not in ("", " "):
                return _not_plain(command[word.end() if word else at])
            words.append(word[0].replace("'", "").replace('"', ""))
            at = word.end() + 1
        return self._why_not(words, safety)

    def _why_not(self, words: list[str], safety: str) -> str | None:
        program, arguments = (words[0], words[1:]) if words else ("", [])
        if program not in self._entries:
            hint = _likely(program, self._entries) or "use one of taxonomy/commands.yaml"
            return f'the program "{program}" is not known to be harmless; {hint}'
        fitting = [(entry, size) for entry in self._entries[program] for size in _subcommand_sizes(entry, arguments)]
        if not fitting:
            allowed = [words for entry in self._entries[program] for words in entry.subcommands]
            return f"{program} is allowed only with {', '.join(allowed)} right after it; use one of these"
        # The entry of the longest sub-command knows best what is wrong.
        fitting.sort(key=lambda item: item[1], reverse=True)
        reasons = [self._reason(entry, arguments, size, safety) for entry, size in fitting]
        return None if None in reasons else reasons[0]

    def _reason(self, entry: AllowedCommand, arguments: list[str], size: int, safety: str) -> str | None:
        own, inner = _split_at_dashes(arguments[size:]) if "--" in entry.required else (arguments[size:], [])
        if changing := _first_hit(own, entry.forbidden):
            return f"{entry.program} may change something or show secrets with {changing}; leave it out"
        if entry.required and not _first_hit(arguments[size:], entry.required):
            return f"{entry.program} needs one of {', '.join(entry.required)}; add it"
        if safety == "read-only" and _is_disruptive(entry, arguments):
            return f"{entry.program} can disturb a running job here and the safety is read-only; say live-safe or more"
        return self._why_not(inner, safety) if inner else None


def _not_plain(character: str) -> str:
    if character in "'\"":
        return "a quote of the command is not closed, or stands inside a word; quote one whole word"
    what = {" ": "two spaces in a row", "\n": "a line break"}.get(character, character)
    right = 'write one program with plain or quoted arguments, and variables alone in double quotes, as "$NAME"'
    return f"the command holds {what}, which is for the shell; {right}"


def _likely(program: str, known: Iterable[str]) -> str | None:
    """The program that was meant; a short name is close to too many others."""
    close = get_close_matches(program, known, n=1, cutoff=0.7) if len(program) > 3 else []
    return f'did you mean "{close[0]}"?' if close else None


def _split_at_dashes(arguments: list[str]) -> tuple[list[str], list[str]]:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1 :]


def _subcommand_sizes(entry: AllowedCommand, arguments: list[str]) -> list[int]:
    """How many leading arguments each fitting sub-command of the entry takes."""
    if not entry.subcommands:
        return [0]
    return [len(words.split()) for words in entry.subcommands if _begins(arguments, words.split())]


def _begins(arguments: list[str], words: list[str]) -> bool:
    if len(arguments) < len(words):
        return False
    pairs = zip(arguments, words, strict=False)
    return all(argument == word or (word == "*" and not argument.startswith("-")) for argument, word in pairs)


def _is_disruptive(entry: AllowedCommand, arguments: list[str]) -> bool:
    if isinstance(entry.disruptive, bool):
        return entry.disruptive
    return any(_begins(arguments, words.split()) for words in entry.disruptive)


def _first_hit(arguments: list[str], patterns: Iterable[str]) -> str | None:
    hits = (argument for argument in arguments for pattern in patterns if _is_hit(argument, pattern))
    return next(hits, None)


def _is_hit(argument: str, pattern: str) -> bool:
    """Whether an argument is what a pattern stands for, also with a value, cut short, or in a bundle of letters."""
    name = argument.partition("=")[0]
    if _is_like(argument, pattern) or _is_like(name, pattern):
        return True
    if argument.startswith("--"):
        return len(name) > 2 and pattern.rstrip("*").startswith(name)
    if re.fullmatch("-[A-Za-z]", pattern):
        letters = _FLAG_LETTERS.match(argument)
        return letters is not None and pattern[1] in letters[0]
    return False


def _is_like(text: str, pattern: str) -> bool:
    return fnmatchcase(text, pattern) if "*" in pattern or "[" in pattern else text == pattern
