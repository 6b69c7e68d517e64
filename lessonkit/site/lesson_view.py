"""Join a lesson, its runs and its neighbours to what the lesson's page shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from lessonkit.course.model import Course, Lesson, Phase
from lessonkit.course.starters import build_complete, build_cumulative
from lessonkit.layout import MAIN
from lessonkit.records import Record
from lessonkit.site import commands
from lessonkit.site.figures import find_figures
from lessonkit.site.links import archive_file, lesson_page
from lessonkit.site.page_views import (
    Download,
    LessonView,
    Neighbour,
    SetupView,
    build_evidence_fields,
)
from lessonkit.site.runs import (
    build_failure,
    build_names,
    build_output,
    build_runs,
    choose_main_run,
    count_assertions,
)
from lessonkit.site.stages import Sources, build_stages
from lessonkit.site.views import RunView
from lessonkit.stale import State


def build_lesson_runs(
    course: Course,
    lesson: Lesson,
    records: Mapping[str, Mapping[str, Record]],
    states: Mapping[tuple[str, str], State],
) -> tuple[RunView, ...]:
    """Return the runs of a lesson, the CPU's first."""
    jax = course.metadata.runtime == "jax"
    return build_runs(lesson, records.get(lesson.id, {}), states, jax=jax)


def build_lesson_view(
    course: Course,
    phase: Phase,
    lesson: Lesson,
    runs: tuple[RunView, ...],
    downloads: tuple[Download, ...],
) -> LessonView:
    """Return everything that the page of a lesson shows."""
    run = choose_main_run(runs)
    program = lesson.program
    before, after = find_around(course, lesson.id)
    return LessonView(
        lesson=lesson,
        phase=phase,
        track=next(t for t in course.metadata.tracks if t.id == phase.metadata.track),
        jax=course.metadata.runtime == "jax",
        total=len(phase.metadata.lessons),
        needs=tuple(find_lesson(course, id) for id in lesson.metadata.needs),
        previous=before,
        next=after,
        runs=runs,
        main_run=run,
        failure=build_failure(run),
        stages=build_stages(Sources(lesson, run, find_figures(lesson, run.record))),
        cumulative=build_cumulative(program),
        complete=build_complete(program),
        build_output=build_output(run, *build_names(program)),
        transcript=build_output(run, *(cell.name for cell in program.cells)),
        assertions=count_assertions(program, run),
        # What later cells print would give away their results.
        expected=tuple(
            expected
            for expected in lesson.metadata.expect
            if expected.cell in build_names(program)
        ),
        evidence=build_evidence_fields(lesson.metadata.evidence),
        downloads=downloads,
        setup=build_setup(course, lesson),
        archive=archive_file(course.metadata.title),
    )


def build_setup(course: Course, lesson: Lesson) -> SetupView:
    """Return the command blocks of a lesson's page."""
    own = commands.PRACTICE / f"{lesson.id}.py"
    notebook = commands.PRACTICE / f"{lesson.id}.ipynb"
    folder = lesson.folder.relative_to(course.root)
    reference = PurePosixPath(folder.as_posix()) / MAIN
    block = commands.build_block
    return SetupView(
        environment=block(commands.make_environment(), environment="not needed yet"),
        practice=block([commands.make_practice()]),
        own_file=block([commands.run_file(own)]),
        on_vm=block([commands.run_file(own)], unix=True),
        reference=block([commands.run_file(reference)]),
        install_jupyter=block([commands.install_jupyter()]),
        start_jupyter=block([commands.start_jupyter(notebook)]),
        record=block([commands.record_lesson(lesson.id, "cpu")]),
        record_tpu=block([commands.record_lesson(lesson.id, "tpu")], unix=True),
        own_path=own.as_posix(),
        notebook_path=notebook.as_posix(),
        reference_path=reference.as_posix(),
    )


def list_lessons(course: Course) -> tuple[Neighbour, ...]:
    """Return every lesson that a phase lists, planned ones too, in reading order."""
    written = {lesson.id for lesson in course.lessons}
    return tuple(
        Neighbour(
            id=entry.id,
            title=entry.title,
            number=f"{phase.number}.{position:02}",
            page=lesson_page(entry.id) if entry.id in written else "",
        )
        for phase in course.phases
        for position, entry in enumerate(phase.metadata.lessons, 1)
    )


def find_around(
    course: Course, lesson: str
) -> tuple[Neighbour | None, Neighbour | None]:
    """Return the lessons before and after one."""
    lessons = list_lessons(course)
    place = [neighbour.id for neighbour in lessons].index(lesson)
    before = lessons[place - 1] if place else None
    return before, lessons[place + 1] if place + 1 < len(lessons) else None


def find_lesson(course: Course, lesson: str) -> Neighbour:
    """Return a lesson by its id; one that no phase lists is shown by its id."""
    listed = {neighbour.id: neighbour for neighbour in list_lessons(course)}
    return listed.get(lesson, Neighbour(lesson, lesson, "", ""))
