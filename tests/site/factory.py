"""A small course on disk, and a record of it that no run ever made: test data."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from lessonkit.checks.code import write_starters
from lessonkit.course.load import load_course
from lessonkit.course.model import (
    CellKind,
    Course,
    Lesson,
)
from lessonkit.layout import MAIN
from lessonkit.records import (
    CellRun,
    Environment,
    Failure,
    Figure,
    Inputs,
    Output,
    Record,
    dump_record,
)
from lessonkit.records.hashes import hash_cells, hash_source
from lessonkit.records.verifications import Verification
from lessonkit.site.pages import Site
from lessonkit.stale import State

SAMPLE = Path(__file__).parent / "sample"
REPOSITORY = Path(__file__).parents[2]
# Output that tries to be markup, a terminal command, a text direction, a fence.
HOSTILE = "\x1b[31m<img src=x onerror=alert(1)>\x1b[0m \u202eevil\n```\n"

# What each cell of the sample printed in the invented run.
PRINTED = {
    "build/values": "Values: 5 1 4 2 3\n",
    "build/median": "Median: 3\nSeconds: 0.1\n",
    "experiment/outlier": "Mean: 169.2\nMedian < 1000: 3.5\n",
    "experiment/reverse": "Reversed: 3\n",
    "exercise/middle": "Mine: 3\n",
    "check/middle": HOSTILE,
    "practice/words": "Words: 2\n",
    "challenge/report": "median 3\n",
    "pass/pass": "PASS: counting-02\n",
}

# What every invented run was made in.
ENVIRONMENT = Environment(
    python="3.11.7",
    platform="test data",
    packages={"jax": "0.10.2"},
    backend="cpu",
    device_kind="cpu",
    device_count=1,
    flags={},
)
# What another environment found out about the sample's lesson.
VERIFICATION = Verification(
    lesson="counting-02",
    revision="1.0.0",
    status="passed",
    date="2026-11-30",
    python="3.13.0",
    platform="test data",
    packages={"jax": "0.12.0.1"},
    backend="cpu",
    device_kind="cpu",
    device_count=1,
    sources=(),
)


def make_repository(folder: Path) -> Path:
    """Copy the sample into an empty folder as a repository with a site."""
    shutil.copytree(SAMPLE, folder)
    shutil.copy(REPOSITORY / "mkdocs.yml", folder)
    for written in (REPOSITORY / "docs").rglob("*.md"):
        page = folder / written.relative_to(REPOSITORY)
        if not page.exists():  # The navigation names it.
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(f"# {page.stem}\n\nA page.\n", encoding="utf-8")
    list(write_starters(load_sample(folder)))
    return folder


def load_sample(root: Path = SAMPLE) -> Course:
    """Load the sample; it has no problems."""
    loaded = load_course(root)
    assert loaded.course is not None and not loaded.problems, loaded.problems
    return loaded.course


def build_record(lesson: Lesson, *, failed: bool = False) -> Record:
    """Return an invented record of the sample's lesson."""
    cells = tuple(
        _build_run(cell.kind, cell.id, failed=failed) for cell in lesson.program.cells
    )
    failure = Failure("error", "experiment/outlier", 20, "ValueError: <no> values")
    main = lesson.folder / MAIN
    return Record(
        lesson=lesson.id,
        revision=lesson.metadata.revision,
        status="failed" if failed else "passed",
        inputs=Inputs(
            hash_source(MAIN, main.read_bytes()),
            hash_cells(main.read_text(encoding="utf-8")),
            (),
            (),
            {},
        ),
        started="2026-11-29T10:45:00Z",
        seconds=1.5,
        peak_memory=1 << 20,
        environment=ENVIRONMENT,
        lessonkit="0.0.0",
        cells=cells,
        failure=failure if failed else None,
    )


def _build_run(kind: CellKind, id: str, *, failed: bool) -> CellRun:
    name = f"{kind}/{id}"
    status = "passed"
    if failed and name.startswith("experiment"):
        status = "failed" if id == "outlier" else "not run"
    text = PRINTED.get(name, "") if status == "passed" else ""
    figures = ()
    if kind == CellKind.FIGURE:
        figures = (Figure("values", "cpu/values.svg", "2" * 64, "cpu/values.json"),)
    lines = tuple(text.splitlines(keepends=True))
    return CellRun(kind, id, status, 0.1, Output(lines), Output(), figures)


def write_record(root: Path, *, failed: bool = False) -> None:
    """Write the invented record into a copy of the sample."""
    lesson = load_sample(root).lessons[0]
    path = lesson.folder / "records" / "cpu.json"
    path.write_text(dump_record(build_record(lesson, failed=failed)), encoding="utf-8")


def write_figure_data(path: Path) -> None:
    """Write the data of the sample's figure in the form of the recorder."""
    series = {"kind": "bar", "label": "", "x": ["a", "b"], "y": [1, 0.46], "omitted": 0}
    axes = {"title": "", "x_label": "place", "y_label": "value", "series": [series]}
    path.write_text(json.dumps({"figure": "values", "axes": [axes]}), encoding="utf-8")


def make_site(root: Path = SAMPLE, *, kind: str = "fresh") -> Site:
    """Return the sample with an invented record, in the state that is asked for."""
    loaded = load_course(root)
    assert loaded.course is not None
    lesson = loaded.course.lessons[0]
    recorded = kind in ("fresh", "stale", "failed")
    records = {"cpu": build_record(lesson, failed=kind == "failed")} if recorded else {}
    reasons = () if kind in ("fresh", "never") else ("cell build/values <changed>",)
    states = {(lesson.id, backend): State("never") for backend in ("cpu", "gpu", "tpu")}
    states[lesson.id, "cpu"] = State(kind, reasons)
    return Site(loaded, loaded.problems, {lesson.id: records}, states)


SITE_URL = "https://example.org/courses/sample"
REPOSITORY_URL = "https://github.com/example/sample"
# What a published course says of itself, beyond the sample.
PUBLISHED = f"""
site_url: {SITE_URL}
repository: {REPOSITORY_URL}
code_license: MIT
redirects:
  lessons/old-count: lessons/counting-02
  phases/old-counting: phases/counting
  setup/laptop: setup/cpu
"""
ERRATA = """
- id: wrong-mean
  lesson: counting-02
  revision: 1.0.0
  date: 2026-11-02
  wrong: "The mean was $2$."
  right: "It is `3`."
- id: old-word
  lesson: counting-02
  revision: 1.1.0
  date: 2026-11-29
  wrong: "An <b>old</b> word"
  right: "A new one"
"""


def make_published(folder: Path) -> Path:
    """Make the recorded sample as a course with an address, a repository, a past."""
    root = make_repository(folder)
    write_record(root)
    course = root / "phases/course.yml"
    course.write_text(course.read_text(encoding="utf-8") + PUBLISHED, encoding="utf-8")
    (root / "phases/errata.yml").write_text(ERRATA, encoding="utf-8")
    return root
