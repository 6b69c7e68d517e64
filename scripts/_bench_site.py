"""Compare the building of a large site: lessonkit, plain MkDocs, and Zensical.

All sides make a site of the same Markdown pages, with the same extensions and the same
navigation, each with its own search. Run by `scripts/bench.py --site`.
"""

import re
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path

from _bench_course import find_seed, write_course
from _bench_report import Limit, Row
from _bench_sides import SCRIPTS, Bench, CommandFault
from _setup import ROOT, SetupFault, say

LIMITS = {
    # Six tenths of the time are 1.67 times as fast.
    "cold": Limit("at least 1.67", ratio=1 / 0.6),
    "changed": Limit("under 3 s", seconds=3.0),
    "preview": Limit("under 2 s", seconds=2.0),
}
LESSONS_JUDGED = 100
HOME = "# Copies\n\n<!-- lessonkit: path -->\n"
PAGES = ("index.md", "my-learning.md", "review.md", "about/status/index.md")
# The section to which phases and lessons are added stands last.
NAV = "nav:\n{}  - Course:\n      - phases/index.md\n".format(
    "".join(f"  - {page}\n" for page in PAGES)
)
# What the host makes of pages; the pages themselves are kept elsewhere in the cache.
HOST_CACHES = ("pages", "frames", "words", "templates")
PATIENCE = 300.0
CELL = re.compile(r"^(# %% \w+: .*)$", re.MULTILINE)
PARAGRAPH = re.compile(r"^(\w.*\.)\n(?=\n)", re.MULTILINE)
STARTERS = (
    "from pathlib import Path\n"
    "from lessonkit.checks.code import write_starters\n"
    "from lessonkit.course.load import load_course\n"
    "list(write_starters(load_course(Path.cwd()).course))\n"
)


class SiteBench:
    """A large course, its pages, and the commands that make sites of them."""

    def __init__(self, bench: Bench, count: int, *, own_words: bool):
        self.bench = bench
        folder = bench.folder / ("own-words" if own_words else "alike")
        self.course = folder / "course"
        self.plain = folder / "plain"
        self.pages = self.plain / "pages"
        self.lessons = write_site_course(self.course, count, own_words=own_words)
        self.seconds: dict = {}
        self.processor: dict = {}
        self._changes = 0

    def prepare(self) -> None:
        """Write what runs would have left, and the pages for the other hosts."""
        seed = find_seed(ROOT)
        self.bench.measure([SCRIPTS / "_bench_records.py", seed, *self.lessons], ROOT)
        self.bench.measure(["-c", STARTERS], self.course)
        self.bench.measure(["-m", "lessonkit", "pages", self.pages], self.course)
        for path in self.pages.glob("lessons/*/downloads/*.md"):
            path.unlink()  # Another host would make pages of them.
        write_plain_configuration(self.course, self.pages, self.plain)

    def measure_round(self) -> None:
        """Measure every side once, one after the other."""
        self._note("mkdocs", ["-m", "mkdocs", "build", "--quiet"], self.plain)
        shutil.rmtree(self.course / ".lessonkit", ignore_errors=True)
        self._note("cold", ["-m", "lessonkit", "build"], self.course)
        for name in HOST_CACHES:
            shutil.rmtree(self.course / ".lessonkit/cache/site" / name)
        self._note("host", ["-m", "lessonkit", "build"], self.course)
        self.change()
        self._note("changed", ["-m", "lessonkit", "build"], self.course)
        shutil.rmtree(self.plain / ".cache", ignore_errors=True)
        zensical = ["-m", "zensical", "build", "-f", "zensical.yml"]
        self._note("zensical", zensical, self.plain)
        page = next(self.pages.glob("lessons/*/index.md"))
        page.write_text(f"{page.read_text('utf-8')}\nChange.\n", "utf-8")
        self._note("zensical changed", zensical, self.plain)

    def measure_preview(self, rounds: int) -> None:
        """Measure how long a change takes to stand on the page of a preview."""
        command = [str(self.bench.python), "-m", "lessonkit", "serve", "--port", "0"]
        with subprocess.Popen(
            command,
            cwd=self.course,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as process:
            try:
                address = read_line(process, "preview").split()[2]
                read_line(process, "built")
                for _ in range(rounds + 1):
                    took = self._wait_for_page(address, self.change())
                    self.seconds.setdefault("preview", []).append(took)
            finally:
                process.terminate()
        # The first one after the start has more to do than those that follow.
        self.seconds["preview"] = self.seconds["preview"][1:]

    def change(self) -> str:
        """Change the words of one lesson; return the new ones."""
        self._changes += 1
        words = f"This is change {self._changes}."
        prose = self.lessons[len(self.lessons) // 2] / "lesson.md"
        prose.write_text(f"{prose.read_text('utf-8').rstrip()}\n\n{words}\n", "utf-8")
        return words

    def _wait_for_page(self, address: str, words: str) -> float:
        """Return the seconds until the changed lesson's page has these words."""
        start = time.perf_counter()
        id = f"copies-{len(self.lessons) // 2 + 1:03}"
        while time.perf_counter() - start < PATIENCE:
            with urllib.request.urlopen(f"{address}lessons/{id}/") as page:
                if words.encode() in page.read():
                    return time.perf_counter() - start
            time.sleep(0.01)
        raise SetupFault(
            "the preview did not show a change.",
            "run `python -m lessonkit serve` and see what it says.",
        )

    def _note(self, name: str, command: list, where: Path) -> None:
        """Measure a command, and keep its seconds and its processor time."""
        took, _ = self.bench.measure(command, where, {"NO_MKDOCS_2_WARNING": "1"})
        spent = self.bench.processor_seconds
        self.seconds.setdefault(name, []).append(took)
        self.processor.setdefault(name, []).append(spent)
        say(f"site: {name} {took:.2f} s, processor time {spent:.2f} s")


def read_line(process: subprocess.Popen, start: str) -> str:
    """Return the next line of a process that begins with these words."""
    for line in process.stdout:
        if line.startswith(start):
            return line
    raise SetupFault(
        f"the preview ended before it said `{start}`.",
        "run `python -m lessonkit serve` and see what it says.",
    )


def measure_site(bench: Bench, count: int, rounds: int) -> list:
    """Return the rows of copies, and of copies with words of their own."""
    rows = []
    for own_words in (False, True):
        site = SiteBench(bench, count, own_words=own_words)
        measure_rounds(site, rounds)
        label = f"{count} with words of their own" if own_words else f"{count}"
        judged = count >= LESSONS_JUDGED and not own_words
        rows += build_rows(site.seconds, site.processor, label, judged=judged)
    return rows


def measure_rounds(site: SiteBench, rounds: int) -> None:
    """Measure one course and its site several times."""
    try:
        site.prepare()
        for _ in range(rounds):
            site.measure_round()
    except CommandFault as fault:
        raise SetupFault(
            f"a site was not built ({fault}).", "mend that first."
        ) from fault
    site.measure_preview(rounds)


def build_rows(seconds: dict, processor: dict, count: str, *, judged: bool) -> list:
    """Return the rows: what is judged first, then the rest, then processor time."""

    def row(what: str, command: str, own: str, other: str, limit: str = "") -> Row:
        name, _, _ = other.partition(" ")
        chosen = LIMITS[limit] if limit and judged else None
        peer = seconds[other][: len(seconds[own])]
        return Row(f"{count}, {what}", command, name, seconds[own], peer, limit=chosen)

    def spent(what: str, own: str, other: str) -> Row:
        label = f"{count}, {what}, processor time"
        name, _, _ = other.partition(" ")
        return Row(label, "build", name, processor[own], processor[other])

    return [
        row("from the sources", "build", "cold", "mkdocs", "cold"),
        row("one lesson changed", "build", "changed", "mkdocs", "changed"),
        row("one lesson changed", "serve", "preview", "mkdocs", "preview"),
        row("pages known", "build", "host", "mkdocs", "cold"),
        row("from the sources", "build", "cold", "zensical"),
        row("one lesson changed", "build", "changed", "zensical changed"),
        spent("from the sources", "cold", "mkdocs"),
        spent("pages known", "host", "mkdocs"),
        spent("one lesson changed", "changed", "mkdocs"),
    ]


# --- the course ------------------------------------------------------------------


def write_site_course(folder: Path, count: int, *, own_words: bool) -> list:
    """Write a course of `count` copies, and a site's files around it.

    Copies have ids of their own; with `own_words` hardly a sentence is alike.
    """
    lessons = write_course(ROOT, folder, "as written", count)
    course = folder / "phases" / "course.yml"
    text = replace_block(course.read_text("utf-8"), "planned", "")
    course.write_text(replace_block(text, "beginner", ""), "utf-8")
    for lesson in lessons:
        drop_needs(lesson)
        if own_words:
            add_own_words(lesson)
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(HOME, "utf-8")
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    (folder / "mkdocs.yml").write_text(replace_block(text, "nav", NAV), "utf-8")
    return lessons


def drop_needs(lesson: Path) -> None:
    """Let a copy need no lesson, since the course has none but copies."""
    metadata = lesson / "lesson.yml"
    text = re.sub(r"^needs: .*\n", "", metadata.read_text("utf-8"), flags=re.M)
    metadata.write_text(text, "utf-8")


def add_own_words(lesson: Path) -> None:
    """Give each cell and each paragraph of a copy words of its own.

    What is alike in all copies is rendered once.
    """
    text = (lesson / "lesson.yml").read_text("utf-8")
    id = re.search(r"^id: (.*)$", text, re.M)[1]
    main = lesson / "code" / "main.py"
    text = main.read_text("utf-8")
    main.write_text(CELL.sub(rf"\1\n# A cell of {id}.", text), "utf-8")
    prose = lesson / "lesson.md"
    text = prose.read_text("utf-8")
    prose.write_text(PARAGRAPH.sub(rf"\1 So says {id}.\n", text), "utf-8")


def write_plain_configuration(course: Path, pages: Path, folder: Path) -> None:
    """Write what MkDocs and Zensical need to make a site of the pages."""
    text = (course / "mkdocs.yml").read_text("utf-8")
    phases = sorted(path.parent.name for path in pages.glob("phases/*/index.md"))
    lessons = sorted(path.parent.name for path in pages.glob("lessons/*/index.md"))
    half = -(-len(lessons) // len(phases))
    nav = NAV
    for number, phase in enumerate(phases):
        nav += f"      - {number + 1}:\n          - phases/{phase}/index.md\n"
        for lesson in lessons[number * half : (number + 1) * half]:
            nav += f"          - lessons/{lesson}/index.md\n"
    for key, value in (
        ("nav", nav),
        ("plugins", "plugins:\n  - search\n"),
        ("docs_dir", f"docs_dir: {pages.name}\n"),
    ):
        text = replace_block(text, key, value)
    (folder / "mkdocs.yml").write_text(text, "utf-8")
    other = "INHERIT: mkdocs.yml\nsite_dir: other\n"
    (folder / "zensical.yml").write_text(other, "utf-8")


def replace_block(text: str, key: str, new: str) -> str:
    """Return YAML with a top-level key and all that belongs to it replaced."""
    pattern = rf"^{key}:.*\n(?:(?:[ #-].*)?\n)*?(?=^[^\s#-]|\Z)"
    return re.sub(pattern, lambda match: new, text, count=1, flags=re.M)
