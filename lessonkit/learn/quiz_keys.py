"""Prove the keys of questions: their programs print the text of the right option."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lessonkit.course.entries import Question
from lessonkit.course.metadata import find_line
from lessonkit.course.model import Course, Lesson
from lessonkit.layout import MAIN
from lessonkit.learn.trials import Batch, Trial, Tried, Verdict, build_job
from lessonkit.problems import Problem
from lessonkit.running.collect import Mistake
from lessonkit.running.job import JobCell
from lessonkit.running.runner import Settings


def build_quiz_batch(settings: Settings, lesson: Lesson) -> Batch:
    """Return the programs of a lesson's questions, each on no names at all."""
    job = build_job(settings, lesson, lesson.folder / MAIN, ())
    trials = (
        Trial(question.id, (JobCell("question", question.id, 1, question.code, file),))
        for question in lesson.metadata.quiz
        if question.code
        for file in [f"question {question.id}"]
    )
    return Batch(job, tuple(trials))


def judge_quiz(
    course: Course,
    lesson: Lesson,
    tried: Tried,
    again: Callable[[Trial], Verdict | None],
) -> Iterator[Problem]:
    """Yield a problem for each question whose program does not print its key.

    `again` runs one of them alone, before it is blamed.
    """
    path = lesson.folder / "lesson.yml"
    text = path.read_text(encoding="utf-8")
    for index, question in enumerate(lesson.metadata.quiz):
        if not question.code:
            continue
        verdict = tried.verdicts.get(question.id)
        flaw = _find_flaw(question, verdict, tried.fault)
        if flaw and verdict:
            flaw = _find_flaw(question, again(verdict.trial), tried.fault)
        if flaw:
            line = find_line(text, ("quiz", index, "code"))
            yield Problem(path.relative_to(course.root), line, "LK509", flaw)


def _find_flaw(
    question: Question, verdict: Verdict | None, fault: Mistake | None
) -> str:
    """Return why a question's key is not what its program prints, or nothing."""
    mistake = verdict.mistake if verdict else fault
    if verdict is None or mistake:
        mistake = mistake or Mistake("broken", "", "it could not be run", (), "")
        reason = f"{mistake.error}: {mistake.text}".removeprefix(": ")
        return f"the code of `{question.id}` fails: {reason}"
    keys = [option.text.replace("`", "") for option in question.options if option.right]
    printed = "".join(run.stdout.text for run in verdict.runs).strip()
    if printed in keys:
        return ""
    return f"the code of `{question.id}` prints `{printed}`, the key says `{keys[0]}`"
