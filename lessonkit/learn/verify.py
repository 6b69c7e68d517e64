"""Verify a receipt: nothing has changed since, and running it again gives the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lessonkit.course.model import Course, Lesson
from lessonkit.layout import MAIN
from lessonkit.learn.attempt import PROGRAM
from lessonkit.learn.check import check_attempt
from lessonkit.learn.evidence import find_inputs
from lessonkit.learn.receipts import Receipt
from lessonkit.records.hashes import hash_source


def verify_receipt(
    course: Course, lesson: Lesson, receipt: Receipt, path: Path
) -> tuple[str, ...]:
    """Return why a receipt does not hold; nothing where it does.

    The program is the one that lies beside the receipt.
    """
    program = path.parent / PROGRAM
    reasons = tuple(_find_changes(lesson, receipt, program))
    return reasons or tuple(_run_again(course, lesson, receipt, program))


def _find_changes(lesson: Lesson, receipt: Receipt, program: Path) -> Iterator[str]:
    """Yield what is another than when the receipt was written."""
    revision = lesson.metadata.revision
    if receipt.revision != revision:
        yield f"the lesson is at revision {revision} now, not {receipt.revision}"
    main = hash_source(MAIN, lesson.program.text.encode())
    if main.normalised != receipt.lesson_code.normalised:
        yield "the lesson's own program has changed since the receipt was written"
    try:
        code = hash_source(PROGRAM, program.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except OSError:
        yield f"there is no {PROGRAM} beside the receipt"
        return
    if code.normalised != receipt.code.normalised:
        yield f"{program} has changed since the receipt was written"


def _run_again(
    course: Course, lesson: Lesson, receipt: Receipt, program: Path
) -> Iterator[str]:
    """Run the program and yield where it contradicts the receipt."""
    report = check_attempt(course, lesson, program, always_run=True)
    if report.trouble:
        yield f"the program does not run: {report.trouble.text}"
        return
    inputs = {source.path: source for source in find_inputs(report)}
    for source in receipt.inputs:
        now = inputs.get(source.path)
        if now is None or now.normalised != source.normalised:
            yield f"{source.path}, which the program reads, has changed"
    for result in report.results:
        id = result.exercise.id
        if id in receipt.passed and result.status != "passed":
            reason = f": {result.text}" if result.text else ""
            yield f"`{id}` passed then, and now it is {result.status}{reason}"
