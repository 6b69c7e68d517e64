"""The live preview: MkDocs' own server, in a process of its own.

It watches hand-written pages, lessons and the theme (see the plugin), and none of the
files that it writes itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from lessonkit.site.host import QUIET, find_config


def serve(root: Path) -> int:
    """Show the site at a local address until Ctrl-C, and changes as they are made."""
    config = find_config(root)
    command = [sys.executable, "-m", "mkdocs", "serve", "--config-file", str(config)]
    environment = {**os.environ, **QUIET}
    with subprocess.Popen(command, cwd=root, env=environment) as server:
        try:
            return server.wait()
        except KeyboardInterrupt:
            # The terminal sent Ctrl-C to the server too: it ends by itself.
            server.wait()
            return 0
