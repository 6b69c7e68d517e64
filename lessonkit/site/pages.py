"""Every generated file of the site, from values that were loaded before.

The files make a complete docs folder for any host of Markdown pages: hand-written
pages are copied, what is generated takes the place of what has the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import BytecodeCache

from lessonkit.checks import CheckLessons, check_course, check_each
from lessonkit.course.load import Loaded, LoadLessons, load_course, load_each
from lessonkit.course.model import Course, Lesson, Phase
from lessonkit.course.narrow import narrow_course
from lessonkit.problems import Problem, sort_problems
from lessonkit.records import BACKENDS, Record, find_records
from lessonkit.records.verifications import Standing, find_standings
from lessonkit.site.archive import build_archive
from lessonkit.site.beginner import build_beginner, find_beginner_phases
from lessonkit.site.glossary import list_introduced
from lessonkit.site.learning import (
    COURSE_SCRIPT,
    build_course_script,
    build_settings,
)
from lessonkit.site.lesson_pages import Content, LessonSources, build_each
from lessonkit.site.lesson_view import build_lesson_runs
from lessonkit.site.links import (
    GUIDES,
    LEARNING_PAGE,
    PATH_PAGE,
    REVIEW_PAGE,
    STATUS_PAGE,
    Links,
    archive_file,
    beginner_file,
    offline_file,
    phase_page,
)
from lessonkit.site.mixed import build_reviews, find_phase_review
from lessonkit.site.phases import build_path, build_phase_view
from lessonkit.site.runs import add_verified
from lessonkit.site.status import build_status
from lessonkit.site.surroundings import (
    Surroundings,
    build_surroundings,
)
from lessonkit.site.templates import Theme, load_assets
from lessonkit.site.views import RunView
from lessonkit.stale import State, find_state, load_pins

DOCS = "docs"
# What a hand-written page shows where it holds such a line: the name of the value in
# the template, the template, and what builds the value.
PLACES = {
    "<!-- lessonkit: path -->": ("path", "phase/path.html.jinja", build_path),
    "<!-- lessonkit: phase reviews -->": (
        "reviews",
        "phase/reviews.md.jinja",
        build_reviews,
    ),
}

BuildLessons = Callable[
    [Theme, Sequence[LessonSources]], Iterable[Mapping[str, Content]]
]


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


@dataclass(frozen=True)
class Recorded:
    """What was recorded of one lesson, by backend, and whether it still holds."""

    records: Mapping[str, Record]
    states: Mapping[str, State]
    standings: tuple[Standing, ...]


def find_each_recorded(
    folders: Sequence[Path], pins: Mapping[str, str]
) -> Iterator[Recorded]:
    """Yield what was recorded of the lesson in each folder."""
    for folder in folders:
        yield Recorded(
            find_records(folder),
            {backend: find_state(folder, backend, pins) for backend in BACKENDS},
            find_standings(folder),
        )


FindRecorded = Callable[[Sequence[Path], Mapping[str, str]], Iterable[Recorded]]


def load_site(
    root: Path,
    *,
    load_lessons: LoadLessons = load_each,
    check_lessons: CheckLessons = check_each,
    find_recorded: FindRecorded = find_each_recorded,
) -> Site:
    """Load a repository's course, its records, and whether those still hold.

    `load_lessons`, `check_lessons` and `find_recorded` return what `load_each`,
    `check_each` and `find_each_recorded` do, maybe with less work.
    """
    loaded = load_course(root, load_lessons=load_lessons)
    course = loaded.course
    lessons = course.lessons if course else ()
    checked = check_course(course, check_lessons=check_lessons) if course else ()
    found = [*loaded.problems, *checked]
    recorded = list(
        find_recorded([lesson.folder for lesson in lessons], load_pins(root))
    )
    return Site(
        loaded,
        sort_problems(found),
        {lesson.id: r.records for lesson, r in zip(lessons, recorded, strict=True)},
        {
            (lesson.id, backend): state
            for lesson, r in zip(lessons, recorded, strict=True)
            for backend, state in r.states.items()
        },
        {lesson.id: r.standings for lesson, r in zip(lessons, recorded, strict=True)},
    )


def build_site(
    site: Site,
    *,
    directory_urls: bool = True,
    offline: bytes = b"",
    build_lessons: BuildLessons = build_each,
    compiled: BytecodeCache | None = None,
    pack: Callable[[Path, str], bytes] = build_archive,
) -> dict[str, Content]:
    """Return every file of the pages folder by its name.

    `directory_urls` tells whether the host shows `setup/cpu.md` as `setup/cpu/`.
    `offline` is the archive of the offline edition; the site offers it if it has one.
    `build_lessons` returns what `build_each` does, maybe with less work; `compiled`
    may keep what templates are compiled to; `pack` makes the repository's archive.
    """
    course = site.course
    build = _Build(site, Theme(compiled), directory_urls, bool(offline))
    written = dict(_build_docs(build))
    tree: dict[str, Content] = {**_build_defaults(build), **written}
    title = course.metadata.title
    tree |= load_assets(build_settings(course))
    tree[COURSE_SCRIPT] = build_course_script(
        build.theme, course, build.links("index.md")
    )
    tree[PATH_PAGE] = _render_path(build)
    for phase in course.phases:
        tree[phase_page(phase.id)] = _render_phase(build, phase)
    runs = {lesson.id: _build_runs(build, lesson) for lesson in course.lessons}
    for files in build_lessons(build.theme, _list_sources(build, written, runs)):
        tree |= files
    tree[STATUS_PAGE] = _render_status(build, runs)
    tree[archive_file(title)] = pack(course.root, title)
    if offline:
        tree[offline_file(title)] = offline
    if find_beginner_phases(course):
        archive = build_beginner(build.theme, course, tree, load_pins(course.root))
        tree[beginner_file(title)] = archive
    around = Surroundings(course, build.theme, directory_urls, runs, site.standings)
    return build_surroundings(around, tree)


@dataclass(frozen=True)
class _Build:
    """What every page of one build is made with."""

    site: Site
    theme: Theme
    directory_urls: bool
    has_offline: bool

    def links(self, file: str) -> Links:
        """Return the links of a page."""
        return Links(file, self.directory_urls)

    def render(self, file: str, template: str, **values: object) -> str:
        """Return a page's text; its template can make links."""
        return self.theme.render(template, links=self.links(file), **values)


def _list_sources(
    build: _Build,
    written: Mapping[str, Content],
    runs: Mapping[str, tuple[RunView, ...]],
) -> list[LessonSources]:
    """Return what each lesson's files are made of, in reading order."""
    guides = tuple(page for page in GUIDES if page in written)
    introduced = list_introduced(build.site.course)
    sources = []
    for phase in build.site.course.phases:
        for lesson in phase.lessons:
            course = narrow_course(build.site.course, lesson)
            own = next(entry for entry in course.phases if entry.id == phase.id)
            terms = introduced.get(lesson.id, {})
            found = runs[lesson.id]
            sources.append(
                LessonSources(
                    course, own, lesson, found, build.directory_urls, terms, guides
                )
            )
    return sources


def _build_defaults(build: _Build) -> dict[str, Content]:
    """Return the pages that need no author; a hand-written one takes their place."""
    reviews = build_reviews(build.site.course)
    return {
        LEARNING_PAGE: build.render(LEARNING_PAGE, "learning/my-learning.md.jinja"),
        REVIEW_PAGE: build.render(
            REVIEW_PAGE, "learning/review.md.jinja", reviews=reviews
        ),
    }


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
    if not name.endswith(".md"):
        return content
    for place, (variable, template, build_value) in PLACES.items():
        if place.encode() in content:
            value = build_value(build.site.course)
            shown = build.render(name, template, **{variable: value}).strip()
            content = content.replace(place.encode(), shown.encode())
    return content


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
        offline=offline_file(title) if build.has_offline else "",
    )


def _render_phase(build: _Build, phase: Phase) -> str:
    """Return the page of a phase, its study guide included."""
    course = build.site.course
    return build.render(
        phase_page(phase.id),
        "phase/phase.md.jinja",
        phase=build_phase_view(course, phase),
        review=find_phase_review(course, phase),
        guide=phase.guide,
        track=course.find_track(phase.metadata.track),
    )


def _render_status(build: _Build, runs: Mapping[str, tuple[RunView, ...]]) -> str:
    """Return the page that says of every lesson what was recorded, and where."""
    status = build_status(build.site.course, runs)
    return build.render(STATUS_PAGE, "about/status.md.jinja", status=status)


def _build_runs(build: _Build, lesson: Lesson) -> tuple[RunView, ...]:
    """Return a lesson's runs with what other environments found out about them."""
    site = build.site
    runs = build_lesson_runs(site.course, lesson, site.records, site.states)
    return add_verified(runs, site.standings.get(lesson.id, ()))
