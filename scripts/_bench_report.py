"""Judge what scripts/bench.py measured, and show it as a table and as a page."""

import re
import statistics
from pathlib import Path
from string import Template
from typing import NamedTuple

PAGE = Path("docs/about/performance.md")
SCRIPTS = Path(__file__).resolve().parent
# What one run of the script measures; the page keeps the others as they are.
PARTS = ("lessons", "site")
PART = re.compile(r"^<!-- bench: (\w+) -->\n", re.MULTILINE)
# The limits are meant for this many lessons: with fewer, what is done once weighs more.
LESSONS_JUDGED = 24
HEAD = (
    "lessons",
    "lessonkit",
    "compared with",
    "lessonkit, s",
    "other, s",
    "floor, s",
    "times as fast",
    "limit",
    "verdict",
)


class Limit(NamedTuple):
    """What must hold: so many times as fast, or so few seconds."""

    words: str
    ratio: "float | None" = None
    seconds: "float | None" = None


class Row(NamedTuple):
    """One comparison: seconds of each round, of lessonkit and of the other side.

    `floor` is cell seconds ÷ cores. `note` says why there are no numbers; `broken`
    says what breaks the limit whatever the numbers are.
    """

    lessons: str
    command: str
    other: str
    seconds: list
    other_seconds: list
    floor: "float | None" = None
    limit: "Limit | None" = None
    judged: bool = True
    note: str = ""
    broken: str = ""


LIMITS = {
    "nbclient": Limit("at least 4", ratio=4.0),
    "sphinx-gallery": Limit("at least 1", ratio=1.0),
    "verify": Limit("at least 1.5", ratio=1.5),
    "nothing to do": Limit("under 0.5 s, no JAX", seconds=0.5),
}


def compute_ratios(row: Row) -> list:
    """Return how many times as fast lessonkit was, for each round.

    Both sides of a round ran one after the other: a busy moment hit both or neither.
    """
    pairs = zip(row.seconds, row.other_seconds, strict=True)
    return [other / own for own, other in pairs]


def judge(row: Row) -> str:
    """Return pass, FAIL, or why there is no verdict; nothing without a limit."""
    if row.limit is None:
        return ""
    if row.broken:
        return f"FAIL: {row.broken}"
    if row.note or not row.seconds:
        return "not measured"
    if not row.judged:
        return f"not judged: fewer than {LESSONS_JUDGED} lessons"
    if row.limit.seconds is not None:
        held = statistics.median(row.seconds) < row.limit.seconds
    else:
        held = statistics.median(compute_ratios(row)) >= row.limit.ratio
    return "pass" if held else "FAIL"


def count_failures(rows: list) -> int:
    """Return how many limits do not hold."""
    return sum(judge(row).startswith("FAIL") for row in rows)


def render_spread(values: list) -> str:
    """Return the median, and of several values the smallest and the largest."""
    if not values:
        return ""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:.2f}" + (f" ({low:.2f} – {high:.2f})" if values[1:] else "")


def list_cells(row: Row) -> tuple:
    """Return what a row shows, in the order of HEAD."""
    floor = "" if row.floor is None else f"{row.floor:.2f}"
    return (
        row.lessons,
        row.command,
        row.other,
        render_spread(row.seconds),
        render_spread(row.other_seconds),
        floor,
        row.note or render_spread(compute_ratios(row)),
        row.limit.words if row.limit else "",
        judge(row),
    )


def render_table(rows: list) -> str:
    """Return the rows as a Markdown table."""
    lines = [HEAD, ["---"] * len(HEAD), *map(list_cells, rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def render_page(part: str, rows: list, facts: dict, old: str = "") -> str:
    """Return the page with a part of it new, and the others as in the old page."""
    versions = ", ".join(f"{name} {facts['versions'][name]}" for name in facts["shown"])
    template = Template((SCRIPTS / f"_bench_{part}.md").read_text("utf-8"))
    parts = split_parts(old)
    parts[part] = template.substitute(
        facts, versions=versions, table=render_table(rows), failures=describe(rows)
    )
    head = (SCRIPTS / "_bench_page.md").read_text("utf-8")
    shown = [
        f"<!-- bench: {n} -->\n\n{parts[n].strip()}\n" for n in PARTS if n in parts
    ]
    return "\n".join([head, *shown])


def split_parts(page: str) -> dict:
    """Return the parts of a page by their names."""
    _, *pieces = PART.split(page)
    return dict(zip(pieces[::2], pieces[1::2], strict=True))


def describe(rows: list) -> str:
    """Return one sentence on the limits that hold, fail or were not checked."""
    verdicts = [judge(row).partition(":")[0] for row in rows if row.limit]
    if not verdicts:
        return "No limit was checked."
    counts = [
        f"{verdicts.count(word)} {words}"
        for word, words in (
            ("pass", "hold"),
            ("FAIL", "do not hold"),
            ("not measured", "were not measured"),
            ("not judged", "were not judged"),
        )
        if word in verdicts
    ]
    return f"Of {len(verdicts)} limits, {', '.join(counts)}."
