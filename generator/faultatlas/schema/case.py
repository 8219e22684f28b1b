"""A case: one dated, public incident, as its own account tells it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from faultatlas.schema.common import (
    Component,
    Date,
    Factor,
    Kind,
    Model,
    Prose,
    RootCause,
    Slug,
    Source,
    Symptom,
    Visible,
)

_DAY = r"\d{4}(-\d{2}(-\d{2})?)?"
# A bare year is a number to YAML, and a date to the person who writes it.
_YearAsText = BeforeValidator(
    lambda value: str(value) if type(value) is int else value, json_schema_input_type=str | int
)
CaseDate = Annotated[str, StringConstraints(pattern=f"^{_DAY}(/{_DAY})?$"), _YearAsText]
# A failure, or one mechanism of it: dns-resolution-cascade#coredns-overloaded
FailureRef = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*(#[a-z0-9]+(-[a-z0-9]+)*)?$"), Kind("record")
]


class Moment(Model):
    """One entry of a timeline."""

    at: Annotated[Visible, _YearAsText] = Field(
        min_length=1, max_length=60, description="time as published, or not-stated"
    )
    what: Prose = Field(description="what happened")


class Case(Model):
    """A public incident, one file in cases/."""

    title: Visible = Field(min_length=5, max_length=90, description="what happened, in one line")
    organisation: Visible = Field(min_length=2, max_length=60, description="whose system it was")
    date: CaseDate = Field(description="day, month or year; a period as start/end")
    system: Prose = Field(description="what was running")
    scale: Prose = Field(description="how large, or not-stated")
    summary: Prose = Field(description="first sentence stands alone")
    formerly: list[Slug] = Field(default=[], description="older ids of this record")
    root_cause: RootCause = Field(description="the earliest link the authors established")
    cause_basis: Literal["stated", "inferred"] = Field(description="whether the source says so or we read it so")
    components: list[Component] = Field(min_length=1, description="where the fault lived or acted")
    symptoms: list[Symptom] = Field(min_length=1, description="what was observed first")
    contributing_factors: list[Factor] = Field(default=[], description="why it happened, spread or lasted")
    failures: list[FailureRef] = Field(description="failure modes it shows; empty when none fits")
    symptoms_seen: list[Prose] = Field(min_length=1, description="what people saw")
    trigger: Prose = Field(description="what set it off, or not-stated")
    detection: Prose = Field(description="how it was noticed, or not-stated")
    detected_by: Literal["automation", "human", "customer", "not-stated"] = Field(description="who noticed")
    timeline: list[Moment] = Field(default=[], description="what happened when")
    impact: list[Prose] = Field(description="numbers as published; empty when not stated")
    remediation: list[Prose] = Field(min_length=1, description="what was done")
    lessons: list[Prose] = Field(default=[], description="what the source says or shows was learnt")
    first_hand: Literal["yes", "no"] = Field(description="whether the organisation itself tells it")
    sources: list[Source] = Field(min_length=1, description="public accounts")
    added: Date = Field(description="date the record was added")
    reviewed: Date = Field(description="date the sources were last gone through")

    def failure_ids(self) -> list[str]:
        """Ids of the failure modes this case shows, without mechanisms, each once."""
        return list(dict.fromkeys(ref.partition("#")[0] for ref in self.failures))
