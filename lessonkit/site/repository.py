"""Links into the repository of a course: report a block, edit a page.

A course that names no repository has none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from lessonkit.course.entries import CourseMetadata
from lessonkit.course.model import Course
from lessonkit.layout import DOCS, ERRATA, PHASES
from lessonkit.site.links import (
    API_PAGE,
    ERRATA_PAGE,
    GLOSSARY_PAGE,
    PATH_PAGE,
    lesson_page,
    phase_page,
)
from lessonkit.site.views import (
    ExerciseView,
    ExperimentView,
    FigurePiece,
    QuizView,
    SectionView,
    StageItem,
    StepView,
)

# What a reader calls a cell of each kind.
WORDS = {
    "build": "build step",
    "experiment": "experiment",
    "exercise": "exercise",
    "practice": "exercise",
    "challenge": "exercise",
}


@dataclass(frozen=True)
class Report:
    """A link to a new issue about one block: what it is called, and the address."""

    what: str
    link: str


@dataclass(frozen=True)
class Reporter:
    """Makes the links that report the blocks of one lesson.

    `page` is the address of the lesson's page, the absolute one where the site has.
    """

    metadata: CourseMetadata
    lesson: str
    number: str
    revision: str
    page: str

    def list_reports(self, item: StageItem) -> tuple[Report, ...]:
        """Return a link for each block that stands in an item of a stage."""
        return tuple(
            Report(what, self._build_link(id)) for what, id in _find_blocks(item)
        )

    def _build_link(self, block: str) -> str:
        title = f"{self.lesson}, {block}: "
        lines = (
            f"Lesson: {self.number} {self.lesson}, revision {self.revision}",
            f"Block: {block}",
            f"Page: {self.page}#{block.replace('/', '-')}",
            "",
            "What is wrong, and what you expected:",
            "",
        )
        return build_issue_link(self.metadata, title, "\n".join(lines))


def _find_blocks(item: StageItem) -> Iterator[tuple[str, str]]:
    """Yield what each block is called, and its name, such as build/inputs."""
    match item:
        case StepView() | ExperimentView() | ExerciseView():
            yield WORDS[item.cell.kind], item.cell.name
        case QuizView():
            for number, question in enumerate(item.questions, 1):
                yield f"question {number}", f"question/{question.id}"
        case SectionView():
            for piece in item.all_pieces:
                if isinstance(piece, FigurePiece):
                    yield "figure", f"figure/{piece.id}"


def build_issue_link(metadata: CourseMetadata, title: str, body: str) -> str:
    """Return where a new issue opens with these texts; nothing without a repository.

    The addresses are those of GitHub, and of GitLab where the host says so.
    """
    if metadata.repository is None:
        return ""
    base = metadata.repository.rstrip("/")
    if _is_gitlab(base):
        names = {"issue[title]": title, "issue[description]": body}
        return f"{base}/-/issues/new?{urlencode(names, quote_via=quote)}"
    query = urlencode({"title": title, "body": body}, quote_via=quote)
    return f"{base}/issues/new?{query}"


def build_edit_link(metadata: CourseMetadata, path: str) -> str:
    """Return where a file of the repository is edited; nothing without one."""
    if metadata.repository is None or not path:
        return ""
    base = metadata.repository.rstrip("/")
    where = f"{quote(metadata.branch)}/{quote(path)}"
    if _is_gitlab(base):
        return f"{base}/-/edit/{where}"
    return f"{base}/edit/{where}"


def _is_gitlab(repository: str) -> bool:
    return (urlsplit(repository).hostname or "").startswith("gitlab.")


def list_sources(course: Course) -> dict[str, str]:
    """Return, by the file of each page, the file of the repository it is written in."""
    folder = course.root / DOCS
    written = (path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    sources = {file: f"{DOCS}/{file}" for file in written}
    sources |= {
        PATH_PAGE: f"{PHASES}/course.yml",
        API_PAGE: f"{PHASES}/building-blocks.yml",
        GLOSSARY_PAGE: f"{PHASES}/glossary.yml",
        ERRATA_PAGE: f"{PHASES}/{ERRATA}",
    }
    for phase in course.phases:
        sources[phase_page(phase.id)] = _name(course, phase.folder / "guide.md")
        for lesson in phase.lessons:
            text = lesson.folder / "lesson.md"
            sources[lesson_page(lesson.id)] = _name(course, text)
    return sources


def _name(course: Course, path: Path) -> str:
    return path.relative_to(course.root).as_posix()
