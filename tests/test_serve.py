"""The live preview: what changes is shown, what is wrong is told, nothing is left."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Browser, expect

import lessonkit.serve as preview_command
from lessonkit.serve.board import Board, RunNews
from lessonkit.serve.server import find_file
from tests.command_line import lessonkit
from tests.execute.course import edit
from tests.running.processes import are_gone, find_marked, mark, wait_until

PLAIN = Path(__file__).resolve().parent / "plain-course"
FIRST = Path("phases/01-samples/01-summarize-a-sample")
PAGE = "lessons/samples-01/"
# A build or a run may take long on a busy machine; waiting ends when it is done.
PATIENCE = 60.0


class Preview:
    """A running preview of a copy of the plain course."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lessonkit", "serve", "--port", "0"],
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.address = self.wait(self._find_address)

    def _read(self) -> None:
        with self.process.stdout as stream:
            for line in stream:
                self.lines.append(line)

    def end(self, number: int = signal.SIGTERM) -> int:
        """End the preview by a signal; return the exit code."""
        self.process.send_signal(number)
        code = self.process.wait()
        self._reader.join()
        return code

    def _find_address(self) -> str:
        found = (line.split()[2] for line in self.lines if line.startswith("preview"))
        return next(found, "")

    @property
    def said(self) -> str:
        """Everything that stands in the terminal."""
        return "".join(self.lines)

    def wait(self, question: Callable[[], object]) -> object:
        """Wait until a question has an answer."""
        assert self.process.poll() is None, self.said
        return wait_until(question, PATIENCE)

    def read_news(self) -> dict:
        """Return what a page hears at once."""
        address = f"{self.address}~preview/events"
        with urllib.request.urlopen(address, timeout=PATIENCE) as stream:
            return json.loads(stream.readline().decode().removeprefix("data: "))

    def read_page(self, path: str = PAGE) -> str:
        """Return a page as it is shown now."""
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as page:
            return page.read().decode("utf-8")

    def wait_for_build(self, number: int = 1) -> None:
        """Wait until so many builds worked."""
        self.wait(lambda: self.read_news()["build"] >= number)

    def find_run(self, state: str) -> dict | None:
        """Return the news of a run in this state."""
        runs = self.read_news()["runs"]
        return next((run for run in runs if run["state"] == state), None)

    def change_and_run(self, file: Path, old: str, new: str) -> None:
        """Change a program and wait until it has passed; an earlier run is none."""
        begun = time.time()
        edit(file, old, new)
        self.wait(lambda: (self.find_run("passed") or {"ended": 0})["ended"] > begun)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the plain course with its records."""
    root = tmp_path_factory.mktemp("serve") / "course"
    shutil.copytree(PLAIN, root)
    assert lessonkit(root, "execute").returncode == 0
    return root


@pytest.fixture(scope="module")
def preview(recorded: Path) -> Iterator[Preview]:
    """A preview for all tests that leave it running and its sources whole."""
    preview = Preview(recorded)
    preview.wait_for_build()
    yield preview
    preview.end()


@pytest.fixture
def own_preview(recorded: Path, tmp_path: Path) -> Iterator[Preview]:
    """A preview that a test may end, with a copy of the course that it may spoil."""
    ignored = shutil.ignore_patterns(".lessonkit")
    shutil.copytree(recorded, tmp_path / "course", ignore=ignored)
    preview = Preview(tmp_path / "course")
    preview.wait_for_build()
    yield preview
    preview.end()


def test_a_change_of_prose_appears_on_the_open_page_by_itself(
    preview, browser: Browser
):
    page = browser.new_page()
    page.goto(preview.address + PAGE)
    expect(page.get_by_text("You see what two numbers can say")).to_be_visible()
    edit(preview.root / FIRST / "lesson.md", "You see what", "You now see what")
    page.get_by_text("You now see what two numbers can say").wait_for(
        timeout=PATIENCE * 1000
    )
    page.close()


def test_a_mistake_is_told_in_words_until_it_is_mended(preview, browser: Browser):
    page = browser.new_page()
    page.goto(preview.address + PAGE)
    metadata = preview.root / FIRST / "lesson.yml"
    edit(metadata, "minutes:", "minuts:")
    panel = page.locator("#lessonkit-preview")
    told = panel.get_by_text("unknown key `minuts`")
    told.wait_for(timeout=PATIENCE * 1000)
    expect(panel.get_by_text("this page is as it was before")).to_be_visible()
    assert "did you mean `minutes`?" in preview.said
    # The last good page stays, also for whoever asks now.
    assert "Summarize a sample" in preview.read_page()
    edit(metadata, "minuts:", "minutes:")
    expect(panel).to_be_hidden(timeout=PATIENCE * 1000)
    assert preview.read_news()["problems"] == []
    page.close()


def test_a_rule_that_is_broken_is_told_and_the_page_shown(preview):
    prose = preview.root / FIRST / "lesson.md"
    edit(prose, "the mean is 5", "the mean is six")
    preview.wait(lambda: preview.read_news()["count"])
    preview.wait(lambda: "the mean is six" in preview.read_page())
    assert not preview.read_news()["holdsBack"]
    edit(prose, "the mean is six", "the mean is 5")
    preview.wait(lambda: not preview.read_news()["count"])


def test_changed_code_is_run_and_its_failure_stands_on_the_page(
    preview, browser: Browser
):
    other = preview.root / "phases/01-samples/02-compare-two-samples/records/cpu.json"
    before = other.stat().st_mtime_ns
    edit(preview.root / FIRST / "code/main.py", "values.mean()", "values.meen()")
    preview.wait(lambda: preview.find_run("failed"))
    preview.wait(lambda: "has no attribute &#39;meen&#39;" in preview.read_page())
    assert re.search("samples-01 failed in .* s: .*meen' in .*, line", preview.said)
    assert other.stat().st_mtime_ns == before
    # Records were written meanwhile. A preview that built because of its own writing
    # would have gone on doing so.
    builds = preview.read_news()["build"]
    edit(preview.root / "docs/index.md", "nothing else", "little else")
    preview.wait(lambda: "little else" in preview.read_page(""))
    assert preview.read_news()["build"] <= builds + 2
    edit(preview.root / FIRST / "code/main.py", "values.meen()", "values.mean()")
    preview.wait(lambda: preview.find_run("passed"))
    # That is news for a while only.
    page = browser.new_page()
    page.clock.install()
    page.goto(preview.address + PAGE)
    panel = page.locator("#lessonkit-preview")
    expect(panel.get_by_text("samples-01 ran in")).to_be_visible()
    page.clock.fast_forward(11_000)
    expect(panel).to_be_hidden()
    page.close()


def test_comments_alone_run_nothing(preview):
    main = preview.root / FIRST / "code/main.py"
    preview.change_and_run(main, "mean = values", "mean = +values")
    edit(main, "mean = +", "# The mean.\nmean = +")
    # What became of an earlier run is forgotten; a new one would be told for good.
    preview.wait(lambda: preview.read_news()["runs"] == [])
    preview.change_and_run(main, "# The mean.\nmean = +", "mean = ")


def test_a_lesson_folder_may_go_and_another_come(own_preview):
    lesson, aside = own_preview.root / FIRST, own_preview.root / "practice"
    os.replace(lesson, aside)
    own_preview.wait_for_build(2)
    with pytest.raises(HTTPError, match="404"):
        own_preview.read_page()
    edit(aside / "code/main.py", "values.mean()", "values.meen()")
    os.replace(aside, lesson)
    own_preview.wait(lambda: own_preview.find_run("failed"))
    own_preview.wait(lambda: own_preview.read_news()["build"] == 4)
    assert "has no attribute &#39;meen&#39;" in own_preview.read_page()


def test_a_lesson_that_no_phase_lists_is_told_and_shown(own_preview):
    copy = own_preview.root / FIRST.parent / "03-copy"
    aside = own_preview.root / "practice"
    shutil.copytree(own_preview.root / FIRST, aside)
    for name in ("lesson.yml", "code/main.py"):
        edit(aside / name, "samples-01", "samples-09")
    os.replace(aside, copy)
    own_preview.wait(lambda: own_preview.read_news()["count"])
    assert "phase.yml does not list `samples-09`" in own_preview.said
    own_preview.wait_for_build(2)
    assert "Summarize a sample" in own_preview.read_page("lessons/samples-09/")
    shutil.rmtree(copy)
    own_preview.wait(lambda: own_preview.read_news()["runs"] == [])


def test_a_run_ends_when_its_change_is_taken_back(own_preview):
    seconds = mark(400)
    main = own_preview.root / FIRST / "code/main.py"
    code = f"import subprocess\nsubprocess.run(['sleep', '{seconds}'])\n"
    edit(main, "mean = values", f"{code}mean = values")
    running = own_preview.wait(lambda: find_marked("sleep", seconds))
    edit(main, code, "")
    own_preview.wait(lambda: are_gone(running))
    own_preview.wait(lambda: own_preview.read_news()["runs"] == [])
    assert "samples-01 failed" not in own_preview.said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_however_it_ends(own_preview, number):
    seconds = mark(300 + number)
    code = f"import subprocess, sys\nsubprocess.run(['sleep', '{seconds}'])\n"
    main = own_preview.root / FIRST / "code/main.py"
    edit(main, "mean = values", f"{code}mean = values")
    running = own_preview.wait(lambda: find_marked("sleep", seconds))
    workers = find_marked(str(own_preview.root), "samples-01")
    assert workers
    code = own_preview.end(number)
    wait_until(lambda: are_gone([*running, *workers]), PATIENCE)
    if number != signal.SIGKILL:
        assert code == 0
        assert not list((own_preview.root / ".lessonkit/preview").iterdir())


def test_what_a_dead_preview_left_is_removed_by_the_next(preview):
    left = preview.root / ".lessonkit/preview/999999999"
    left.mkdir()
    other = Preview(preview.root)
    other.wait_for_build()
    assert not left.exists()
    assert (preview.root / f".lessonkit/preview/{preview.process.pid}").exists()
    assert other.end() == 0


def test_a_port_that_is_taken_is_one_sentence(preview):
    port = preview.address.rstrip("/").rpartition(":")[2]
    run = lessonkit(preview.root, "serve", "--port", port)
    assert run.returncode == 2
    assert f"port {port} cannot be used" in run.stderr and "--port" in run.stderr


# --- its parts ---------------------------------------------------------------------


@pytest.mark.parametrize("mistake", [True, False])
def test_a_build_that_fails_blames_problems_before_the_program(
    recorded, tmp_path, monkeypatch, capfd, mistake
):
    def fail(*args, **options) -> None:
        raise ValueError("not in list")

    ignored = shutil.ignore_patterns(".lessonkit")
    shutil.copytree(recorded, tmp_path / "course", ignore=ignored)
    if mistake:
        prose = tmp_path / "course" / FIRST / "lesson.md"
        edit(prose, "the mean is 5", "the mean is six")
    monkeypatch.setattr(preview_command, "build_preview", fail)
    board = Board()
    preview_command.Builder(tmp_path / "course", board, tmp_path, "").build()
    assert ("Traceback" in capfd.readouterr().err) is not mistake
    assert ("with these problems" in board.news.fault) is mistake
    assert board.news.holds_back


def test_what_changes_during_a_build_is_built_next(recorded, monkeypatch):
    builds = []

    def build(self) -> None:
        builds.append(None)
        if len(builds) == 2:
            raise KeyboardInterrupt
        edit(recorded / "docs/index.md", "# ", "# New: ")

    monkeypatch.setattr(preview_command.signal, "signal", lambda *args: None)
    monkeypatch.setattr(preview_command.Builder, "build", build)
    assert preview_command.serve(recorded, port=0) == 0
    assert len(builds) == 2
    edit(recorded / "docs/index.md", "# New: ", "# ")


@pytest.mark.parametrize(
    "path", ["../secret", "/../secret", "a/../../secret", "nothing", "//etc/passwd"]
)
def test_only_files_of_the_site_are_served(tmp_path, path):
    (tmp_path / "secret").write_text("s", encoding="utf-8")
    site = tmp_path / "site"
    (site / "a").mkdir(parents=True)
    (site / "a/index.html").write_text("a", encoding="utf-8")
    (site / "link").symlink_to(tmp_path / "secret")
    assert find_file(site, path) is None
    assert find_file(site, "link") is None
    assert find_file(site, "/a/") == site / "a/index.html"


def test_the_board_wakes_those_who_wait(tmp_path):
    board = Board()
    version = board.news.version
    threading.Timer(0.05, board.post_run, [RunNews("a-01", "running")]).start()
    news = board.wait(version, PATIENCE)
    assert news.version > version and news.runs["a-01"].state == "running"
    board.post_site(tmp_path, ())
    board.post_problems(("wrong",))
    assert board.news.folder == tmp_path and board.news.holds_back
    assert board.news.build == 1
