"""The files of one lesson: its page, its notebook's page, its scripts and downloads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lessonkit.course.model import Course, Lesson, Phase
from lessonkit.site.comparison import build_comparison
from lessonkit.site.complete import build_complete_script, complete_script
from lessonkit.site.downloads import build_lesson_files, notebook_sources
from lessonkit.site.figures import find_figures, picture_file
from lessonkit.site.glossary import link_terms
from lessonkit.site.learning import build_lesson_script, lesson_script
from lessonkit.site.lesson_view import build_lesson_view
from lessonkit.site.links import Links, lesson_download, lesson_page, notebook_page
from lessonkit.site.metadata import render_script
from lessonkit.site.notebooks import build_executed_notebook
from lessonkit.site.runs import choose_main_run
from lessonkit.site.surroundings import build_reporter
from lessonkit.site.templates import Theme
from lessonkit.site.views import RunView

Content = str | bytes


@dataclass(frozen=True)
class LessonSources:
    """All that a lesson's files are made of; the course knows the others by their ids.

    `directory_urls` tells whether the host shows `setup/cpu.md` as `setup/cpu/`.
    `terms` are the ways to write the terms that this lesson introduces, with their ids.
    `guides` are those of the known hand-written pages that this course has.
    """

    course: Course
    phase: Phase
    lesson: Lesson
    runs: tuple[RunView, ...]
    directory_urls: bool
    terms: Mapping[str, str]
    guides: tuple[str, ...]

    def links(self, file: str) -> Links:
        """Return the links of a page."""
        return Links(file, self.directory_urls)


def build_each(
    theme: Theme, lessons: Iterable[LessonSources]
) -> Iterator[dict[str, Content]]:
    """Yield the files of each lesson, in order."""
    return (build_lesson_tree(theme, sources) for sources in lessons)


def build_lesson_tree(theme: Theme, sources: LessonSources) -> dict[str, Content]:
    """Return the files of a lesson by their names in the pages folder."""
    course, lesson, runs = sources.course, sources.lesson, sources.runs
    files = build_lesson_files(theme, course, lesson, runs)
    downloads = tuple(entry.download for entry in files)
    file = lesson_page(lesson.id)
    links = sources.links(file)
    linked = link_terms(lesson, sources.terms, links)
    view = build_lesson_view(course, sources.phase, linked, runs, downloads)
    return {
        **{entry.download.file: entry.content for entry in files},
        lesson_script(lesson.id): build_lesson_script(theme, view),
        complete_script(lesson.id): build_complete_script(lesson.id, view.complete),
        file: theme.render(
            "lesson/page.md.jinja",
            links=links,
            page=view,
            reports=build_reporter(course, lesson.id, links),
            comparison=_render_comparison(theme, sources),
            meta=lesson.metadata,
            guides=sources.guides,
            files={download.name: download.file for download in downloads},
        ),
        notebook_page(lesson.id): _render_notebook_page(theme, sources),
    }


def _render_comparison(theme: Theme, sources: LessonSources) -> str:
    """Return as JSON what a reader's run is compared with; nothing without a record."""
    record = choose_main_run(sources.runs).record
    if record is None:
        return ""
    devices = sources.course.metadata.runtime == "jax"
    return render_script(
        build_comparison(sources.lesson, record, theme.renderer, devices=devices)
    )


def _render_notebook_page(theme: Theme, sources: LessonSources) -> str:
    """Return the page that shows the executed notebook, with a link to the lesson."""
    lesson, run = sources.lesson, choose_main_run(sources.runs)
    figures = find_figures(lesson, run.record)
    links = sources.links(notebook_page(lesson.id))
    what = "Executed notebook"
    notebook = notebook_sources(sources.course, lesson, run, figures, what)
    return theme.render(
        "notebook/page.md.jinja",
        links=links,
        title=lesson.metadata.title,
        notebook=build_executed_notebook(notebook),
        pictures={id: links.to(picture_file(lesson.id, id)) for id in figures},
        lesson=lesson_page(lesson.id),
        download=lesson_download(lesson.id, f"{lesson.id}.ipynb"),
    )
