"""Serves a built site on this machine as a host would: with gzip and a 404 page."""

import contextlib
import functools
import gzip
import io
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

COMPRESSED = (".html", ".css", ".js", ".json", ".svg", ".txt", ".xml")


class GzipHandler(SimpleHTTPRequestHandler):
    """Sends texts compressed, lets browsers keep what does not change, says nothing."""

    protocol_version = "HTTP/1.1"

    def send_head(self):
        """Send the headers and return the body."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.split("?")[0].endswith("/"):
            path /= "index.html"
        accepts = "gzip" in self.headers.get("Accept-Encoding", "")
        if not (path.is_file() and accepts and path.suffix in COMPRESSED):
            return super().send_head()
        body = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def guess_type(self, path):
        """Name the encoding too: a page's own word for it comes late."""
        kind = super().guess_type(path)
        return f"{kind}; charset=utf-8" if Path(path).suffix in COMPRESSED else kind

    def end_headers(self):
        """Let the theme's files, whose names hold their hash, be kept."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, format, *args):
        """Say nothing."""


@contextlib.contextmanager
def serve(folder: Path):
    """Serve a folder on the loopback address; yields its origin."""
    handler = functools.partial(GzipHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
