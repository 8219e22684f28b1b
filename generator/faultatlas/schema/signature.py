"""How a failure is recognised in text: one pattern, where it is printed, what it proves."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from faultatlas.schema.common import Model, Program, Prose, Slug, Verbatim, Version, Visible

Role = Literal["initiating", "collateral", "context", "recovery", "progress"]
Locus = Literal["rank", "device", "host", "job"]
CaptureKind = Literal["int", "hex", "text", "duration_ms"]
SignatureRef = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+/[a-z0-9-]+$")]


class PrintedAt(Model):
    """The statement, or the public log, that shows the program printing the text."""

    where: Visible = Field(min_length=3, max_length=160, description="source file @ version, or what log it is")
    url: Visible = Field(min_length=10, max_length=400, description="permalink to the statement, or the log's address")


class Onset(Model):
    """When the fault began, if the line is printed later than that."""

    minus_ms: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")] = Field(
        description="capture (milliseconds) to subtract from the time of the line"
    )


class Overlap(Model):
    """A signature of another record that matches the same lines, and why that is right."""

    signature: SignatureRef = Field(description="<failure>/<signature>")
    reason: Prose = Field(description="why both match")


class Signature(Model):
    """A pattern over one line of output. It never travels without source, role and examples."""

    id: Slug = Field(description="unique in the record")
    from_: Program = Field(alias="from", description="program that prints it")
    pattern: Verbatim = Field(description="regular expression in the portable subset; single-quoted, one line")
    prints: list[PrintedAt] = Field(min_length=1, description="where the program prints it")
    role: Role = Field(description="what a match is: the start, an echo, context, a recovery, a sign of progress")
    locus: Locus = Field(description="what a match accuses")
    specificity: float = Field(ge=0, le=1, description="0 to 1: how surely the text means this failure")
    captures: dict[str, CaptureKind] = Field(default={}, description="named groups of the pattern and their kinds")
    onset: Onset | None = Field(default=None, description="how to get from the line's time to the start")
    ends: Slug | None = Field(
        default=None, description="for progress: the signature of this record that says the work ended"
    )
    ignore_case: bool = Field(default=False, description="match without regard to case")
    since: Version | None = Field(default=None, description="first version of the program that prints it")
    until: Version | None = Field(default=None, description="last version that prints it")
    log_level: Visible | None = Field(default=None, max_length=80, description="what must be enabled to see it")
    overlaps: list[Overlap] = Field(default=[], description="signatures of other records that also match")
    match: list[Verbatim] = Field(min_length=1, description="lines that must match")
    no_match: list[Verbatim] = Field(min_length=1, description="lines that look alike and must not match")
    not_proof_of: Prose | None = Field(default=None, description="what a match does not show")
