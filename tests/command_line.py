"""Run our commands as a user does."""

import subprocess
import sys
from pathlib import Path


def lessonkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; whatever goes wrong, it shows no traceback."""
    run = subprocess.run(
        [sys.executable, "-m", "lessonkit", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in run.stderr
    return run
