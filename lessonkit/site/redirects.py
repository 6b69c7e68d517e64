"""Pages at addresses of the past: each leads to where its page is now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from lessonkit.course.model import Course
from lessonkit.site.links import Links, lesson_page, phase_page

# These pages lie in folders of their own, whatever the host's form of links.
FOLDERS = ("lessons/", "phases/")


def build_redirects(
    course: Course,
    pages: Collection[str],
    links_of: Callable[[str], Links],
    render: Callable[..., str],
) -> Iterator[tuple[str, str]]:
    """Yield a small page, by its name, for each address that leads elsewhere.

    `pages` are the names of all pages; an address that leads to none of them is a
    problem of the sources, and is left out here.
    """
    titles = _list_titles(course)
    for old, new in course.metadata.redirects.items():
        target = next((p for p in (f"{new}.md", f"{new}/index.md") if p in pages), None)
        if target:
            index = old.startswith(FOLDERS)
            file = f"{old}/index.md" if index else f"{old}.md"
            address = links_of(file).address(file)
            name = f"{address}index.html" if address.endswith("/") else address
            yield (
                name,
                render(
                    file,
                    "site/redirect.html.jinja",
                    target=target,
                    title=titles.get(target, new),
                ),
            )


def find_renamed_lessons(course: Course) -> dict[str, str]:
    """Return the ids that lessons had once, each with the one that it has now."""
    addresses = {f"lessons/{lesson.id}": lesson.id for lesson in course.lessons}
    return {
        old.removeprefix("lessons/"): addresses[new]
        for old, new in course.metadata.redirects.items()
        if old.startswith("lessons/") and new in addresses
    }


def _list_titles(course: Course) -> dict[str, str]:
    """Return the titles of phases and lessons by the files of their pages."""
    titles = {phase_page(p.id): p.metadata.title for p in course.phases}
    return titles | {lesson_page(e.id): e.metadata.title for e in course.lessons}
