"""Error vocabularies: the messages, settings or codes of one program, side by side."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field

from faultatlas.schema.common import Date, Model, Program, Prose, RecordId, Slug, Source, Verbatim, Version, Visible
from faultatlas.schema.signature import Role


class Indication(Model):
    """A failure that an entry points to, and when."""

    failure: RecordId = Field(description="id of the failure")
    when: Prose = Field(description="when it points there")


class Test(Model):
    """Do this; on that outcome, conclude this."""

    do: Prose = Field(description="what to change or look at")
    outcome: Prose = Field(description="what is seen then")
    then: Prose = Field(description="what it shows")


class Code(Model):
    """A numbered result."""

    id: Slug = Field(description="anchor on the page")
    code: int = Field(ge=0, description="the number")
    name: Verbatim = Field(description="symbolic name")
    text: Verbatim | None = Field(default=None, description="what the program prints for it")
    wrapper_text: Verbatim | None = Field(default=None, description="what a framework adds")
    since: Version | None = Field(default=None, description="version that introduced it")
    means: Prose = Field(description="what it says")
    action: Prose = Field(description="what to do first")
    indicates: list[Indication] = Field(default=[], description="failures it points to")


class Setting(Model):
    """A variable that changes behaviour or shows more."""

    id: Slug = Field(description="anchor on the page")
    name: Verbatim = Field(description="name of the variable")
    default: Prose = Field(description="documented default")
    since: Version | None = Field(default=None, description="first version that reads it")
    until: Version | None = Field(default=None, description="last version that reads it")
    does: Prose = Field(description="what it changes")
    tells_apart: list[Test] = Field(default=[], description="what it proves when set as a test")
    use: Literal["production", "debug"] = Field(description="whether it may stay set")
    misuse: Prose | None = Field(default=None, description="what people wrongly expect of it")


class Message(Model):
    """A text that a program prints."""

    id: Slug = Field(description="anchor on the page")
    text: Verbatim = Field(description="as printed, inserted values as …")
    since: Version | None = Field(default=None, description="first version that prints it")
    until: Version | None = Field(default=None, description="last version that prints it")
    printed_by: Program = Field(description="program that prints it")
    role: Role = Field(description="start, echo or context")
    family: Slug = Field(description="group of related messages")
    indicates: list[Indication] = Field(default=[], description="failures it points to")
    misleading: Prose | None = Field(default=None, description="what it wrongly suggests")


K = TypeVar("K")
E = TypeVar("E")


class _Vocabulary(Model, Generic[K, E]):
    vocabulary: Slug = Field(description="id; the file's name")
    title: Visible = Field(min_length=3, max_length=72, description="heading of the page")
    kind: K = Field(description="what the entries are")
    summary: Prose = Field(description="what this table is")
    entries: list[E] = Field(min_length=1, description="codes by number, settings by name, messages by family")
    sources: list[Source] = Field(min_length=1, description="public texts the claims rest on")
    added: Date = Field(description="date added")
    reviewed: Date = Field(description="date the sources were last gone through")


class CodeVocabulary(_Vocabulary[Literal["code"], Code]):
    """A table of numbered results."""


class SettingVocabulary(_Vocabulary[Literal["setting"], Setting]):
    """A table of settings."""


class MessageVocabulary(_Vocabulary[Literal["message"], Message]):
    """A table of messages."""


VOCABULARY_MODELS = {"code": CodeVocabulary, "setting": SettingVocabulary, "message": MessageVocabulary}
AnyVocabulary = Annotated[CodeVocabulary | SettingVocabulary | MessageVocabulary, Field(discriminator="kind")]
