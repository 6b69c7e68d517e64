"""Render what is said of a learner's file, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import TextWrapper

from lessonkit.learn.check import Report, Result
from lessonkit.learn.typed import type_command

_WRAPPER = TextWrapper(80, break_long_words=False, break_on_hyphens=False)


def render_report(report: Report) -> str:
    """Return the report as lines of text: each exercise, then what to do next."""
    return "\n".join(_render_lines(report))


def _render_lines(report: Report) -> Iterator[str]:
    lesson = report.lesson
    yield f"{lesson.metadata.title} ({lesson.id})"
    if report.trouble:
        yield ""
        yield f"{_place(report, report.trouble.line)}: the exercises are not reached"
        yield _indent(report.trouble.text)
    yield ""
    width = max((len(result.exercise.id) for result in report.results), default=0)
    for result in report.results:
        yield from _render_result(report, result, width)
    for note in report.notes:
        yield ""
        yield f"Note, {_place(report, note.line)}:"
        yield _indent(note.text)
    yield ""
    yield _render_end(report)


def _render_result(report: Report, result: Result, width: int) -> Iterator[str]:
    """Yield an exercise with its place and its words."""
    head = f"{result.status:12} {result.exercise.id:{width}}"
    place = f"  {_place(report, result.line)}" if result.line else ""
    yield f"{head}{place}".rstrip()
    if result.text:
        yield _indent(result.text)


def _place(report: Report, line: int) -> str:
    return f"{report.shown}:{line}" if line else report.shown


def _indent(text: str) -> str:
    """Return a text below its heading; lines of code stay as they are."""
    lines = []
    for line in text.splitlines():
        code = line.startswith((" ", "line "))
        lines += [line] if code else _WRAPPER.wrap(line) or [""]
    return "\n".join(f"    {line}".rstrip() for line in lines)


def _render_end(report: Report) -> str:
    """Return the closing line: the count, and the next command."""
    id, total = report.lesson.id, len(report.results)
    counted = f"{len(report.passed)} of {total} exercises pass."
    if report.complete:
        return f"{counted} Keep your evidence: {type_command('evidence', id)}"
    if report.trouble:
        return f"{counted} Mend the line above, then check again."
    return f"{counted} For a hint: {type_command('check', id, '--hint')}"
