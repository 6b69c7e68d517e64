"""Every generated file of the site, from values that were loaded before.

The files make a complete docs folder for any host of Markdown pages: hand-written
pages are copied, what is generated takes the place of what has the same name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lessonkit.checks import check_course
from lessonkit.course.load import Loaded, load_course
from lessonkit.course.model import (
    Course,
    Lesson,
    Phase,
)
from lessonkit.problems import Problem, sort_problems
from lessonkit.records import BACKENDS, Record, find_records
from lessonkit.records.verifications import Standing, find_standings
from lessonkit.site.archive import build_archive
from lessonkit.site.beginner import build_beginner, find_beginner_phases
from lessonkit.site.downloads import build_lesson_files, notebook_sources
from lessonkit.site.figures import find_figures, picture_file
from lessonkit.site.lesson_view import build_lesson_runs, build_lesson_view
from lessonkit.site.links import (
    PATH_PAGE,
    STATUS_PAGE,
    Links,
    archive_file,
    beginner_file,
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
from lessonkit.site.runs import add_verified, choose_main_run
from lessonkit.site.status import build_status
from lessonkit.site.templates import Theme, load_assets
from lessonkit.site.views import RunView
from lessonkit.stale import State, find_state, load_pins

DOCS = "docs"
# A hand-written page that holds this line shows the path through the phases there.
PATH_PLACE = "<!-- lessonkit: path -->"

Content = str | bytes


@dataclass(frozen=True)
class Site:
    """What the site is built from.

    `records` are by lesson id and backend, `states` by the two together; `standings`
    tell by lesson id what other environments found out.
    """

    loaded: Loaded
    problems: tuple[Problem, ...]
    records: Mapping[str, Mapping[str, Record]]
    states: Mapping[tuple[str, str], State]
    standings: Mapping[str, tuple[Standing, ...]] = field(default_factory=dict)

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
    standings = {lesson.id: find_standings(lesson.folder) for lesson in lessons}
    return Site(loaded, sort_problems(found), records, states, standings)


def build_site(site: Site, *, directory_urls: bool = True) -> dict[str, Content]:
    """Return every file of the pages folder by its name.

    `directory_urls` tells whether the host shows `setup/cpu.md` as `setup/cpu/`.
    """
    course = site.course
    build = _Build(site, Theme(), directory_urls)
    tree: dict[str, Content] = dict(_build_docs(build))
    tree |= load_assets()
    tree[PATH_PAGE] = _render_path(build)
    for phase in course.phases:
        tree[phase_page(phase.id)] = _render_phase(build, phase)
        for lesson in phase.lessons:
            tree |= _build_lesson(build, phase, lesson)
    tree[STATUS_PAGE] = _render_status(build)
    title = course.metadata.title
    tree[archive_file(title)] = build_archive(course.root, title)
    if find_beginner_phases(course):
        archive = build_beginner(build.theme, course, tree, load_pins(course.root))
        tree[beginner_file(title)] = archive
    return tree


@dataclass(frozen=True)
class _Build:
    """What every page of one build is made with."""

    site: Site
    theme: Theme
    directory_urls: bool

    def links(self, file: str) -> Links:
        """Return the links of a page."""
        return Links(file, self.directory_urls)

    def render(self, file: str, template: str, **values: object) -> str:
        """Return a page's text; its template can make links."""
        return self.theme.render(template, links=self.links(file), **values)


def _build_docs(build: _Build) -> Iterator[tuple[str, Content]]:
    """Yield the hand-written files, places for generated text filled."""
    folder = build.site.course.root / DOCS
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in relative.parts):
            name = relative.as_posix()
            yield name, _build_doc(build, name, path.read_bytes())


def _build_doc(build: _Build, name: str, content: bytes) -> Content:
    """Return a hand-written file as the site shows it."""
    if not name.endswith(".md") or PATH_PLACE.encode() not in content:
        return content
    path = build_path(build.site.course)
    shown = build.render(name, "phase/path.html.jinja", path=path)
    return content.decode("utf-8").replace(PATH_PLACE, shown)


def _render_path(build: _Build) -> str:
    """Return the page of the whole path, with the archives to take along."""
    course = build.site.course
    title = course.metadata.title
    return build.render(
        PATH_PAGE,
        "phase/path.md.jinja",
        course=course,
        path=build_path(course),
        archive=archive_file(title),
        beginner=beginner_file(title) if find_beginner_phases(course) else "",
    )


def _render_phase(build: _Build, phase: Phase) -> str:
    """Return the page of a phase, its study guide included."""
    course = build.site.course
    return build.render(
        phase_page(phase.id),
        "phase/phase.md.jinja",
        phase=build_phase_view(course, phase),
        guide=phase.guide,
        track=course.find_track(phase.metadata.track),
    )


def _render_status(build: _Build) -> str:
    """Return the page that says of every lesson what was recorded, and where."""
    course = build.site.course
    rows = [
        row
        for lesson in course.lessons
        for row in build_status(course, lesson, _build_runs(build, lesson))
    ]
    return build.render(STATUS_PAGE, "about/status.md.jinja", course=course, rows=rows)


def _build_runs(build: _Build, lesson: Lesson) -> tuple[RunView, ...]:
    """Return a lesson's runs with what other environments found out about them."""
    site = build.site
    runs = build_lesson_runs(site.course, lesson, site.records, site.states)
    return add_verified(runs, site.standings.get(lesson.id, ()))


def _build_lesson(build: _Build, phase: Phase, lesson: Lesson) -> dict[str, Content]:
    """Return the files of a lesson: its page, its notebook's page, its downloads."""
    course, runs = build.site.course, _build_runs(build, lesson)
    files = build_lesson_files(build.theme, course, lesson, runs)
    downloads = tuple(entry.download for entry in files)
    file = lesson_page(lesson.id)
    return {
        **{entry.download.file: entry.content for entry in files},
        file: build.render(
            file,
            "lesson/page.md.jinja",
            page=build_lesson_view(course, phase, lesson, runs, downloads),
            meta=lesson.metadata,
            files={download.name: download.file for download in downloads},
        ),
        notebook_page(lesson.id): _render_page_notebook(build, lesson, runs),
    }


def _render_page_notebook(
    build: _Build, lesson: Lesson, runs: tuple[RunView, ...]
) -> str:
    """Return the notebook that is shown as a page, with a link to the lesson."""
    run = choose_main_run(runs)
    figures = find_figures(lesson, run.record)
    links = build.links(notebook_page(lesson.id))
    back = links.to(lesson_page(lesson.id))
    what = f"[Back to the lesson]({back}) · Executed notebook"
    sources = notebook_sources(build.site.course, lesson, run, figures, what)
    pictures = {id: links.to(picture_file(lesson.id, id)) for id in figures}
    executed = build_executed_notebook(sources)
    return render_notebook(build_page_notebook(executed, pictures))
