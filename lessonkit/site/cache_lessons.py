"""Loads, checks and builds lessons, those that changed alone.

What a lesson gives depends on its folder and on what a narrow course tells of the rest
(see lessonkit.course.narrow), so these two make the key of what is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from lessonkit.checks import check_lesson
from lessonkit.course.load import LessonPlace, LoadedLesson, load_lesson
from lessonkit.course.model import Course, Lesson
from lessonkit.course.narrow import describe_frame, narrow_course
from lessonkit.problems import Problem
from lessonkit.site.archive import build_archive
from lessonkit.site.cache import (
    Cache,
    TemplateCache,
    hash_parts,
    hash_tools,
)
from lessonkit.site.lesson_pages import Content, LessonSources, build_lesson_tree
from lessonkit.site.pages import (
    Recorded,
    Site,
    build_site,
    find_each_recorded,
    load_site,
)
from lessonkit.site.parallel import run_shared
from lessonkit.site.templates import Theme

Item = TypeVar("Item")
Result = TypeVar("Result")


class LessonCache:
    """The lessons of one build of a site, with what earlier builds made of them.

    A folder is hashed before anything in it is read. What came of it is kept only if
    its hash is still the same afterwards, for an author may be writing meanwhile.
    """

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self._hashes: dict[Path, str] = {}

    def load_site(self, root: Path) -> Site:
        """Return what `load_site` does."""
        return load_site(
            root,
            load_lessons=self.load,
            check_lessons=self.check,
            find_recorded=self.find_recorded,
        )

    def build_site(
        self, site: Site, *, directory_urls: bool = True, offline: bytes = b""
    ) -> dict[str, Content]:
        """Return what `build_site` does, of a site that this cache has loaded."""
        return build_site(
            site,
            directory_urls=directory_urls,
            offline=offline,
            build_lessons=self.build,
            pack=self.pack,
            compiled=TemplateCache(self.cache),
        )

    def pack(self, root: Path, title: str) -> bytes:
        """Return what `build_archive` does; a preview's may be an earlier one."""
        return self.cache.reuse("archive", lambda: build_archive(root, title))

    def load(self, places: Sequence[LessonPlace]) -> list[LoadedLesson]:
        """Return what `load_each` does."""
        # The folder is part of a lesson, and the registry is the same for all.
        course = [repr((place.root, place.registry)) for place in places[:1]]
        common = hash_parts([hash_tools(), *course])
        keys = [
            hash_parts([common, self._hash(place.folder), repr(_describe(place))])
            for place in places
        ]
        folders = [place.folder for place in places]
        return self._work_out("lessons", folders, keys, load_lesson, places)

    def check(self, course: Course) -> list[Problem]:
        """Return what `check_each` does."""
        lessons = course.lessons
        common = hash_parts([hash_tools(), *describe_frame(course)])
        keys = [
            hash_parts([common, self._hash(lesson.folder), _name(course, lesson)])
            for lesson in lessons
        ]

        def check(lesson: Lesson) -> tuple[Problem, ...]:
            return tuple(check_lesson(narrow_course(course, lesson), lesson))

        folders = [lesson.folder for lesson in lessons]
        found = self._work_out("problems", folders, keys, check, lessons)
        return [problem for problems in found for problem in problems]

    def find_recorded(
        self, folders: Sequence[Path], pins: Mapping[str, str]
    ) -> list[Recorded]:
        """Return what `find_each_recorded` does."""
        common = hash_parts([hash_tools(), repr(sorted(pins.items()))])
        keys = [hash_parts([common, self._hash(folder)]) for folder in folders]

        def find(folder: Path) -> Recorded:
            return next(find_each_recorded([folder], pins))

        return self._work_out("recorded", folders, keys, find, folders)

    def build(
        self, theme: Theme, lessons: Sequence[LessonSources]
    ) -> list[dict[str, Content]]:
        """Return what `build_each` does."""
        frame = describe_frame(lessons[0].course) if lessons else ()
        common = hash_parts([hash_tools(), *frame])
        folders = [found.lesson.folder for found in lessons]
        keys = [
            hash_parts([common, self._hash(folder), _describe_build(found)])
            for folder, found in zip(folders, lessons, strict=True)
        ]

        def build(sources: LessonSources) -> dict[str, Content]:
            return build_lesson_tree(theme, sources)

        return self._work_out("files", folders, keys, build, lessons)

    def _work_out(
        self,
        kind: str,
        folders: Sequence[Path],
        keys: Sequence[str],
        build: Callable[[Item], Result],
        items: Sequence[Item],
    ) -> list[Result]:
        """Return what is kept under these keys; build what is missing, and keep it."""
        results = {key: self.cache.find(kind, key) for key in keys}
        entries = zip(folders, keys, items, strict=True)
        missing = [entry for entry in entries if results[entry[1]] is None]
        built = run_shared(build, [item for _, _, item in missing])
        for (folder, key, _), result in zip(missing, built, strict=True):
            results[key] = result
            if self._hash(folder) == self.cache.hash_folder(folder):
                self.cache.keep(kind, key, result)
        return [results[key] for key in keys]

    def _hash(self, folder: Path) -> str:
        """Return the hash of a folder when this build first looked at it."""
        if folder not in self._hashes:
            self._hashes[folder] = self.cache.hash_folder(folder)
        return self._hashes[folder]


def _describe(place: LessonPlace) -> Mapping[str, object]:
    return {"folder": place.folder, "phase": place.phase, "ids": place.ids}


def _describe_build(sources: LessonSources) -> str:
    """Return what a lesson's files depend on besides its folder and the course.

    The records themselves lie in the folder; whether they hold depends on more.
    """
    runs = [(run.backend, run.kind, run.reasons, run.verified) for run in sources.runs]
    known = ("course", "phase", "lesson", "runs")
    rest = {
        field.name: getattr(sources, field.name)
        for field in fields(sources)
        if field.name not in known
    }
    place = _name(sources.course, sources.lesson)
    return repr((place, sources.phase.id, runs, rest))


def _name(course: Course, lesson: Lesson) -> str:
    """Return where a lesson lies in its course, for pages and problems name it."""
    return lesson.folder.relative_to(course.root).as_posix()
