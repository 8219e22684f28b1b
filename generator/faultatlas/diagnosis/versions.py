"""Versions that a log names, held against those with a known defect."""

from __future__ import annotations

import re
from typing import Any

from faultatlas.diagnosis.knowledge import Knowledge

_PROGRAMS = {"nccl": "nccl", "pytorch": "pytorch", "driver": "nvidia-driver"}
_BOUND = re.compile(r"(>=|<=|==|<|>)? ?(\d+(?:\.\d+)*)")


def held_against(knowledge: Knowledge, versions: dict[str, str]) -> list[dict[str, Any]]:
    """Each version found, with the defects that records report for it."""
    return [
        {"program": _PROGRAMS[name], "version": version, "known_bad": _defects(knowledge, _PROGRAMS[name], version)}
        for name, version in versions.items()
    ]


def _defects(knowledge: Knowledge, program: str, version: str) -> list[dict[str, str]]:
    return [
        {"failure": id_, "versions": line["versions"], "why": line["why"]}
        for id_, failure in knowledge.failures.items()
        for line in failure["known_bad"]
        if line["program"] == program and within(version, line["versions"])
    ]


def within(version: str, bounds: str) -> bool:
    """Whether a version lies in a range such as `>=2.26.2,<2.26.6`; a bound without a sign means that version."""
    found = [_BOUND.fullmatch(bound.strip()) for bound in bounds.split(",")]
    return all(bound is not None and _holds(_parts(version), bound[1] or "==", _parts(bound[2])) for bound in found)


def _holds(version: list[int], sign: str, bound: list[int]) -> bool:
    size = max(len(version), len(bound))
    here, there = version + [0] * (size - len(version)), bound + [0] * (size - len(bound))
    return {">=": here >= there, "<=": here <= there, "==": here == there, "<": here < there, ">": here > there}[sign]


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
