"""What a learner's receipt says, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field

from lessonkit.records.model import Environment, SourceHash

SCHEMA = 1
KIND = "lessonkit evidence"
ATTESTATION = (
    "Self-attested: the learner's own computer wrote this, and nobody watched. It "
    "holds as far as running the program again confirms it."
)


@dataclass(frozen=True)
class Receipt:
    """A receipt for the work on one lesson.

    `lesson_code` hashes the lesson's own program, `code` the learner's, `inputs`
    what that reads; `exercises` maps each to how it stood; `filled` hashes the texts
    that were written into evidence.md, by heading.
    """

    lesson: str
    title: str
    revision: str
    lesson_code: SourceHash
    code: SourceHash
    inputs: tuple[SourceHash, ...]
    exercises: dict[str, str]
    output: str
    started: str
    seconds: float
    environment: Environment
    lessonkit: str
    filled: dict[str, str] = field(default_factory=dict)

    @property
    def passed(self) -> tuple[str, ...]:
        """The exercises that passed."""
        return tuple(id for id, how in self.exercises.items() if how == "passed")
