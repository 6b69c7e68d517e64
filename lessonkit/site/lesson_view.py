"""Join a lesson, its runs and its neighbours to what the lesson's page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from lessonkit.course.entries import Expectation, LessonEntry
from lessonkit.course.evidence import build_evidence_fields
from lessonkit.course.model import (
    Course,
    Lesson,
    Phase,
)
from lessonkit.course.starters import build_complete, build_cumulative
from lessonkit.layout import MAIN, practice_folder
from lessonkit.records import Record
from lessonkit.site import commands
from lessonkit.site.figures import find_figures
from lessonkit.site.links import archive_file, lesson_download, lesson_page
from lessonkit.site.page_views import (
    Download,
    LessonView,
    Neighbour,
    SetupView,
)
from lessonkit.site.runs import (
    build_failure,
    build_names,
    build_output,
    build_runs,
    build_transcript,
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
        transcript=build_transcript(run, program),
        assertions=count_assertions(program, run),
        expected=find_build_expectations(lesson),
        evidence=build_evidence_fields(lesson.metadata.evidence),
        downloads=downloads,
        setup=build_setup(course, lesson),
        archive=archive_file(course.metadata.title),
        colab=build_colab_link(course, lesson),
    )


def build_colab_link(course: Course, lesson: Lesson) -> str:
    """Return where Colab opens the starter notebook; nothing where that is not set."""
    if course.metadata.colab is None:
        return ""
    notebook = lesson_download(lesson.id, f"{lesson.id}-starter.ipynb")
    return f"{course.metadata.colab.rstrip('/')}/{notebook}"


def find_build_expectations(lesson: Lesson) -> tuple[Expectation, ...]:
    """Return what the build should print; the rest would give away later results."""
    build = build_names(lesson.program)
    return tuple(e for e in lesson.metadata.expect if e.cell in build)


def build_setup(course: Course, lesson: Lesson) -> SetupView:
    """Return the command blocks of a lesson's page."""
    folder = practice_folder(course.root, lesson.id).relative_to(course.root)
    own = PurePosixPath(folder.as_posix()) / "main.py"
    notebook = own.with_suffix(".ipynb")
    reference = PurePosixPath(lesson.folder.relative_to(course.root).as_posix()) / MAIN
    block, use = commands.build_block, commands.use_lessonkit
    on_tpu = use("execute", lesson.id, "--backend", "tpu")
    return SetupView(
        environment=block(commands.make_environment(), environment="not needed yet"),
        start=block([use("start", lesson.id)]),
        start_blank=block([use("start", lesson.id, "--blank")]),
        start_notebook=block([use("start", lesson.id, "--notebook")]),
        own_file=block([commands.run_file(own)]),
        check=block([use("check", lesson.id)]),
        evidence=block([use("evidence", lesson.id)]),
        on_vm=block([use("start", lesson.id), commands.run_file(own)], unix=True),
        reference=block([commands.run_file(reference)]),
        install_jupyter=block([commands.install_jupyter()]),
        start_jupyter=block([commands.start_jupyter(notebook)]),
        record=block([use("execute", lesson.id, "--backend", "cpu")]),
        record_tpu=block([on_tpu], unix=True),
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
            number=number,
            page=lesson_page(entry.id) if entry.id in written else "",
        )
        for number, entry in _list_entries(course)
    )


def _list_entries(course: Course) -> Iterator[tuple[str, LessonEntry]]:
    """Yield what the phases list, each with its number, in reading order."""
    for phase in course.phases:
        for position, entry in enumerate(phase.metadata.lessons, 1):
            yield f"{phase.number}.{position:02}", entry


def find_around(
    course: Course, lesson: str
) -> tuple[Neighbour | None, Neighbour | None]:
    """Return the lessons before and after one; none where no phase lists it."""
    lessons = list_lessons(course)
    ids = [neighbour.id for neighbour in lessons]
    if lesson not in ids:
        return None, None
    place = ids.index(lesson)
    before = lessons[place - 1] if place else None
    return before, lessons[place + 1] if place + 1 < len(lessons) else None


def find_lesson(course: Course, lesson: str) -> Neighbour:
    """Return a lesson by its id; one that no phase lists is shown by its id."""
    is_written = any(other.id == lesson for other in course.lessons)
    page = lesson_page(lesson) if is_written else ""
    for number, entry in _list_entries(course):
        if entry.id == lesson:
            return Neighbour(lesson, entry.title, number, page)
    return Neighbour(lesson, lesson, "", page)
