"""The checks behind the panel of the browse page: distinct read-only commands, and how each failure reads them."""

from __future__ import annotations

from typing import Any

from faultatlas.library import Library
from faultatlas.pages.markup import first_sentence
from faultatlas.schema.failure import ConfirmStep

SCHEMA = "faultatlas.checks/1"


def checks_index(library: Library) -> dict[str, Any]:
    """Commands with their readings, and the failures that each incident shows.

    A reading is [failure, step, what supports it, what speaks against it]. Failures are
    numbers into the columns of the browse index, where they stand first.
    """
    numbers = {id_: number for number, id_ in enumerate(library.failures)}
    checks: dict[str, dict[str, Any]] = {}
    for id_, entry in library.failures.items():
        for step in entry.record.confirm:
            if step.run and step.safety == "read-only":
                check = checks.setdefault(step.run, {"run": step.run, "needs": [], "readings": []})
                check["needs"] += [need for need in step.needs if need not in check["needs"]]
                check["readings"].append([numbers[id_], *_reading(step)])
    shown = {case.id: [numbers[f] for f in case.record.failure_ids() if f in numbers] for case in library.cases_by_date}
    return {"schema": SCHEMA, "checks": list(checks.values()), "shown": list(shown.values())}


def _reading(step: ConfirmStep) -> list[str]:
    return [first_sentence(step.step), first_sentence(step.expect), first_sentence(step.otherwise or "")]
