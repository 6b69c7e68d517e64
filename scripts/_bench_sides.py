"""Both sides of scripts/bench.py: lessonkit and its peers as measured commands."""

import os
import shutil
import subprocess
import time
from pathlib import Path

from _bench_environment import PEERS, find_versions
from _setup import ROOT

SCRIPTS = Path(__file__).resolve().parent
WORKERS = 2
GALLERY = """\
extensions = ["sphinx_gallery.gen_gallery"]
exclude_patterns = ["examples", "out"]
sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "gallery",
    "filename_pattern": "plot_",
    "parallel": %d,
}
"""


class CommandFault(Exception):
    """A measured command failed; the text is the end of what it said."""


def count_processor_seconds() -> float:
    """Return the processor time of all ended descendants, where the system tells."""
    times = os.times()
    return times.children_user + times.children_system


class Bench:
    """Runs commands in the benchmark's environment and tells their seconds."""

    def __init__(self, python: Path, folder: Path):
        self.python = python
        self.folder = folder
        self.versions = find_versions(python)
        # Of the last command: it tells a slow program from a busy machine.
        self.processor_seconds = 0.0
        self._count = 0
        dropped = ("MPLBACKEND", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        kept = {k: v for k, v in os.environ.items() if k not in dropped}
        self.environ = {
            **kept,
            "JAX_PLATFORMS": "cpu",
            "MPLCONFIGDIR": str(folder / "matplotlib"),
            # For jupyter, which else asks the system where its files are.
            "JUPYTER_PLATFORM_DIRS": "1",
        }

    def measure(
        self, command: list, where: Path, environ: "dict | None" = None
    ) -> tuple:
        """Run a command; return its seconds and all that it said."""
        self._count += 1
        log = self.folder / f"log-{self._count}.txt"
        command = [str(part) for part in (self.python, *command)]
        with log.open("wb") as stream:
            start, spent = time.perf_counter(), count_processor_seconds()
            code = subprocess.run(
                command,
                cwd=where,
                env={**self.environ, **(environ or {})},
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
            ).returncode
            seconds = time.perf_counter() - start
            self.processor_seconds = count_processor_seconds() - spent
        text = log.read_text("utf-8", "replace")
        if code:
            last = " ".join(text.split()[-30:]).replace("|", "/")
            raise CommandFault(f"exit code {code}: {last}")
        return seconds, text

    def execute(self, course: Path, lessons: list) -> float:
        """Execute lessons of a course, fresh or not."""
        command = ["-m", "lessonkit", "execute", "--force", "--jobs", WORKERS]
        return self.measure([*command, *lessons], course)[0]

    def verify(self, course: Path, lessons: list) -> float:
        """Run lessons again and compare them with their records."""
        command = ["-m", "lessonkit", "verify", *lessons]
        return self.measure(command, course)[0]

    def run_nbclient(self, course: Path, lessons: list) -> float:
        """Execute the lessons' cells as notebooks."""
        mains = [lesson / "code" / "main.py" for lesson in lessons]
        return self.measure([SCRIPTS / "_bench_nbclient.py", *mains], course)[0]

    def run_gallery(self, course: Path, lessons: list) -> float:
        """Run the lessons' programs as examples of a gallery, and build its pages."""
        gallery = course / "gallery"
        shutil.rmtree(gallery, ignore_errors=True)
        (gallery / "examples").mkdir(parents=True)
        (gallery / "conf.py").write_text(GALLERY % WORKERS, "utf-8")
        title = "Examples\n========\n"
        (gallery / "examples" / "README.rst").write_text(title, "utf-8")
        (gallery / "index.rst").write_text(
            f"{title}\n.. toctree::\n\n   gallery/index\n", "utf-8"
        )
        for number, lesson in enumerate(lessons, 1):
            for path in (p for p in (lesson / "code").iterdir() if p.is_file()):
                name = f"plot_{number:03}.py" if path.name == "main.py" else path.name
                shutil.copyfile(path, gallery / "examples" / name)
        command = ["-m", "sphinx", "-q", "-b", "html", gallery, gallery / "out"]
        return self.measure(command, course)[0]

    def find_absence(self, peer: str) -> str:
        """Return why a peer cannot be measured, or nothing."""
        missing = [name for name in PEERS[peer] if name not in self.versions]
        return f"not measured: {', '.join(missing)} not installed" if missing else ""

    def has_verify(self) -> bool:
        """Say whether this lessonkit has the command `verify`."""
        try:
            self.measure(["-m", "lessonkit", "verify", "--help"], ROOT)
        except CommandFault:
            return False
        return True
