"""The fields of a lesson's evidence: one definition for form, template and receipt."""

from __future__ import annotations

from dataclasses import dataclass

from lessonkit.course.entries import EvidenceItem


@dataclass(frozen=True)
class EvidenceField:
    """One field of the evidence form, template and receipt."""

    id: str
    title: str
    hint: str


# The fields that every lesson's evidence opens with.
FIXED_EVIDENCE = (
    EvidenceField("code", "Code", "What you changed or wrote, as it ran."),
    EvidenceField("output", "Output", "What your code printed, copied whole."),
    EvidenceField(
        "prediction",
        "Prediction and explanation",
        "What you expected before running, what came, and why.",
    ),
)


def build_evidence_fields(
    items: tuple[EvidenceItem, ...],
) -> tuple[EvidenceField, ...]:
    """Return the fields of a lesson's evidence, in order."""
    own = (EvidenceField(item.id, item.text, "") for item in items)
    return (*FIXED_EVIDENCE, *own)
