"""Generate courses for scripts/bench.py: copies of one lesson, with ids of their own.

Three kinds, because they answer different questions. `as written` is the lesson
itself. It shows times, so lessonkit runs it alone. `untimed` leaves out the cells that
show times, so that lessons may run side by side. `short` keeps only the build cells
and the figure: little computing, so what counts is the cost of a run itself.
"""

import re
import shutil
from pathlib import Path

from _setup import SetupFault

SEED = "phases/02-transforms/04-*"
SEED_ID = "transforms-04"
KINDS = ("as written", "untimed", "short")
REGISTRIES = (
    "course.yml",
    "building-blocks.yml",
    "glossary.yml",
    "misconceptions.yml",
)
# A phase numbers its lessons with two digits.
MOST_PER_PHASE = 50
SHORT_KINDS = ("build", "figure", "pass")
TEXTS = (".yml", ".md", ".py")

_VOLATILE = re.compile(r"^volatile:\n(?:[ ].*\n)+", re.MULTILINE)
_CELL = re.compile(r"^(?=# %% )", re.MULTILINE)
_GUIDE = "".join(
    f"## {title}\n\nNothing.\n\n"
    for title in ("Preparation", "Milestones", "Project", "Evidence")
)


def find_seed(root: Path) -> Path:
    """Return the folder of the lesson that is copied."""
    found = [path for path in root.glob(SEED) if (path / "code" / "main.py").is_file()]
    if not found:
        raise SetupFault(
            f"there is no lesson {SEED}, of which the benchmark makes copies.",
            "run this script in a checkout that has the course.",
        )
    return found[0]


def write_course(root: Path, folder: Path, kind: str, count: int) -> list:
    """Write a course of `count` copies of one kind; return the lessons' folders."""
    (folder / "phases").mkdir(parents=True)
    for name in REGISTRIES:
        shutil.copyfile(root / "phases" / name, folder / "phases" / name)
    shutil.copyfile(root / "requirements-cpu.txt", folder / "requirements-cpu.txt")
    seed = find_seed(root)
    numbers = range(1, count + 1)
    lessons = []
    for start in range(0, count, MOST_PER_PHASE):
        lessons += _write_phase(
            folder, seed, kind, numbers[start : start + MOST_PER_PHASE]
        )
    return lessons


def _write_phase(folder: Path, seed: Path, kind: str, numbers: range) -> list:
    """Write a phase with its copies; return their folders."""
    number = numbers[0] // MOST_PER_PHASE + 1
    phase = folder / "phases" / f"{number:02}-copies"
    title = re.search(r"^title: (.*)$", (seed / "lesson.yml").read_text("utf-8"), re.M)
    lessons, entries = [], []
    for position, which in enumerate(numbers, 1):
        id = f"copies-{which:03}"
        lessons.append(phase / f"{position:02}-copy")
        _write_lesson(seed, lessons[-1], kind, id)
        entries.append(f"  - {{id: {id}, title: {title[1]}}}\n")
    head = f"id: copies-{number}\ntitle: Copies\ntrack: core\nhardware: Laptop CPU\n"
    text = f"{head}summary: Copies of one lesson.\nlessons:\n{''.join(entries)}"
    (phase / "phase.yml").write_text(text, "utf-8")
    (phase / "guide.md").write_text(_GUIDE, "utf-8")
    return lessons


def _write_lesson(seed: Path, folder: Path, kind: str, id: str) -> None:
    """Copy a lesson without its records; texts get the new id."""
    times = find_time_lines((seed / "lesson.yml").read_text("utf-8"))
    for path in sorted(seed.rglob("*")):
        name = path.relative_to(seed).as_posix()
        if not path.is_file() or name.startswith("records/") or "__pycache__" in name:
            continue
        target = folder / name.replace(SEED_ID, id)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix not in TEXTS:
            shutil.copyfile(path, target)
            continue
        text = path.read_text("utf-8").replace(SEED_ID, id)
        if kind != "as written" and name == "lesson.yml":
            text = _VOLATILE.sub("", text)
        if kind != "as written" and name == "code/main.py":
            text = cut_program(text, kind, times)
        target.write_text(text, "utf-8")


def find_time_lines(metadata: str) -> list:
    """Return the beginnings of the lines that a lesson.yml declares volatile."""
    block = _VOLATILE.search(metadata)
    return re.findall(r'- "(.*)"', block[0]) if block else []


def cut_program(text: str, kind: str, times: list) -> str:
    """Return a main.py without what shows times, for `short` without more.

    A build cell loses the line that prints a time; other cells go as a whole, with
    all cells of the same id.
    """
    head, *cells = _CELL.split(text)
    if kind == "short":
        cells = [cell for cell in cells if _name(cell)[0] in SHORT_KINDS]
    timed = {
        _name(cell)[1]
        for cell in cells
        if _name(cell)[0] != "build" and any(line in cell for line in times)
    }
    kept = [cell for cell in cells if _name(cell)[1] not in timed]
    lines = "".join([head, *kept]).splitlines(keepends=True)
    return "".join(line for line in lines if not any(t in line for t in times))


def _name(cell: str) -> tuple:
    """Return the kind and the id in a cell's marker."""
    kind, _, id = cell.splitlines()[0].removeprefix("# %% ").partition(": ")
    return kind, id or kind


def copy_course(root: Path, folder: Path) -> list:
    """Copy the real course; return the folders of the lessons that have a program."""
    ignored = shutil.ignore_patterns("__pycache__", "records")
    shutil.copytree(root / "phases", folder / "phases", ignore=ignored)
    shutil.copyfile(root / "requirements-cpu.txt", folder / "requirements-cpu.txt")
    return [p.parent.parent for p in sorted(folder.glob("phases/*/*/code/main.py"))]
