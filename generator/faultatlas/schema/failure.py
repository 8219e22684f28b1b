"""A failure mode: how it looks, what causes it, how to tell, mend and prevent it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from faultatlas.schema.common import (
    Command,
    Component,
    Date,
    Factor,
    Layer,
    Model,
    Program,
    Prose,
    RecordId,
    RootCause,
    Safety,
    Slug,
    Source,
    Symptom,
    Verbatim,
    Version,
    Visible,
)
from faultatlas.schema.signature import Signature

Stage = Literal["startup", "training", "checkpoint", "shutdown", "any"]
Severity = Literal["job-fatal", "job-hang", "degraded", "silent", "notice"]
LayerRole = Literal["initiating", "may-initiate", "witness", "collateral", "silent", "context"]
SignName = Literal[
    "one-rank-raised", "one-rank-waits-elsewhere", "ranks-wait-apart", "collectives-apart", "rank-behind",
    "rank-silent-peers-wait", "rank-silent-peers-cut-off",
]  # fmt: skip
RelationKind = Literal["causes", "looks-like", "often-with", "special-case-of"]
Scope = Literal["rank", "host", "job"]


class KnownBad(Model):
    """A range of versions with a known defect."""

    program: Program = Field(description="program the versions belong to")
    versions: Visible = Field(min_length=2, max_length=80, description="range, such as '>=2.26.2,<2.26.6'")
    why: Prose = Field(description="what is wrong with them")


class FixedIn(Model):
    """The version that mends a defect."""

    program: Program = Field(description="program that was mended")
    version: Version = Field(description="first version with the change")
    what: Prose = Field(description="what changed")


class LayerVoice(Model):
    """What one layer of the stack says while the fault is there."""

    layer: Layer = Field(description="layer of the stack")
    role: LayerRole = Field(description="whether the fault starts here, is named here, or only echoes here")
    says: list[Verbatim] = Field(default=[], description="strings exactly as printed; none when the layer is silent")
    means: Prose = Field(description="what this tells the reader")


class Mechanism(Model):
    """One way in which the failure comes about."""

    id: Slug = Field(description="short name of the cause")
    cause: Visible = Field(min_length=3, max_length=90, description="the claim as a heading")
    why: Prose = Field(description="how it leads to the failure")


class Observation(Model):
    """What one sees, and what it means."""

    see: Prose = Field(description="what is seen; machine words in backticks")
    means: Prose = Field(description="what it means")
    cause: list[Slug] = Field(default=[], description="mechanisms of this record it points to")
    instead: RecordId | None = Field(default=None, description="another record it points to")


class Sign(Model):
    """What the lines of several ranks show together, when no single line says it."""

    sign: SignName = Field(description="what the engine sees: which ranks raise, wait or run what the others do not")
    specificity: float = Field(ge=0, le=1, description="0 to 1: how surely it means this failure")
    because: Prose = Field(description="why it points to this failure")


class ConfirmStep(Model):
    """One test that speaks for or against the failure."""

    step: Prose = Field(description="what to do")
    run: Command | None = Field(default=None, description="one read-only command")
    expect: Prose = Field(description="outcome that speaks for the failure")
    otherwise: Prose | None = Field(default=None, description="outcome that speaks against it")
    safety: Safety = Field(description="what the step can do to a running job")
    needs: list[Slug] = Field(default=[], description="rights or tools it needs")


class FixStep(Model):
    """One step of a repair."""

    step: Prose = Field(description="what to do and what it changes")
    run: Command | None = Field(default=None, description="command; may change things")
    safety: Safety | None = Field(default=None, description="what the command can do to a running job")


class Verify(Model):
    """The command that shows the repair worked."""

    run: Command = Field(description="one read-only command")
    expect: Prose = Field(description="what it must print")


class Fix(Model):
    """Way out, lasting repair, and proof."""

    now: list[FixStep] = Field(min_length=1, description="get the job running again")
    durable: list[FixStep] = Field(min_length=1, description="make it stay away")
    verify: Verify = Field(description="proof that it worked")
    resume: Prose = Field(description="whether it is safe to restart, and from what")


class DoNot(Model):
    """A tempting act that makes things worse or hides the cause."""

    what: Prose = Field(description="the tempting act")
    why: Prose = Field(description="why not")


class Escalation(Model):
    """Whom to call, and with what in hand."""

    to: Prose = Field(description="who can mend it")
    collect: list[Prose] = Field(min_length=1, description="what to collect and send")


class TellApart(Model):
    """One test with its outcome for either record."""

    do: Prose = Field(description="the test")
    here: Prose = Field(description="outcome when it is this record")
    there: Prose = Field(description="outcome when it is the other")


class Relation(Model):
    """A typed edge to another failure. Said once; the inverse is computed."""

    kind: RelationKind = Field(description="how the two are related")
    to: RecordId = Field(description="id of the other failure")
    because: Prose = Field(description="why they are related")
    scope: Scope | None = Field(default=None, description="how far a cause reaches")
    lag: Annotated[str, StringConstraints(pattern=r"^\d+[smhd]-\d+[smhd]$")] | None = Field(
        default=None, description="how long after, such as 0s-2h"
    )
    tell_apart: TellApart | None = Field(default=None, description="for looks-like: the test between the two")


class Failure(Model):
    """A failure mode, one file in kb/<area>/."""

    title: Visible = Field(min_length=5, max_length=72, description="names the failure")
    summary: Prose = Field(description="first sentence stands alone")
    formerly: list[Slug] = Field(default=[], description="older ids of this record")
    also_known_as: list[Verbatim] = Field(default=[], description="what people call it or search for")
    root_causes: list[RootCause] = Field(description="where it starts; empty only for a pure echo")
    pure_echo: Prose | None = Field(default=None, description="with no root cause: why this never names one")
    components: list[Component] = Field(min_length=1, description="where the fault lives or acts")
    symptoms: list[Symptom] = Field(min_length=1, description="what is observed first")
    contributing_factors: list[Factor] = Field(default=[], description="why it happens, spreads or lasts")
    stage: Stage = Field(description="when it strikes")
    severity: Severity = Field(description="what it does to the job")
    applies_to: list[Prose] = Field(default=[], description="systems affected")
    known_bad: list[KnownBad] = Field(default=[], description="versions with a known defect")
    fixed_in: list[FixedIn] = Field(default=[], description="versions that mend it")
    layers: list[LayerVoice] = Field(default=[], description="what each layer says, surface first")
    mechanism: list[Mechanism] = Field(min_length=1, description="causes A, B, C")
    observations: list[Observation] = Field(min_length=1, description="you see, it means")
    signatures: list[Signature] = Field(default=[], description="patterns that recognise it in a log")
    signs: list[Sign] = Field(default=[], description="what several ranks show together")
    confirm: list[ConfirmStep] = Field(min_length=1, description="tests in the order to do them")
    fix: Fix = Field(description="now, durable, verify, resume")
    do_not: list[DoNot] = Field(default=[], description="tempting acts to leave")
    escalate: Escalation | None = Field(default=None, description="whom to call, with what")
    prevention: list[Prose] = Field(default=[], description="how to keep it from coming")
    relations: list[Relation] = Field(default=[], description="typed edges to other failures")
    sources: list[Source] = Field(min_length=2, description="public texts the claims rest on")
    added: Date = Field(description="date the record was added")
    reviewed: Date = Field(description="date the sources were last gone through")
