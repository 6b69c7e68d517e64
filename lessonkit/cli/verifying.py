"""What `verify` does between its options and its exit code."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import Console

from lessonkit.cli.shared import name_unread, report_unread
from lessonkit.course.entries import CourseMetadata
from lessonkit.course.load import load_course
from lessonkit.errors import UsageError
from lessonkit.execute.environments import (
    VirtualEnvironment,
    prepare_environment,
    write_verification,
)
from lessonkit.execute.lock import hold_lock
from lessonkit.execute.plan import PlannedLesson, check_installed
from lessonkit.execute.progress import Progress, render_verdicts
from lessonkit.execute.record import build_settings
from lessonkit.execute.verify import Verdict, verify_lessons
from lessonkit.running.runner import Settings
from lessonkit.stale import load_pins


@dataclass(frozen=True)
class Wishes:
    """The options of `verify`; `quiet` leaves stdout to the results."""

    backend: str
    jobs: int
    accept: bool
    environment: str | None
    python: str | None
    quiet: bool


def check_wishes(wishes: Wishes) -> None:
    """Raise UsageError for options that do not go together."""
    if wishes.python and not wishes.environment:
        raise UsageError(
            "`--python` is the Python of another environment.",
            "add `--environment next`, or leave it out.",
        )
    if wishes.environment and wishes.accept:
        raise UsageError(
            "what another environment gives is no record.",
            "leave out `--accept` or `--environment`.",
        )
    if wishes.environment and wishes.backend != "cpu":
        raise UsageError(
            "other environments are for the CPU.",
            "leave out `--backend` or `--environment`.",
        )


def run_verification(
    root: Path, chosen: Sequence[PlannedLesson], wishes: Wishes
) -> tuple[int, tuple[Verdict, ...]]:
    """Verify the lessons that can be read, report on all; return the exit code."""
    loaded = load_course(root)
    course = loaded.course
    if course is None:
        return report_unread(loaded, quiet=wishes.quiet), ()
    settings = _prepare(root, course.metadata, wishes)
    states = {lesson.folder: lesson.state for lesson in chosen}
    lessons = [
        (lesson, states[lesson.folder])
        for lesson in course.lessons
        if lesson.folder in states
    ]
    with Progress(Console(stderr=wishes.quiet), len(lessons)) as progress:
        verdicts = verify_lessons(
            settings,
            lessons,
            jobs=wishes.jobs,
            report=progress.show,
            accept=wishes.accept,
        )
    if wishes.environment:
        _write_verifications(wishes.environment, verdicts)
    click.echo(render_verdicts(root, verdicts), err=wishes.quiet)
    unread = set(states) - {lesson.folder for lesson, _ in lessons}
    name_unread(root, loaded, unread)
    passed = not unread and all(verdict.passed for verdict in verdicts)
    return 0 if passed else 1, verdicts


def _prepare(root: Path, course: CourseMetadata, wishes: Wishes) -> Settings:
    """Return the settings of the runs; another environment is built if need be."""
    settings = build_settings(root, wishes.backend, course.runtime, course.preload)
    if wishes.environment is None:
        check_installed(load_pins(root))
        return settings
    environment = VirtualEnvironment(root, wishes.environment)
    pins = load_pins(root, environment.requirements)
    with hold_lock(root):
        prepare_environment(
            environment,
            pins,
            wishes.python,
            os.environ,
            say=lambda text: click.echo(text, err=True),
        )
    return replace(settings, python=str(environment.python), packages=tuple(pins))


def _write_verifications(environment: str, verdicts: Sequence[Verdict]) -> None:
    """Write what came of each lesson whose record speaks of the same program."""
    for verdict in verdicts:
        if verdict.run and verdict.record and verdict.state.kind == "fresh":
            write_verification(
                verdict.lesson.folder, environment, verdict.run, verdict.differences
            )
