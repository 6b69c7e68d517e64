"""Receipts: what a learner's program was, where it ran and what passed, as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from lessonkit.errors import UsageError
from lessonkit.records import Environment, SourceHash

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


def render_receipt(receipt: Receipt) -> str:
    """Return a receipt as JSON."""
    head = {"schema": SCHEMA, "kind": KIND, "attestation": ATTESTATION}
    content = {**head, **asdict(receipt)}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def load_receipt(path: Path) -> Receipt:
    """Read a receipt; raises UsageError for a file that is none."""
    remedy = "name an evidence.json that `python -m lessonkit evidence` wrote."
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        schema = content.get("schema"), content.get("kind")
    except FileNotFoundError:
        raise UsageError(f"there is no {path}.", remedy) from None
    except (OSError, ValueError, AttributeError):
        raise UsageError(f"{path} is no receipt.", remedy) from None
    if schema != (SCHEMA, KIND):
        raise UsageError(f"{path} is no receipt of schema {SCHEMA}.", remedy)
    try:
        return _read(content)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UsageError(f"{path} is a damaged receipt.", remedy) from None


def _read(content: dict[str, Any]) -> Receipt:
    """Return the receipt that a JSON object says."""
    values = {k: content[k] for k in Receipt.__dataclass_fields__}
    for name in ("lesson_code", "code"):
        values[name] = SourceHash(**values[name])
    values["inputs"] = tuple(SourceHash(**item) for item in values["inputs"])
    values["environment"] = Environment(**values["environment"])
    for name in ("exercises", "filled"):
        values[name] = {str(k): str(v) for k, v in values[name].items()}
    return Receipt(**values)
