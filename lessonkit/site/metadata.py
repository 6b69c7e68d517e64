"""What pages say of themselves to machines: schema.org as JSON-LD, and licences."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from lessonkit.course.entries import CourseMetadata
from lessonkit.course.model import Course, Lesson, Phase
from lessonkit.site.links import (
    PATH_PAGE,
    Links,
    lesson_download,
    lesson_page,
    phase_page,
)
from lessonkit.site.markup import Renderer

HOME = "index.md"
# What a lesson can be taken along as, by the endings of the files.
DOWNLOADED = {
    ".ipynb": "application/x-ipynb+json",
    ".md": "text/markdown",
    ".py": "text/x-python",
}
CREATIVE_COMMONS = re.compile(r"CC (?P<kind>BY(?:-[A-Z]{2})*) (?P<version>\d\.\d)")
# The name in a page's front matter under which its template finds the JSON-LD.
LINKED_DATA = "linked_data"
# Characters that could end a script element, or a line of one.
UNSAFE = {c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


class Addresses:
    """Makes the addresses that one page tells to machines.

    They are absolute where the course has a `site_url`, and relative elsewhere.
    """

    def __init__(self, metadata: CourseMetadata, links: Links) -> None:
        self._site = (metadata.site_url or "").rstrip("/")
        self._links = links

    def to(self, file: str) -> str:
        """Return the address of a page or file."""
        if self._site:
            address = self._links.address(file)
            return f"{self._site}/{'' if address == './' else address}"
        if file != self._links.page:
            return self._links.to(file)
        return self._links.address(file).rpartition("/")[2] or "./"


def build_course_metadata(
    course: Course, addresses: Addresses, renderer: Renderer
) -> dict[str, Any]:
    """Return schema.org's Course, with each lesson as a part."""
    metadata = course.metadata
    minutes = sum(lesson.metadata.minutes.total for lesson in course.lessons)
    found = {
        "@context": "https://schema.org",
        "@type": "Course",
        "name": metadata.title,
        "description": renderer.plain(metadata.summary),
        "url": addresses.to(HOME),
        "version": metadata.revision,
        "isAccessibleForFree": True,
        "license": build_license(metadata.content_license),
        "hasPart": [
            _name(lesson.metadata.title, lesson_page(lesson.id), addresses, renderer)
            for lesson in course.lessons
        ],
    }
    if minutes:
        instance = {"@type": "CourseInstance", "courseMode": "online"}
        found["hasCourseInstance"] = {**instance, "courseWorkload": f"PT{minutes}M"}
    return found


def build_lesson_metadata(
    course: Course,
    phase: Phase,
    lesson: Lesson,
    addresses: Addresses,
    renderer: Renderer,
) -> dict[str, Any]:
    """Return schema.org's LearningResource of a lesson."""
    metadata = lesson.metadata
    return {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "name": renderer.plain(metadata.title),
        "description": renderer.plain(metadata.outcome),
        "url": addresses.to(lesson_page(lesson.id)),
        "learningResourceType": metadata.kind,
        "position": lesson.number,
        "version": metadata.revision,
        "dateModified": metadata.revised.isoformat(),
        "timeRequired": f"PT{metadata.minutes.total}M",
        "teaches": [renderer.plain(entry.text) for entry in metadata.objectives],
        "isAccessibleForFree": True,
        "license": build_license(course.metadata.content_license),
        "isPartOf": {
            **_name(phase.metadata.title, phase_page(phase.id), addresses, renderer),
            "isPartOf": {
                "@type": "Course",
                "name": course.metadata.title,
                "url": addresses.to(PATH_PAGE),
            },
        },
        "encoding": [
            {
                "@type": "MediaObject",
                "contentUrl": addresses.to(lesson_download(lesson.id, lesson.id + end)),
                "encodingFormat": kind,
            }
            for end, kind in DOWNLOADED.items()
        ],
    }


def _name(
    title: str, page: str, addresses: Addresses, renderer: Renderer
) -> dict[str, Any]:
    """Return a page as schema.org names it from another one."""
    return {
        "@type": "LearningResource",
        "name": renderer.plain(title),
        "url": addresses.to(page),
    }


def build_license(name: str) -> str | dict[str, str]:
    """Return a licence as schema.org wants it: its address, or its name."""
    match = CREATIVE_COMMONS.fullmatch(name)
    if match:
        kind, version = match["kind"].lower(), match["version"]
        return f"https://creativecommons.org/licenses/{kind}/{version}/"
    return {"@type": "CreativeWork", "name": name}


def add_metadata(page: str, name: str, value: str) -> str:
    """Return a Markdown page with one more line in its front matter."""
    # YAML reads JSON's texts, but not the pairs by which it may escape a character.
    line = f"{name}: {json.dumps(value, ensure_ascii=False)}\n"
    head = "---\n"
    if page.startswith(head):
        return head + line + page.removeprefix(head)
    return f"{head}{line}{head}{page}"


def render_script(content: Mapping[str, Any]) -> Markup:
    """Return JSON that can stand in a script element, whatever its texts hold."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(str.maketrans(UNSAFE)))
