"""What stands around the lessons: reference pages, redirects, files for machines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lessonkit.course.model import Course
from lessonkit.records.verifications import Standing
from lessonkit.site import links
from lessonkit.site.api_index import build_api_index
from lessonkit.site.course_map import build_map
from lessonkit.site.errata import build_errata
from lessonkit.site.error_index import build_error_index
from lessonkit.site.glossary import build_glossary
from lessonkit.site.links import Links
from lessonkit.site.metadata import (
    HOME,
    LINKED_DATA,
    Addresses,
    add_metadata,
    build_course_metadata,
    build_lesson_metadata,
    render_script,
)
from lessonkit.site.mixed import build_reviews
from lessonkit.site.provenance import Run, build_provenance, list_runs
from lessonkit.site.redirects import build_redirects
from lessonkit.site.repository import (
    Reporter,
    build_edit_link,
    build_issue_link,
    list_sources,
)
from lessonkit.site.templates import Theme
from lessonkit.site.views import RunView

LLMS = "llms.txt"


@dataclass(frozen=True)
class Surroundings:
    """What is built around the lessons of a course.

    `runs` and `standings` are by lesson id; `directory_urls` tells whether the host
    shows `setup/cpu.md` as `setup/cpu/`.
    """

    course: Course
    theme: Theme
    directory_urls: bool
    runs: Mapping[str, tuple[RunView, ...]]
    standings: Mapping[str, tuple[Standing, ...]]

    def links(self, file: str) -> Links:
        """Return the links of a page."""
        return Links(file, self.directory_urls)

    def render(self, file: str, template: str, **values: object) -> str:
        """Return a page's text; its template can make links."""
        return self.theme.render(
            template, links=self.links(file), course=self.course, **values
        )


def build_surroundings(
    around: Surroundings, pages: Mapping[str, str | bytes]
) -> dict[str, str | bytes]:
    """Return all pages with what is added around and to them, by their names."""
    built = {**dict(_build_reference(around)), **dict(_build_overviews(around))}
    tree = {**pages, **built, **_build_machine_files(around)}
    sources = list_sources(around.course) if around.course.metadata.repository else {}
    complete = {
        name: _complete_page(around, name, text, sources.get(name, ""))
        for name, text in tree.items()
    }
    redirects = build_redirects(around.course, tree, around.links, around.render)
    return {**complete, **dict(redirects)}


def build_reporter(course: Course, lesson: str, page: Links) -> Reporter | None:
    """Return what makes the reports of a lesson; None without a repository."""
    if course.metadata.repository is None:
        return None
    found = next(entry for entry in course.lessons if entry.id == lesson)
    base = (course.metadata.site_url or "").rstrip("/")
    address = page.address(links.lesson_page(lesson))
    return Reporter(
        metadata=course.metadata,
        lesson=lesson,
        number=found.number,
        revision=found.metadata.revision,
        page=f"{base}/{address}" if base else address,
    )


def _build_reference(around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield the API index, the glossary, the error messages and the errata."""
    course, render = around.course, around.render
    file = links.API_PAGE
    libraries = build_api_index(course)
    yield file, render(file, "reference/api.md.jinja", libraries=libraries)
    file = links.GLOSSARY_PAGE
    letters = build_glossary(course)
    yield file, render(file, "reference/glossary.md.jinja", letters=letters)
    file = links.ERRORS_PAGE
    kinds = build_error_index(course, around.runs)
    yield file, render(file, "reference/errors.md.jinja", kinds=kinds)
    file = links.ERRATA_PAGE
    report = build_issue_link(course.metadata, "A mistake in the course: ", "")
    template = "reference/errata.md.jinja"
    yield file, render(file, template, errata=build_errata(course), link=report)


def _build_overviews(around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield the map of the course, and the review of each phase that has one."""
    course, render = around.course, around.render
    file = links.MAP_PAGE
    yield file, render(file, "phase/map.md.jinja", map=build_map(course))
    for review in build_reviews(course):
        file = review.page
        yield file, render(file, "phase/review.md.jinja", review=review)


def _build_machine_files(around: Surroundings) -> dict[str, str]:
    """Return what programs read: llms.txt, the provenance and the schemas."""
    addresses = Addresses(around.course.metadata, around.links(LLMS))
    llms = around.render(
        LLMS,
        "site/llms.txt.jinja",
        addresses=addresses,
        pages=links,
    )
    provenance = build_provenance(around.course.metadata, _list_all_runs(around))
    return {LLMS: llms, **provenance}


def _list_all_runs(around: Surroundings) -> Iterator[Run]:
    """Yield every recorded run, in reading order."""
    here = around.links("provenance.json")
    for lesson in around.course.lessons:
        runs = around.runs.get(lesson.id, ())
        standings = around.standings.get(lesson.id, ())
        yield from list_runs(lesson, runs, standings, here)


def _complete_page(
    around: Surroundings, name: str, content: str | bytes, source: str
) -> str | bytes:
    """Return a page with a link to edit it, and with what it says to machines."""
    if not name.endswith(".md") or links.DOWNLOADS in name:
        return content
    edit = build_edit_link(around.course.metadata, source)
    linked_data = _build_metadata(around, name)
    if not edit and not linked_data:
        return content
    text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    text = text.replace("\r\n", "\n")
    if edit:
        closing = around.theme.render("parts/closing.html.jinja", edit=edit)
        text = f"{text.rstrip()}\n\n{closing}"
    return add_metadata(text, LINKED_DATA, linked_data) if linked_data else text


def _build_metadata(around: Surroundings, name: str) -> str:
    """Return the JSON-LD of a page; nothing where it has none."""
    course, renderer = around.course, around.theme.renderer
    addresses = Addresses(course.metadata, around.links(name))
    if name in (HOME, links.PATH_PAGE):
        return render_script(build_course_metadata(course, addresses, renderer))
    for phase in course.phases:
        for lesson in phase.lessons:
            if name == links.lesson_page(lesson.id):
                found = build_lesson_metadata(
                    course, phase, lesson, addresses, renderer
                )
                return render_script(found)
    return ""
