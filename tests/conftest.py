"""Fixtures that every test may use: courses to work on, and a browser."""

import functools
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from lessonkit.course.load import load_course
from lessonkit.course.model import Course

REPOSITORY = Path(__file__).resolve().parent.parent
TINY = Path(__file__).resolve().parent / "tiny-course"


@pytest.fixture(scope="session")
def repository() -> Path:
    """The folder of this repository, which holds the real course."""
    return REPOSITORY


@pytest.fixture(scope="session")
def course() -> Course:
    """The real course, loaded once."""
    loaded = load_course(REPOSITORY)
    assert loaded.course is not None
    return loaded.course


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A copy of a course of one plain-Python lesson, free to be broken."""
    shutil.copytree(TINY, tmp_path / "tiny")
    return tmp_path / "tiny"


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; without one, browser tests are skipped or fail."""
    path = os.environ.get("LESSONKIT_CHROMIUM") or shutil.which("chromium")
    if not path:
        reason = "no Chromium: set LESSONKIT_CHROMIUM or run scripts/test.py"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for all tests: Playwright allows one at a time."""
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium, args=options)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real site, built once by a strict `mkdocs build`."""
    folder = tmp_path_factory.mktemp("site")
    mkdocs = Path(sys.executable).with_name("mkdocs")
    run = subprocess.run(
        [mkdocs, "build", "--strict", "--site-dir", folder],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stderr
    assert "WARNING -" not in run.stderr
    return folder


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Path], str]]:
    """Serves a folder on this machine and returns its origin."""
    servers = []

    def start(folder: Path) -> str:
        handler = functools.partial(QuietHandler, directory=str(folder))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()
