"""A hub: the errors of one library side by side, with the test between neighbours."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from faultatlas.schema.common import Command, Date, Model, Prose, RecordId, Slug, Source, Verbatim, Version, Visible
from faultatlas.schema.errors import Test
from faultatlas.schema.taxonomy import Group

HubRole = Literal["initiating", "collateral", "either", "context"]


class Seen(Model):
    """A text as printed, or a behaviour as observed."""

    text: Verbatim = Field(description="as printed, inserted values as …")
    since: Version | None = Field(default=None, description="first version that prints it")
    until: Version | None = Field(default=None, description="last version that prints it")
    level: Visible | None = Field(default=None, max_length=20, description="log level, when not the default")
    observed: bool = Field(default=False, description="true when it is a behaviour, not printed text")


class Confusion(Model):
    """A neighbouring row, and the difference."""

    row: Slug = Field(description="id of the other row")
    difference: Prose = Field(description="what sets it apart")


class HubRow(Model):
    """One error: what is seen, what it means, what tells it from its neighbours."""

    id: Slug = Field(description="anchor on the page")
    group: Slug = Field(description="band it stands in")
    you_see: list[Seen] = Field(min_length=1, description="texts, newest wording first")
    wrapper_text: Verbatim | None = Field(default=None, description="what the framework prints around it")
    result: list[int] = Field(description="result codes; none when the library reports none")
    result_note: Prose | None = Field(default=None, description="versions in which the code differs")
    role: HubRole = Field(description="whether the printing rank is where it started")
    role_note: Prose | None = Field(default=None, description="who is the suspect")
    means: Prose = Field(description="what it indicates")
    confused_with: list[Confusion] = Field(default=[], description="rows it is taken for")
    tells_apart: list[Test] = Field(min_length=1, description="settings and checks that separate the causes")
    confirm: list[Command] = Field(default=[], description="read-only commands")
    settings: list[Slug] = Field(default=[], description="settings the row names, ids of the settings table")
    versions: Prose | None = Field(default=None, description="how versions differ")
    failures: list[RecordId] = Field(default=[], description="failure records it leads to")


class Hub(Model):
    """All rows of one library, one file in taxonomy/hubs/."""

    hub: Slug = Field(description="id; the file's name")
    title: Visible = Field(min_length=3, max_length=72, description="heading of the page")
    summary: Prose = Field(description="what the page is for")
    read_at: Visible = Field(min_length=3, max_length=200, description="versions the texts were read at")
    facts: list[Prose] = Field(max_length=4, description="facts to read first")
    groups: list[Group] = Field(min_length=1, description="bands, in page order")
    rows: list[HubRow] = Field(min_length=1, description="in page order")
    sources: list[Source] = Field(min_length=1, description="public texts the claims rest on")
    added: Date = Field(description="date added")
    reviewed: Date = Field(description="date the sources were last gone through")
