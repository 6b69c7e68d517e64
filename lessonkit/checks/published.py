"""Check what looks back at pages that were published before: errata and redirects."""

from __future__ import annotations

from collections.abc import Iterator

from lessonkit.checks.places import YamlFile, check_yaml_tex
from lessonkit.checks.registries import check_repeated
from lessonkit.course.model import Course
from lessonkit.layout import DOCS, ERRATA, PHASES
from lessonkit.problems import Problem, did_you_mean


def check_published(course: Course) -> Iterator[Problem]:
    """Check the list of errata and the addresses that lead to other pages."""
    yield from _check_errata(course)
    yield from _check_redirects(course)


def _check_errata(course: Course) -> Iterator[Problem]:
    """An erratum is about a lesson, and names the revision that mends it."""
    file = YamlFile(course.root, course.root / PHASES / ERRATA)
    yield from check_repeated(file, (), course.errata)
    lessons = {lesson.id: lesson.metadata for lesson in course.lessons}
    for index, erratum in enumerate(course.errata):
        for problem in check_yaml_tex(file, erratum):
            yield file.problem((index,), problem.code, problem.message)
        lesson = lessons.get(erratum.lesson)
        if lesson is None:
            message = f"there is no lesson `{erratum.lesson}`"
            remedy = did_you_mean(erratum.lesson, lessons)
            yield file.problem((index, "lesson"), "LK107", message, remedy)
        elif erratum.revision not in [change.revision for change in lesson.changes]:
            message = f"`{lesson.id}` has no revision `{erratum.revision}`"
            remedy = "name one that stands under `changes` in its lesson.yml"
            yield file.problem((index, "revision"), "LK107", message, remedy)


def _check_redirects(course: Course) -> Iterator[Problem]:
    """An address leads from where no page is to where one is."""
    file = YamlFile(course.root, course.root / PHASES / "course.yml")
    pages = frozenset(_find_addresses(course))
    for old, new in course.metadata.redirects.items():
        place = ("redirects", old)
        if old in pages:
            message = f"`{old}` is a page of its own"
            yield file.problem(place, "LK106", message, "remove the redirect")
        if new not in pages:
            message = f"there is no page `{new}`"
            remedy = did_you_mean(new, pages) or (
                "name a written lesson (lessons/ID), a phase (phases/ID) or a page in "
                "docs/, without its ending"
            )
            yield file.problem(place, "LK107", message, remedy)


def _find_addresses(course: Course) -> Iterator[str]:
    """Yield the addresses of lessons, phases and hand-written pages."""
    yield "phases"
    yield from (f"lessons/{lesson.id}" for lesson in course.lessons)
    yield from (f"phases/{phase.id}" for phase in course.phases)
    folder = course.root / DOCS
    for path in folder.rglob("*.md"):
        page = path.relative_to(folder)
        yield (page.parent if page.stem == "index" else page.with_suffix("")).as_posix()
