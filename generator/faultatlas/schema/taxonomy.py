"""The shared words: facets, layers, programs, and the commands a record may run."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from faultatlas.schema.common import Model, Prose, Slug, Visible

FACETS = ("root-causes", "components", "symptoms", "contributing-factors")
Facet = Literal["root-causes", "components", "symptoms", "contributing-factors", "layers", "programs"]


class Group(Model):
    """A heading over at most nine terms."""

    id: Slug = Field(description="id of the group")
    label: Visible = Field(min_length=2, max_length=60, description="what a reader sees")


class Term(Model):
    """One word of a vocabulary."""

    id: Slug = Field(description="the word as records write it")
    label: Visible = Field(min_length=2, max_length=60, description="what a reader sees")
    means: Prose = Field(description="what belongs here, and where the neighbour begins")
    group: Slug | None = Field(default=None, description="group it stands in")
    aliases: list[Visible] = Field(default=[], description="other names people search for")


class Taxonomy(Model):
    """One vocabulary, one file in taxonomy/."""

    facet: Facet = Field(description="which vocabulary this is; the file's name")
    label: Visible = Field(min_length=2, max_length=40, description="singular, as on a tab")
    means: Prose = Field(description="what this vocabulary says, and what it never says")
    groups: list[Group] = Field(default=[], max_length=9, description="in page order")
    terms: list[Term] = Field(min_length=1, description="in page order")


class AllowedCommand(Model):
    """A program that records may run to confirm a failure; it may have several entries."""

    program: Visible = Field(min_length=2, max_length=40, description="name of the program")
    subcommands: list[Visible] = Field(
        default=[], description="words that must stand first, options among them; * is one word; none means any"
    )
    forbidden: list[Visible] = Field(default=[], description="arguments that would change something; shell patterns")
    required: list[Visible] = Field(
        default=[], description="at least one must be there; after -- follows a command of its own"
    )
    disruptive: list[Visible] | bool = Field(
        default=[], description="sub-commands, or true for all, that need a safety above read-only"
    )
    why: Prose = Field(description="why it is harmless")


class Commands(Model):
    """The allow-list of taxonomy/commands.yaml."""

    commands: list[AllowedCommand] = Field(min_length=1, description="sorted by program")
