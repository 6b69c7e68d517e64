"""Compare lessonkit's speed with its peers, side by side: `python scripts/bench.py`.

Makes or reuses an environment of its own for the peers, generates courses in a
temporary folder, and measures all sides by turns. Writes docs/about/performance.md.
The exit code is 1 where a limit does not hold.
"""

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
from functools import partial
from pathlib import Path

from _bench_course import KINDS, copy_course, write_course
from _bench_environment import PEERS, ensure_environment
from _bench_report import (
    LESSONS_JUDGED,
    LIMITS,
    PAGE,
    Row,
    count_failures,
    describe,
    render_page,
    render_table,
)
from _bench_sides import SCRIPTS, Bench, CommandFault
from _bench_site import measure_site
from _setup import ROOT, SetupFault, run_script, say, shown

LESSONS_WITHOUT_WORK = 100
# The start of a process is short, so more rounds cost little and steady the median.
ROUNDS_WITHOUT_WORK = 7
QUICK_LESSONS, QUICK_ROUNDS = 4, 1
SITE_LESSONS = 100
SITE_VERSIONS = ("lessonkit", "mkdocs", "mkdocs-material", "zensical")
SHOWN_VERSIONS = ("lessonkit", "jax", "nbclient", "ipykernel", "sphinx-gallery")


def parse_arguments(arguments: list) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description="Measure lessonkit beside nbclient and sphinx-gallery, and write "
        f"{PAGE}. Takes about an hour; let the machine do nothing else."
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"{QUICK_LESSONS} lessons, {QUICK_ROUNDS} round; does not write the page",
    )
    parser.add_argument(
        "--site",
        action="store_true",
        help="measure the building of a site of 100 lessons instead (20 minutes)",
    )
    parser.add_argument("--lessons", type=read_count, help="lessons of a course [24]")
    parser.add_argument("--rounds", type=read_count, help="rounds [3]")
    options = parser.parse_args(arguments)
    usual = (SITE_LESSONS if options.site else 24, 3)
    lessons, rounds = (QUICK_LESSONS, QUICK_ROUNDS) if options.quick else usual
    options.lessons = options.lessons or lessons
    options.rounds = options.rounds or rounds
    return options


def read_count(text: str) -> int:
    """Return a number from 1 to 999; argparse shows the sentence."""
    if not text.isdecimal() or not 1 <= int(text) <= 999:
        raise argparse.ArgumentTypeError(f"`{text}` is no number from 1 to 999")
    return int(text)


# --- measuring -------------------------------------------------------------------


def choose_sides(bench: Bench) -> tuple:
    """Return what can be measured, as methods by name, and why the rest cannot."""
    sides = {
        "execute": bench.execute,
        "nbclient": bench.run_nbclient,
        "sphinx-gallery": bench.run_gallery,
        "verify": bench.verify,
    }
    faults = {peer: bench.find_absence(peer) for peer in PEERS}
    if not bench.has_verify():
        faults["verify"] = "not measured: lessonkit has no command `verify`"
    return {name: sides[name] for name in sides if not faults.get(name)}, faults


def measure_course(
    bench: Bench, label: str, course: Path, lessons: list, rounds: int
) -> tuple:
    """Measure all sides by turns; return seconds by side, faults by side, floors."""
    sides, faults = choose_sides(bench)
    warm_up(sides, faults, course, lessons)
    seconds = {name: [] for name in sides}
    floors = []
    for turn in range(rounds):
        peers = [name for name in sides if name != "execute" and not faults.get(name)]
        # Another one comes first each round, so that none always follows the same.
        shift = turn % len(peers) if peers else 0
        for name in ["execute", *peers[shift:], *peers[:shift]]:
            side = partial(sides[name], course, lessons)
            if name == "verify" and turn == 0 and not label.endswith(KINDS[0]):
                # Fills its cache. Lessons that show times are verified without one.
                attempt(name, side, faults)
            took = attempt(name, side, faults)
            if took is not None:
                seconds[name].append(took)
                say(
                    f"{label}, round {turn + 1} of {rounds}: {name} {took:.2f} s, "
                    f"processor time {bench.processor_seconds:.2f} s"
                )
        floors.append(compute_floor(lessons))
    return seconds, faults, floors


def warm_up(sides: dict, faults: dict, course: Path, lessons: list) -> None:
    """Run one lesson on each side, unmeasured: caches of fonts and bytecode get filled.

    What `verify` keeps, and needs, is of every lesson: see measure_course.
    """
    for name, side in sides.items():
        if name != "verify":
            attempt(name, partial(side, course, lessons[:1]), faults)


def attempt(name: str, side, faults: dict) -> "float | None":
    """Run one side; a peer that fails is told of in its row, execute ends it all."""
    try:
        return side()
    except CommandFault as fault:
        if name == "execute":
            raise SetupFault(
                f"`lessonkit execute` failed on the lessons ({fault}).",
                "mend that first: there is nothing to compare.",
            ) from fault
        faults[name] = f"not measured: failed with {fault}"
        say(f"{name} failed with {fault}")
    return None


def compute_floor(lessons: list) -> float:
    """Return the seconds inside all cells, as recorded, divided by the cores."""
    total = 0.0
    for lesson in lessons:
        record = json.loads((lesson / "records" / "cpu.json").read_text("utf-8"))
        total += sum(cell["seconds"] for cell in record["cells"])
    return total / (os.cpu_count() or 1)


def build_rows(label: str, measured: tuple, judged: "bool | None") -> list:
    """Return a course's rows; `judged` is None where no limit is meant."""
    seconds, faults, floors = measured
    floor = sorted(floors)[len(floors) // 2]
    rows = []
    for other in ("nbclient", "sphinx-gallery", "verify"):
        own, peer = ("verify", "execute") if other == "verify" else ("execute", other)
        rows.append(
            Row(
                label,
                own,
                peer,
                [] if faults.get(other) else seconds[own],
                [] if faults.get(other) else seconds[peer],
                floor,
                None if judged is None else LIMITS[other],
                bool(judged),
                faults.get(other, ""),
            )
        )
    return rows


def measure_nothing(bench: Bench, course: Path, recorded: Path) -> Row:
    """Measure `execute` where every record is fresh, beside the start of Python."""
    lessons = write_course(ROOT, course, KINDS[0], LESSONS_WITHOUT_WORK)
    execute = ["-m", "lessonkit", "execute"]
    bench.measure([SCRIPTS / "_bench_records.py", recorded, *lessons], ROOT)
    _, text = bench.measure(execute, course, {"PYTHONPROFILEIMPORTTIME": "1"})
    if "nothing to do" not in text:
        raise SetupFault(
            "`lessonkit execute` found work where every record should be fresh.",
            "see whether `_bench_records.py` still writes what `execute` would.",
        )
    seconds, other = [], []
    for _ in range(ROUNDS_WITHOUT_WORK):
        seconds.append(bench.measure(execute, course)[0])
        other.append(bench.measure(["-c", "pass"], course)[0])
    return Row(
        f"{LESSONS_WITHOUT_WORK} fresh ones",
        "execute",
        "python -c pass",
        seconds,
        other,
        limit=LIMITS["nothing to do"],
        broken="JAX was imported" if find_jax(text) else "",
    )


def find_jax(text: str) -> bool:
    """Say whether Python's list of imports names JAX or its library."""
    names = {
        line.rpartition("|")[2].strip().partition(".")[0] for line in text.split("\n")
    }
    return bool(names & {"jax", "jaxlib"})


def measure_all(bench: Bench, options: argparse.Namespace) -> list:
    """Return all rows."""
    rows = []
    judged = options.lessons >= LESSONS_JUDGED
    # The short ones first: what is wrong shows early.
    for kind in reversed(KINDS):
        course = bench.folder / kind.replace(" ", "-")
        lessons = write_course(ROOT, course, kind, options.lessons)
        label = f"{options.lessons} {kind}"
        measured = measure_course(bench, label, course, lessons, options.rounds)
        rows = [*build_rows(label, measured, judged), *rows]
        recorded = lessons[0]
    rows.append(measure_nothing(bench, bench.folder / "nothing", recorded))
    course = bench.folder / "real"
    lessons = copy_course(ROOT, course)
    label = f"real course ({len(lessons)})"
    measured = measure_course(bench, label, course, lessons, options.rounds)
    return rows + build_rows(label, measured, None)


# --- telling ---------------------------------------------------------------------


def collect_facts(bench: Bench, options: argparse.Namespace) -> dict:
    """Return what the page says about the machine and the run."""
    versions = {"Python": platform.python_version(), **bench.versions}
    names = SITE_VERSIONS if options.site else SHOWN_VERSIONS
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "date": datetime.date.today().isoformat(),
        "machine": f"{find_processor()}, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}",
        "load": load,
        "lessons": options.lessons,
        "rounds": options.rounds,
        "versions": versions,
        "shown": [n for n in ("Python", *names) if n in versions],
    }


def find_processor() -> str:
    """Return the processor's model, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    return names[0] if names else platform.processor() or "unknown processor"


def main(arguments: list) -> int:
    """Measure, show the table, write the page; return the exit code."""
    options = parse_arguments(arguments)
    python = ensure_environment()
    with tempfile.TemporaryDirectory(prefix="lessonkit-bench-") as name:
        bench = Bench(python, Path(name).resolve())
        facts = collect_facts(bench, options)
        if options.site:
            rows = measure_site(bench, options.lessons, options.rounds)
        else:
            rows = measure_all(bench, options)
    say("\n" + render_table(rows) + "\n\n" + describe(rows))
    if not options.quick:
        old = (ROOT / PAGE).read_text("utf-8")
        part = "site" if options.site else "lessons"
        (ROOT / PAGE).write_text(render_page(part, rows, facts, old), "utf-8")
        say(f"Written: {shown(ROOT / PAGE)}")
    return 1 if count_failures(rows) else 0


if __name__ == "__main__":
    sys.exit(run_script(main, sys.argv[1:]))
