"""Serves the preview on this machine alone; its pages hear when something is new."""

from __future__ import annotations

import json
import os
import posixpath
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lessonkit.errors import UsageError
from lessonkit.serve.board import Board
from lessonkit.site.templates import FOLDER

HOST = "127.0.0.1"
# No page of a site has such a name.
OWN = "/~preview/"
EVENTS = f"{OWN}events"
ASSETS = FOLDER / "preview"
WAITING = ASSETS / "waiting.html"
# What each page gets; it tells which build the page is of.
SCRIPT = ASSETS / "script.html"
# A line now and then shows whether anybody still listens.
HEARTBEAT = 15.0


@contextmanager
def run_server(board: Board, port: int) -> Iterator[str]:
    """Serve what the board names while the `with` statement lasts; yield the address.

    Port 0 means any that is free. Raises UsageError where the port is taken.
    """
    try:
        server = PreviewServer((HOST, port), partial(PreviewPages, board))
    except OSError as error:
        raise UsageError(
            f"port {port} cannot be used: {error.strerror or error}",
            "end what uses it, or name another with `--port`",
        ) from error
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class PreviewServer(ThreadingHTTPServer):
    """A server whose threads end with the process."""

    daemon_threads = True
    # On Windows it would let two servers share a port, each unaware of the other.
    allow_reuse_address = os.name != "nt"
    # Two servers at one port would answer by turns.
    allow_reuse_port = False


class PreviewPages(SimpleHTTPRequestHandler):
    """Answers with files of the site, each page with the preview's script."""

    protocol_version = "HTTP/1.1"

    def __init__(self, board: Board, *arguments: object) -> None:
        self.board = board
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:  # noqa: N802 - the name is the library's
        """Answer with news, a file of the preview, or a file of the site."""
        path = unquote(urlsplit(self.path).path)
        site = self.board.news.folder
        if path == EVENTS:
            self._send_events()
        elif path.startswith(OWN):
            self._send_file(find_file(ASSETS, path.removeprefix(OWN)))
        elif site is None:
            self._send_page(WAITING.read_bytes(), 200)
        elif not path.endswith("/") and (site / path.lstrip("/")).is_dir():
            self._redirect(f"{path}/")
        else:
            self._send_file(find_file(site, path), site / "404.html")

    def _send_file(self, file: Path | None, otherwise: Path | None = None) -> None:
        """Send a file, or the page that stands for one that does not exist."""
        status = 200 if file else 404
        file = file or otherwise
        if file is None or not file.is_file():
            self.send_error(404)
        elif file.suffix == ".html":
            self._send_page(file.read_bytes(), status)
        else:
            self._send(file.read_bytes(), self.guess_type(str(file)), status)

    def _send_page(self, content: bytes, status: int) -> None:
        text = SCRIPT.read_text(encoding="utf-8").strip()
        script = text.replace("BUILD", str(self.board.news.build)).encode()
        before, end, after = content.rpartition(b"</body>")
        page = b"".join([before, script, end, after]) if end else content + script
        self._send(page, "text/html; charset=utf-8", status)

    def _send(self, content: bytes, kind: str, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _redirect(self, path: str) -> None:
        self.send_response(302)
        self.send_header("Location", path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_HEAD = do_GET  # noqa: N815 - likewise

    def _send_events(self) -> None:
        """Send the news, and again whenever there are newer ones."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        version = -1
        try:
            while True:
                news = self.board.wait(version, HEARTBEAT)
                text = json.dumps(news.describe())
                line = f"data: {text}\n\n" if news.version > version else ":\n\n"
                version = news.version
                self.wfile.write(line.encode())
                self.wfile.flush()
        except OSError:  # The page is gone.
            return

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests."""


def find_file(folder: Path, path: str) -> Path | None:
    """Return the file in a folder that an address names, or None."""
    inside = posixpath.normpath(path).lstrip("/")
    file = folder / inside
    if inside.startswith("..") or not file.resolve().is_relative_to(folder.resolve()):
        return None
    if file.is_dir():
        file = file / "index.html"
    return file if file.is_file() else None
