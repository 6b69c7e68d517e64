"""The lessons and pages that tests look at: all, or enough to know each kind."""

from pathlib import Path

from lessonkit.course.model import Course, Lesson

MODEL = "transforms-04"
FIRST = "setup-01"
PHASE = "transforms"


def list_published(course: Course) -> list[Lesson]:
    """The lessons that keep all promises; a draft may still grow too heavy."""
    return [lesson for lesson in course.lessons if not lesson.metadata.is_draft]


def find_pages(folder: Path) -> list[str]:
    """The addresses of all pages, below the origin."""
    found = sorted(folder.rglob("*.html"))
    return [f"/{path.relative_to(folder).as_posix()}" for path in found]


def find_each_kind(folder: Path) -> list[str]:
    """All pages, but of lessons and phases a few alone: a browser is slow."""
    return [path for path in find_pages(folder) if _is_seen(path)]


def _is_seen(path: str) -> bool:
    section, _, rest = path.strip("/").partition("/")
    name, slash, _ = rest.partition("/")
    seen = {"lessons": (FIRST, MODEL), "phases": (PHASE,)}
    return not slash or section not in seen or name in seen[section]
