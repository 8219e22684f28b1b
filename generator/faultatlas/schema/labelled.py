"""A labelled log: what the right answer is, and who says so."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, StringConstraints

from faultatlas.schema.common import Model

Answer = Annotated[str, StringConstraints(pattern=r"^(NONE|[a-z0-9]+(-[a-z0-9]+)*)$")]


class Expected(Model):
    """`expect.yaml` beside the logs of one case. Further keys are notes for people."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)

    accept: list[Answer] = Field(min_length=1, description="right failures, best first; NONE for a healthy log")
    initiating_rank: int | None = Field(default=None, description="rank that failed first; null when no log can tell")
    source: str | None = Field(default=None, description="where the log was published, or how it was made")
    confidence: str | None = Field(default=None, description="how sure the answer is")
    inputs: list[str] = Field(min_length=1, description="files or folders beside it, each a case of its own")
    notes: Any = Field(default=None, description="what a reader should know")
