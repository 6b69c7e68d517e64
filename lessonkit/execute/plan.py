"""Plan a run: which lessons are meant, and which of them have to run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lessonkit.errors import UsageError
from lessonkit.layout import MAIN, find_all_lesson_folders, read_id
from lessonkit.problems import did_you_mean
from lessonkit.stale import REQUIREMENTS, State, find_state, load_pins


@dataclass(frozen=True)
class PlannedLesson:
    """A lesson's folder, its id and the state of its record."""

    folder: Path
    id: str
    state: State


@dataclass(frozen=True)
class Plan:
    """The lessons to run, and all that are meant, in reading order."""

    lessons: tuple[PlannedLesson, ...]
    chosen: tuple[PlannedLesson, ...]

    @property
    def fresh(self) -> int:
        """The number of lessons that need not run."""
        return len(self.chosen) - len(self.lessons)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the lessons to run."""
        return tuple(lesson.folder for lesson in self.lessons)


def plan_execution(
    root: Path, names: Sequence[str | Path], backend: str, *, force: bool = False
) -> Plan:
    """Return which of the named lessons have to run; without names, of all.

    A name is a lesson's id or its folder. Raises UsageError for a name that means
    no lesson, and for installed packages that differ from the pinned ones where
    something has to run.
    """
    chosen = choose_lessons(root, names, backend)
    to_run = tuple(lesson for lesson in chosen if force or lesson.state.kind != "fresh")
    if to_run:
        check_installed(load_pins(root))
    return Plan(to_run, chosen)


def choose_lessons(
    root: Path, names: Sequence[str | Path], backend: str
) -> tuple[PlannedLesson, ...]:
    """Return the named lessons, or all, with the states of their records.

    Raises UsageError for a name that means no lesson.
    """
    pins = load_pins(root)
    return tuple(
        PlannedLesson(folder, id, find_state(folder, backend, pins))
        for folder, id in _choose(root, names)
    )


def _choose(root: Path, names: Sequence[str | Path]) -> Iterator[tuple[Path, str]]:
    """Yield the folder and id of each lesson that is meant, in reading order."""
    lessons = {
        folder: read_id(folder)
        for folder in find_all_lesson_folders(root)
        if (folder / MAIN).is_file()
    }
    wanted = {_find_folder(name, lessons, root) for name in names}
    for folder, id in lessons.items():
        if not names or folder in wanted:
            yield folder, id


def _find_folder(name: str | Path, lessons: Mapping[Path, str], root: Path) -> Path:
    """Return the folder of the lesson that a name means."""
    real = {folder.resolve(): folder for folder in lessons}
    for place in (Path(name), root / name):
        if place.resolve() in real:
            return real[place.resolve()]
    by_id = {id: folder for folder, id in lessons.items()}
    if str(name) not in by_id:
        hint = did_you_mean(str(name), by_id)
        raise UsageError(
            f"there is no lesson `{name}`.",
            hint or "give a lesson's id or folder; `status` lists them.",
        )
    return by_id[str(name)]


def check_installed(pins: Mapping[str, str]) -> None:
    """Raise UsageError where an installed package is not the pinned version."""
    wrong = list(_find_wrong(pins.items()))
    if wrong:
        raise UsageError(
            f"{REQUIREMENTS} pins other versions than are installed: "
            f"{', '.join(wrong)}.",
            f"run `python -m pip install -r {REQUIREMENTS}`.",
        )


def _find_wrong(pins: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield what is said about each package that is missing or another version."""
    from importlib import metadata  # slow to import, and seldom needed

    for name, version in pins:
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield f"{name} {version} (not installed)"
            continue
        if installed != version:
            yield f"{name} {version} (installed: {installed})"
