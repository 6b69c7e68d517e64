"""The text beside a receipt: the template's headings, with what is known filled in."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from lessonkit.course.evidence import build_evidence_fields
from lessonkit.course.model import Lesson
from lessonkit.learn.receipts import ATTESTATION, Receipt

RECEIPT_ID = "receipt"

_HEADING = re.compile(r"## (?P<title>.*?) <!-- (?P<id>[a-z0-9-]+) -->\s*")
_FENCE = re.compile(r"\s{0,3}(?P<fence>`{3,}|~{3,})")


@dataclass(frozen=True)
class Section:
    """What stands under one heading; `hint` is what the template says there."""

    id: str
    title: str
    body: str
    hint: str = ""


@dataclass(frozen=True)
class Document:
    """An evidence text: what comes before the first heading, and the sections."""

    head: str
    sections: tuple[Section, ...]


def build_document(lesson: Lesson, receipt: Receipt, code: str) -> Document:
    """Return the evidence text of a receipt, with code, output and receipt filled in.

    Headings are those of the evidence template of the lesson.
    """
    known = {"code": _fence(code, "python"), "output": _fence(receipt.output, "text")}
    sections = [
        Section(field.id, field.title, known.get(field.id) or field.hint, field.hint)
        for field in build_evidence_fields(lesson.metadata.evidence)
    ]
    sections.append(Section(RECEIPT_ID, "Receipt", _describe(receipt)))
    head = (
        f"# Evidence: {lesson.metadata.title}\n\n"
        f"Lesson {lesson.id}, revision {lesson.metadata.revision}. Write below each "
        "heading; leave the headings and their comments as they are."
    )
    return Document(head, tuple(sections))


def _fence(text: str, language: str) -> str:
    """Return a text as a fenced block, or nothing for no text."""
    if not text.strip():
        return ""
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _describe(receipt: Receipt) -> str:
    """Return a receipt in words."""
    environment = receipt.environment
    packages = [f"{name} {v}" for name, v in environment.packages.items()]
    versions = ", ".join([f"Python {environment.python}", *packages])
    device = f"{environment.device_count} × {environment.device_kind}"
    exercises = "; ".join(f"`{id}`: {how}" for id, how in receipt.exercises.items())
    return "\n".join(
        [
            ATTESTATION,
            "",
            f"* Exercises: {exercises}",
            f"* Run: {receipt.started}, {receipt.seconds:.1f} s",
            f"* Versions: {versions}, lessonkit {receipt.lessonkit}",
            f"* Device: {environment.backend}, {device}, {environment.platform}",
            f"* Code: SHA-256 {receipt.code.raw}",
        ]
    )


def render_document(document: Document) -> str:
    """Return an evidence text as Markdown."""
    parts = [document.head.strip()]
    for section in document.sections:
        parts.append(f"## {section.title} <!-- {section.id} -->")
        parts.append(section.body.strip("\n"))
    return "\n\n".join(part for part in parts if part) + "\n"


def parse_document(text: str) -> Document:
    """Split a Markdown text at the headings that carry an id in a comment."""
    head: list[str] = []
    bodies: list[tuple[str, str, list[str]]] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        heading = None if fence else _HEADING.fullmatch(line)
        if heading:
            bodies.append((heading["id"], heading["title"], []))
            continue
        if mark and not fence:
            fence = mark["fence"]
        elif mark and mark["fence"].startswith(fence):
            fence = ""
        (bodies[-1][2] if bodies else head).append(line)
    sections = (Section(id, title, "\n".join(body)) for id, title, body in bodies)
    return Document("\n".join(head), tuple(sections))


def merge_document(
    document: Document, existing: str, filled: Mapping[str, str]
) -> tuple[str, tuple[str, ...]]:
    """Return the text to write, and the titles of what the learner had written.

    A section of the existing text is replaced where it is empty, as the template
    has it, or as an earlier run filled it in; `filled` holds the hashes of those.
    """
    if not existing.strip():
        return render_document(document), ()
    theirs = parse_document(existing)
    ours = {section.id: section for section in document.sections}
    sections, kept = [], []
    for section in theirs.sections:
        new = ours.pop(section.id, None)
        if new is None:
            sections.append(section)
        elif section.id == RECEIPT_ID or _is_untouched(section, new, filled):
            sections.append(replace(section, body=new.body))
        else:
            sections.append(section)
            kept.append(section.title)
    merged = Document(theirs.head, (*sections, *ours.values()))
    return render_document(merged), tuple(kept)


def _is_untouched(section: Section, new: Section, filled: Mapping[str, str]) -> bool:
    """Say whether nothing of a section is the learner's own."""
    body = section.body.strip()
    written = hashlib.sha256(body.encode()).hexdigest() == filled.get(section.id)
    return written or body in ("", new.hint.strip(), new.body.strip())
