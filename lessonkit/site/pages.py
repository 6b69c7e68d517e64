"""Every generated file of the site, from values that were loaded before.

The files make a complete docs folder for any host of Markdown pages: hand-written
pages are copied, what is generated takes the place of what has the same name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lessonkit.checks import check_course
from lessonkit.course.load import Loaded, load_course
from lessonkit.course.model import Course, Lesson, Phase
from lessonkit.problems import Problem, sort_problems
from lessonkit.records import BACKENDS, Record, find_records
from lessonkit.site.archive import build_archive
from lessonkit.site.downloads import build_lesson_files, notebook_sources
from lessonkit.site.figures import find_figures, picture_file
from lessonkit.site.lesson_view import build_lesson_runs, build_lesson_view
from lessonkit.site.links import (
    PATH_PAGE,
    Links,
    archive_file,
    lesson_page,
    notebook_page,
    phase_page,
)
from lessonkit.site.notebooks import (
    build_executed_notebook,
    build_page_notebook,
    render_notebook,
)
from lessonkit.site.phases import build_path, build_phase_view
from lessonkit.site.runs import choose_main_run
from lessonkit.site.theme import ASSETS, Theme
from lessonkit.site.views import RunView
from lessonkit.stale import State, find_state, load_pins

DOCS = "docs"
# A hand-written page that holds this line shows the path through the phases there.
PATH_PLACE = "<!-- lessonkit: path -->"

Content = str | bytes


@dataclass(frozen=True)
class Site:
    """What the site is built from.

    `records` are by lesson id and backend, `states` by the two together.
    """

    loaded: Loaded
    problems: tuple[Problem, ...]
    records: Mapping[str, Mapping[str, Record]]
    states: Mapping[tuple[str, str], State]

    @property
    def course(self) -> Course:
        """The course; only a site without problems is sure to have one."""
        if self.loaded.course is None:
            raise ValueError("the course could not be loaded")
        return self.loaded.course


def load_site(root: Path) -> Site:
    """Load a repository's course, its records, and whether those still hold."""
    loaded = load_course(root)
    course = loaded.course
    lessons = course.lessons if course else ()
    found = [*loaded.problems, *(check_course(course) if course else ())]
    pins = load_pins(root)
    states = {
        (lesson.id, backend): find_state(lesson.folder, backend, pins)
        for lesson in lessons
        for backend in BACKENDS
    }
    records = {lesson.id: find_records(lesson.folder) for lesson in lessons}
    return Site(loaded, sort_problems(found), records, states)


def build_site(site: Site, *, directory_urls: bool = True) -> dict[str, Content]:
    """Return every file of the pages folder by its name.

    `directory_urls` tells whether the host shows `setup/cpu.md` as `setup/cpu/`.
    """
    course = site.course
    theme = Theme()
    tree: dict[str, Content] = dict(_build_docs(theme, course, directory_urls))
    tree |= {name: path.read_bytes() for name, path in ASSETS.items()}
    links = Links(PATH_PAGE, directory_urls)
    path = build_path(course)
    tree[PATH_PAGE] = theme.render(
        "phase/path.md.jinja", course=course, path=path, links=links
    )
    for phase in course.phases:
        tree[phase_page(phase.id)] = _render_phase(theme, course, phase, directory_urls)
        for lesson in phase.lessons:
            runs = build_lesson_runs(course, lesson, site.records, site.states)
            tree |= _build_lesson(theme, course, phase, lesson, runs, directory_urls)
    title = course.metadata.title
    tree[archive_file(title)] = build_archive(course.root, title)
    return tree


def _build_docs(
    theme: Theme, course: Course, directory_urls: bool
) -> Iterator[tuple[str, Content]]:
    """Yield the hand-written files, places for generated text filled."""
    folder = course.root / DOCS
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not _is_hidden(path.relative_to(folder)):
            yield name, _build_doc(theme, course, path, Links(name, directory_urls))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _build_doc(theme: Theme, course: Course, path: Path, links: Links) -> Content:
    """Return a hand-written file as the site shows it."""
    content = path.read_bytes()
    if path.suffix != ".md" or PATH_PLACE.encode() not in content:
        return content
    shown = theme.render("phase/path.html.jinja", path=build_path(course), links=links)
    return content.decode("utf-8").replace(PATH_PLACE, shown)


def _render_phase(
    theme: Theme, course: Course, phase: Phase, directory_urls: bool
) -> str:
    """Return the page of a phase, its study guide included."""
    track = course.find_track(phase.metadata.track)
    return theme.render(
        "phase/phase.md.jinja",
        phase=build_phase_view(course, phase),
        guide=phase.guide,
        track=track,
        links=Links(phase_page(phase.id), directory_urls),
    )


def _build_lesson(
    theme: Theme,
    course: Course,
    phase: Phase,
    lesson: Lesson,
    runs: tuple[RunView, ...],
    directory_urls: bool,
) -> dict[str, Content]:
    """Return the files of a lesson: its page, its notebook's page, its downloads."""
    files = build_lesson_files(theme, course, lesson, runs)
    tree = {file.download.file: file.content for file in files}
    downloads = tuple(file.download for file in files)
    view = build_lesson_view(course, phase, lesson, runs, downloads)
    tree[lesson_page(lesson.id)] = theme.render(
        "lesson/page.md.jinja",
        page=view,
        meta=lesson.metadata,
        links=Links(lesson_page(lesson.id), directory_urls),
        files={file.download.name: file.download.file for file in files},
    )
    links = Links(notebook_page(lesson.id), directory_urls)
    tree[notebook_page(lesson.id)] = _render_page_notebook(course, lesson, runs, links)
    return tree


def _render_page_notebook(
    course: Course, lesson: Lesson, runs: tuple[RunView, ...], links: Links
) -> str:
    """Return the notebook that is shown as a page, with a link to the lesson."""
    run = choose_main_run(runs)
    figures = find_figures(lesson, run.record)
    back = links.to(lesson_page(lesson.id))
    what = f"[Back to the lesson]({back}) · Executed notebook"
    sources = notebook_sources(course, lesson, run, figures, what)
    pictures = {id: links.to(picture_file(lesson.id, id)) for id in figures}
    executed = build_executed_notebook(sources)
    return render_notebook(build_page_notebook(executed, pictures))
