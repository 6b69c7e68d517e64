"""The files that a reader can take along, all from the same record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from lessonkit.course.evidence import build_evidence_fields
from lessonkit.course.model import Course, Lesson
from lessonkit.course.starters import build_complete, build_starter
from lessonkit.layout import MAIN
from lessonkit.records import Record, dump_record
from lessonkit.site.figures import RecordedFigure, find_figures
from lessonkit.site.links import lesson_download
from lessonkit.site.notebooks import (
    NotebookSources,
    build_executed_notebook,
    build_starter_notebook,
    render_notebook,
)
from lessonkit.site.page_views import Download
from lessonkit.site.runs import choose_main_run
from lessonkit.site.templates import Theme
from lessonkit.site.views import RunView

FIGURE_LINK = re.compile(r"\(records/[a-z]+/(?P<id>[a-z0-9-]+)\.svg\)")


@dataclass(frozen=True)
class LessonFile:
    """A download with its content."""

    download: Download
    content: str | bytes


def build_lesson_files(
    theme: Theme, course: Course, lesson: Lesson, runs: tuple[RunView, ...]
) -> tuple[LessonFile, ...]:
    """Return every download of a lesson, in the order in which a page lists them."""
    run = choose_main_run(runs)
    figures = find_figures(lesson, run.record)
    found = [
        *_build_notebooks(course, lesson, run, figures),
        *_build_programs(lesson),
        *_build_texts(theme, course, lesson),
        *_build_records(lesson, runs),
        *_build_figures(lesson, run, figures),
    ]
    return tuple(
        _build_file(lesson, group, name, what, content)
        for group, name, what, content in found
    )


Entry = tuple[str, str, str, str | bytes]


def _build_file(
    lesson: Lesson, group: str, name: str, what: str, content: str | bytes
) -> LessonFile:
    size = len(content.encode() if isinstance(content, str) else content)
    file = lesson_download(lesson.id, name)
    return LessonFile(Download(name, file, group, what, size), content)


def _build_notebooks(
    course: Course,
    lesson: Lesson,
    run: RunView,
    figures: dict[str, RecordedFigure],
) -> Iterator[Entry]:
    """Yield the executed notebook and the starter notebook."""
    executed, starter = (
        notebook_sources(course, lesson, run, figures, what)
        for what in ("Executed notebook", "Starter notebook")
    )
    content = render_notebook(build_executed_notebook(executed))
    what = "executed notebook: text, code, recorded outputs and figures; re-runs whole"
    yield "notebook", f"{lesson.id}.ipynb", what, content
    content = render_notebook(build_starter_notebook(starter))
    what = "starter notebook: to fill, without outputs and solutions"
    yield "code", f"{lesson.id}-starter.ipynb", what, content


def notebook_sources(
    course: Course,
    lesson: Lesson,
    run: RunView,
    figures: dict[str, RecordedFigure],
    what: str,
) -> NotebookSources:
    """Return what a lesson's notebooks are made of."""
    made = f"{what} of lesson {lesson.number}, revision {lesson.metadata.revision}"
    source = f"{made}, of *{course.metadata.title}*."
    recorded = f" Recorded {run.time}." if run.record else " Not recorded yet."
    alternatives = {p.figure: p.alternative for p in lesson.prose.placements}
    installs = course.metadata.colab is not None
    note = source + recorded
    return NotebookSources(lesson, run, figures, alternatives, note, installs)


def _build_programs(lesson: Lesson) -> Iterator[Entry]:
    """Yield starter, complete file and the files that lie beside main.py."""
    what = "starter: the same as plain Python, for your own file"
    yield "code", f"{lesson.id}-starter.py", what, build_starter(lesson)
    what = "complete file: all of main.py, solutions included"
    yield "code", f"{lesson.id}.py", what, build_complete(lesson.program)
    main = lesson.folder / MAIN
    for path in sorted(main.parent.iterdir()):
        if path.is_file() and path != main and not path.name.startswith("."):
            what = "a file that the program reads: keep it beside the program"
            yield "code", path.name, what, path.read_bytes()


def _build_texts(theme: Theme, course: Course, lesson: Lesson) -> Iterator[Entry]:
    """Yield the lesson's text and the template for evidence."""
    prose = FIGURE_LINK.sub(
        lambda match: f"({lesson.id}-{match['id']}.svg)", lesson.prose.text
    )
    text = theme.render(
        "downloads/lesson.md.jinja", course=course, lesson=lesson, prose=prose
    )
    yield "text", f"{lesson.id}.md", "the lesson's text as Markdown", text
    fields = build_evidence_fields(lesson.metadata.evidence)
    text = theme.render("downloads/evidence.md.jinja", lesson=lesson, fields=fields)
    yield "text", f"{lesson.id}-evidence.md", "evidence template to fill", text


def _build_records(lesson: Lesson, runs: tuple[RunView, ...]) -> Iterator[Entry]:
    """Yield the execution record of each backend that has one."""
    for run in runs:
        if run.record:
            what = f"execution record on the {run.label}"
            name = f"{lesson.id}-{run.backend}.json"
            yield "record", name, what, dump_record(run.record)


def _build_figures(
    lesson: Lesson, run: RunView, figures: dict[str, RecordedFigure]
) -> Iterator[Entry]:
    """Yield each figure, and its data with where they come from."""
    for id, recorded in figures.items():
        name = f"{lesson.id}-{id}"
        yield "record", f"{name}.svg", f"figure “{id}”", recorded.picture
        what = f"data and provenance of figure “{id}”"
        if run.record:
            content = _render_figure_data(lesson, run.record, recorded)
            yield "record", f"{name}.json", what, content


def _render_figure_data(
    lesson: Lesson, record: Record, recorded: RecordedFigure
) -> str:
    """Return a figure's data with its provenance."""
    environment = record.environment
    content = {
        "figure": recorded.figure.id,
        "provenance": {
            "lesson": lesson.id,
            "cell": recorded.cell.name,
            "revision": record.revision,
            "started": record.started,
            "python": environment.python,
            "packages": environment.packages,
            "platform": environment.platform,
            "backend": environment.backend,
            "device_kind": environment.device_kind,
            "device_count": environment.device_count,
            "code": asdict(record.inputs.main),
            "picture_sha256": recorded.figure.sha256,
        },
        "data": recorded.data,
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
