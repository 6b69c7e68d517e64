"""Evidence: check a learner's file once more and write down what came of it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

import lessonkit
from lessonkit.course.model import (
    EXERCISE_KINDS,
    Course,
    Lesson,
)
from lessonkit.errors import UsageError
from lessonkit.files import write_file
from lessonkit.layout import MAIN, practice_folder
from lessonkit.learn.attempt import PROGRAM
from lessonkit.learn.check import Report, check_attempt
from lessonkit.learn.evidence_text import Document, build_document, merge_document
from lessonkit.learn.receipts import Receipt, load_receipt, render_receipt
from lessonkit.records import SourceHash
from lessonkit.records.hashes import hash_source

RECEIPT = "evidence.json"
TEXT = "evidence.md"


@dataclass(frozen=True)
class Outcome:
    """What was written, told in `text`; no receipt where nothing could be run."""

    report: Report
    receipt: Receipt | None
    text: str = ""


def write_evidence(course: Course, lesson: Lesson) -> Outcome:
    """Run a learner's file and write its receipt and its text.

    What the learner wrote in the text stays as it is.
    """
    report = check_attempt(course, lesson, always_run=True)
    if report.trouble or report.tried is None:
        return Outcome(report, None)
    folder = practice_folder(course.root, lesson.id)
    receipt = build_receipt(report)
    before = _find_receipt(folder / RECEIPT)
    document = build_document(lesson, receipt, build_code(report))
    existing = _read_text(folder / TEXT)
    merged, kept = merge_document(document, existing, before.filled if before else {})
    receipt = replace(receipt, filled=_hash_sections(document))
    write_file(folder / TEXT, merged)
    write_file(folder / RECEIPT, render_receipt(receipt))
    return Outcome(report, receipt, _render(course.root, folder, report, kept))


def build_receipt(report: Report) -> Receipt:
    """Return the receipt for what a check found."""
    lesson, run = report.lesson, report.tried.run
    main = lesson.program.text.encode()
    return Receipt(
        lesson=lesson.id,
        title=lesson.metadata.title,
        revision=lesson.metadata.revision,
        lesson_code=hash_source(MAIN, main),
        code=hash_source(PROGRAM, report.attempt.text.encode()),
        inputs=find_inputs(report),
        exercises={r.exercise.id: r.status for r in report.results},
        output=build_output(report),
        started=run.started,
        seconds=run.seconds,
        environment=run.environment,
        lessonkit=lessonkit.__version__,
    )


def find_inputs(report: Report) -> tuple[SourceHash, ...]:
    """Return the hashes of what the program read beside itself."""
    run = report.tried.run
    return (*run.modules, *run.data)


def build_output(report: Report) -> str:
    """Return what the program printed, without what checks did."""
    lesson, tried = report.lesson, report.tried
    parts = [cell.stdout.text for cell in tried.run.cells if cell.kind == "build"]
    for exercise in lesson.program.of_kind(*EXERCISE_KINDS):
        verdict = tried.verdicts.get(exercise.id)
        runs = verdict.runs if verdict else ()
        own = (run for run in runs if run.name == exercise.name)
        parts += [run.stdout.text for run in own]
    return "".join(parts)


def build_code(report: Report) -> str:
    """Return the learner's exercise cells that are begun, with their markers."""
    untouched = {r.exercise.id for r in report.results if r.status == "not tried"}
    parts = []
    for exercise in report.lesson.program.of_kind(*EXERCISE_KINDS):
        answer = report.attempt.find_exercise(exercise.id)
        if answer and exercise.id not in untouched:
            parts.append(f"# %% {answer.kind}: {answer.id}\n{answer.source}")
    return "\n\n".join(parts)


def _find_receipt(path: Path) -> Receipt | None:
    """Return an earlier receipt, or None where there is none to be used."""
    try:
        return load_receipt(path)
    except UsageError:
        return None


def _read_text(path: Path) -> str:
    """Return the learner's evidence so far, or an empty text."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise UsageError(
            f"{path.name} is not saved as UTF-8, so nothing can be added to it.",
            "choose UTF-8 in your editor, or rename the file.",
        ) from None
    return text.replace("\r\n", "\n")


def _hash_sections(document: Document) -> dict[str, str]:
    """Return a hash of each text that is filled in, by its heading's id."""
    return {section.id: hash_text(section.body) for section in document.sections}


def hash_text(text: str) -> str:
    """Return the hash of a section's text."""
    return hashlib.sha256(text.strip().encode()).hexdigest()


def _render(root: Path, folder: Path, report: Report, kept: tuple[str, ...]) -> str:
    """Return what was written, for a terminal."""
    place = folder.relative_to(root).as_posix()
    passed = f"{len(report.passed)} of {len(report.results)} exercises pass"
    lines = [
        f"written: {place}/{RECEIPT}",
        f"written: {place}/{TEXT}",
        f"{passed}. The receipt is self-attested.",
    ]
    if kept:
        lines.append(f"Kept as you wrote it: {', '.join(kept)}")
    lines.append(f"Now complete {place}/{TEXT} in your own words.")
    return "\n".join(lines)
