"""What a matched line says of itself, so that one line has one role on the page, in the search and in the layers.

An initiating signature only promises that the failure is there. Whether the line is
also where the fault starts is told by the layer that prints it.
"""

from __future__ import annotations

from faultatlas.checks.crossmatch import runnable
from faultatlas.schema.failure import Failure
from faultatlas.schema.signature import Signature

# Below this the text is too common to name the cause.
TELLING = 0.5


def line_role(record: Failure, signature: Signature) -> str:
    """The role shown beside a signature: that of its layer where it is there, else no more than the text can prove."""
    if signature.role != "initiating":
        return signature.role
    role = _layer_role(record, signature)
    if role in ("initiating", "may-initiate", "witness"):
        return role
    return "witness" if signature.specificity >= TELLING else "may-initiate"


def _layer_role(record: Failure, signature: Signature) -> str | None:
    pattern = runnable(signature)
    if pattern is None:
        return None
    return next(
        (voice.role for voice in record.layers if any(pattern.search(text.encode()) for text in voice.says)), None
    )
