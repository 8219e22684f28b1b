"""A YAML file that knows where each key stands.

The text is read in one pass over the parser's events, which gives the values,
their places and the refusal of what a record never needs. No tree of nodes is
built, so a file made to be deep or to grow is refused at the first bad event.

The dialect is what YAML 1.2 calls the core schema: dates and `yes`/`no` stay
text. Anchors, aliases, merge keys, tags, duplicate keys and several documents
are refused, each with its position.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import yaml

from faultatlas.problem import Problem

MAX_BYTES = 512 * 1024
MAX_DEPTH = 24
RULE = "schema"

# A key path such as ("signatures", 0, "pattern").
Loc = tuple[str | int, ...]

_Parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_PLAIN_VALUES = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?P<fraction>\.[0-9]+)?")

# The parser's words, and what a person who wrote them meant or should write.
_HINTS = {
    "mapping values are not allowed in this context": "a text holds a colon and a space; put it in single quotes",
    "could not find expected ':'": "a key or a text is not closed above; check quotes and indentation there",
    "did not find expected key": "the indentation or a quote is wrong here; align keys, and double ' in single quotes",
    "did not find expected '-' indicator": "a list ends here; align this line with its dashes or with its parent",
    "did not find expected ',' or '}'": "a text within { } holds a comma or a quote; put it in single quotes",
    "did not find expected ',' or ']'": "a text within [ ] holds a comma or a quote; put it in single quotes",
    "found character that cannot start any token": "a text begins with %, @, ` or a tab; put it in single quotes",
    "found unexpected end of stream": "a quote is never closed; close it",
    "exceeded maximum nesting depth": "values are nested far too deep; a record is flatter",
    "control characters are not allowed": "a control character stands here; remove it",
}


class Place(NamedTuple):
    """Where a value stands: its key or dash, the span of its text, its quotes, and the places within it."""

    line: int
    column: int
    start: int
    end: int
    style: str | None
    within: dict[str, Place] | list[Place] | None


class YamlFile:
    """One file of records: its path as shown, its text, its data and its problems.

    Args:
        path: where the text is read from.
        shown: the path printed in messages.
    """

    def __init__(self, path: Path, shown: str | None = None, text: str | None = None):
        self.path = path
        self.shown = shown or path.as_posix()
        self.problems: list[Problem] = []
        self.text = self._read() if text is None else text
        self.data: object = None
        self._places: Place | None = None
        if not self.problems:
            self._parse()

    def _read(self) -> str:
        try:
            # A link could lead out of the root, to a device or to a secret.
            if self.path.is_symlink():
                self._report(0, 0, "the file is a link; a record is a plain file")
            elif self.path.stat().st_size > MAX_BYTES:
                self._report(0, 0, f"the file is larger than {MAX_BYTES // 1024} KiB; one record is one small file")
            else:
                return self.path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode("utf-8")
            self._report(*_end_of(before), "a byte here is not UTF-8; save the file as UTF-8")
        except OSError as error:
            self._report(0, 0, f"the file cannot be read: {error.strerror}; make it a readable file")
        return ""

    def _parse(self) -> None:
        try:
            reader = _Reader(self.text)
            self.data, self._places = reader.document()
            for mark, message in reader.empty:
                self._report(mark.line, mark.column, message)
        except _Refused as refused:
            self._report(refused.mark.line, refused.mark.column, refused.message)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            self._report(mark.line, mark.column, _not_yaml(error.problem))
        except yaml.reader.ReaderError as error:
            before = self.text.encode()[: error.position].decode(errors="ignore")
            self._report(*_end_of(before), _not_yaml(error.reason))

    def _report(self, line: int, column: int, message: str) -> None:
        self.problems.append(Problem(self.shown, line + 1, column + 1, message, RULE))

    def position(self, loc: Loc) -> tuple[int, int]:
        """Line and column, from 1, of the key or list item at `loc`, or of its nearest parent that exists."""
        place = self._place(loc)
        return (place.line + 1, place.column + 1) if place else (1, 1)

    def find(self, loc: Loc, needle: str) -> tuple[int, int]:
        """Line and column of `needle` inside the value at `loc`; the key's position when it is not found literally."""
        place = self._place(loc)
        offset = self.text.find(needle, place.start, place.end) if place else -1
        if offset < 0:
            return self.position(loc)
        line, column = _end_of(self.text[:offset])
        return line + 1, column + 1

    def problem(self, loc: Loc, message: str, rule: str, needle: str | None = None) -> Problem:
        """A problem at the key `loc`, or at `needle` within its value."""
        line, column = self.find(loc, needle) if needle else self.position(loc)
        return Problem(self.shown, line, column, message, rule)

    def is_single_quoted(self, loc: Loc) -> bool:
        """Whether the text at `loc` is written in single quotes on one line."""
        place = self._place(loc)
        return place is not None and place.style == "'" and "\n" not in self.text[place.start : place.end]

    def _place(self, loc: Loc) -> Place | None:
        place = self._places
        for part in loc:
            inner = _within(place, part)
            if inner is None:
                break
            place = inner
        return place


def _within(place: Place | None, part: str | int) -> Place | None:
    within = place.within if place else None
    if isinstance(within, dict):
        return within.get(str(part))
    if isinstance(within, list) and isinstance(part, int) and part < len(within):
        return within[part]
    return None


def _end_of(text: str) -> tuple[int, int]:
    """Line and column, from 0, where the text ends."""
    return text.count("\n"), len(text) - text.rfind("\n") - 1


def _not_yaml(reason: str | None) -> str:
    return f"this is not valid YAML: {_HINTS.get(str(reason), f'{reason}; see the line above too')}"


class _Refused(Exception):
    def __init__(self, mark: yaml.Mark, message: str):
        self.mark = mark
        self.message = message


class _Reader:
    """Builds values and places from the parser's events."""

    def __init__(self, text: str):
        self._next = _Parser(text).get_event
        self.empty: list[tuple[yaml.Mark, str]] = []

    def document(self) -> tuple[object, Place | None]:
        """The one document of the text; nothing for an empty text."""
        self._next()
        if isinstance(self._next(), yaml.StreamEndEvent):
            return None, None
        first = self._next()
        value, place = self._value(first, first.start_mark, 0)
        self._next()
        second = self._next()
        if not isinstance(second, yaml.StreamEndEvent):
            raise _Refused(second.start_mark, "a second document starts here; one file is one record")
        return value, place

    def _value(self, event: yaml.Event, at: yaml.Mark, depth: int) -> tuple[object, Place]:
        """The value that begins with `event`; `at` is where its key stands, or itself when it has none."""
        _refuse_anchor_or_tag(event)
        start, style = event.start_mark.index, None
        if isinstance(event, yaml.ScalarEvent):
            value, within, last, style = _scalar(event), None, event, event.style
        elif depth == MAX_DEPTH:
            raise _Refused(event.start_mark, f"values are nested deeper than {MAX_DEPTH} levels; a record is flatter")
        elif isinstance(event, yaml.MappingStartEvent):
            value, within, last = self._mapping(depth)
        else:
            value, within, last = self._sequence(depth)
        return value, Place(at.line, at.column, start, last.end_mark.index, style, within)

    def _mapping(self, depth: int) -> tuple[dict[str, object], dict[str, Place], yaml.Event]:
        values: dict[str, object] = {}
        places: dict[str, Place] = {}
        while not isinstance(key := self._next(), yaml.MappingEndEvent):
            _refuse_anchor_or_tag(key)
            if not isinstance(key, yaml.ScalarEvent):
                raise _Refused(key.start_mark, "a key is a list or a mapping; use plain text")
            if key.value in values:
                raise _Refused(key.start_mark, f'the key "{key.value}" stands here a second time; keep one')
            value, places[key.value] = self._value(self._next(), key.start_mark, depth + 1)
            values[key.value] = value
            if value is None:
                hint = "write one or remove the key, or put the whole text it belongs to in single quotes"
                self.empty.append((key.start_mark, f'the key "{key.value}" has no value; {hint}'))
        return values, places, key

    def _sequence(self, depth: int) -> tuple[list[object], list[Place], yaml.Event]:
        values: list[object] = []
        places: list[Place] = []
        while not isinstance(item := self._next(), yaml.SequenceEndEvent):
            value, place = self._value(item, item.start_mark, depth + 1)
            values.append(value)
            if value is None:
                self.empty.append((item.start_mark, "the list item is empty; write it, or remove the dash"))
            places.append(place)
        return values, places, item


def _scalar(event: yaml.ScalarEvent) -> object:
    value = event.value
    if not event.implicit[0]:
        return value
    if value in _PLAIN_VALUES:
        return _PLAIN_VALUES[value]
    if value[0] in "-0123456789" and (number := _NUMBER.fullmatch(value)):
        return float(value) if number["fraction"] else int(value)
    return value


def _refuse_anchor_or_tag(event: yaml.Event) -> None:
    if isinstance(event, yaml.AliasEvent) or event.anchor:
        hint = "write the value out, or quote it if it is text"
        raise _Refused(event.start_mark, f"anchors and aliases are not allowed; {hint}")
    if event.tag:
        hint = "remove it, or quote the value if it is text"
        raise _Refused(event.start_mark, f'the tag "{event.tag}" is not allowed; {hint}')
