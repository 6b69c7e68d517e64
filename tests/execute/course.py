"""Make, change and execute small courses of plain Python."""

import shutil
from pathlib import Path

from lessonkit.course.load import load_course
from lessonkit.execute.record import Event, Outcome, execute_lessons

PHASE = Path("phases") / "01-numbers"


def lesson_folder(root: Path) -> Path:
    """Return the folder of the tiny course's lesson."""
    return root / PHASE / "01-average-a-list"


def append_code(folder: Path, code: str, kind: str = "build: added") -> None:
    """Add a cell before the last one of a lesson's program."""
    main = folder / "code" / "main.py"
    text = main.read_text(encoding="utf-8")
    changed = text.replace("# %% pass", f"# %% {kind}\n{code}\n\n# %% pass")
    main.write_text(changed, encoding="utf-8")


def edit(path: Path, old: str, new: str) -> None:
    """Replace words in a file that has them."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def add_lesson(root: Path, number: int) -> Path:
    """Add a copy of the tiny lesson with an id of its own; return its folder."""
    folder = root / PHASE / f"{number:02}-copy"
    shutil.copytree(lesson_folder(root), folder)
    for name in ("lesson.yml", "code/main.py"):
        edit(folder / name, "numbers-01", f"numbers-{number:02}")
    shutil.rmtree(folder / "records", ignore_errors=True)
    entry = f"lessons:\n  - {{id: numbers-{number:02}, title: Average a list}}\n"
    edit(root / PHASE / "phase.yml", "lessons:\n", entry)
    return folder


def execute(root: Path, *ids: str, jobs: int = 2) -> dict[str, Outcome]:
    """Execute lessons of a course, all without ids; return outcomes by id."""
    outcomes, _ = execute_with_events(root, *ids, jobs=jobs)
    return outcomes


def execute_with_events(
    root: Path, *ids: str, jobs: int = 2
) -> tuple[dict[str, Outcome], list[Event]]:
    """Execute lessons; return outcomes by id, and what was told meanwhile."""
    course = load_course(root).course
    events: list[Event] = []
    outcomes = execute_lessons(
        root,
        [lesson for lesson in course.lessons if not ids or lesson.id in ids],
        backend="cpu",
        jobs=jobs,
        runtime=course.metadata.runtime,
        preload=course.metadata.preload,
        report=events.append,
    )
    return {outcome.lesson.id: outcome for outcome in outcomes}, events
