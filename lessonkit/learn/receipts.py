"""Receipts: what a learner's program was, where it ran and what passed, as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lessonkit.errors import UsageError
from lessonkit.records import Environment, SourceHash
from lessonkit.records.receipts import ATTESTATION, KIND, SCHEMA, Receipt


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
