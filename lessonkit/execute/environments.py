"""Other environments: virtual ones, built from a file of requirements when needed."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lessonkit.errors import UsageError
from lessonkit.files import remove_tree, write_file
from lessonkit.records import Record
from lessonkit.records.verifications import (
    Difference,
    Verification,
    dump_verification,
    verification_path,
)

OLDEST = (3, 12)
NEXT_PYTHON = "LESSONKIT_NEXT_PYTHON"
CANDIDATES = ("python3.14", "python3.13", "python3.12", "python3", "python")

_STAMP = "lessonkit.json"
_PATIENCE = 30.0
# A verification stays small; `verify` itself tells every difference.
_MOST_DIFFERENCES = 20
# Asks a Python what it is. One that cannot make environments is of no use.
_PROBE = (
    "import json, platform, sys, ensurepip, venv; "
    "print(json.dumps([sys.executable, platform.python_version()]))"
)
_VERSIONS = (
    "import json, sys; from importlib import metadata as m; "
    "print(json.dumps({d.metadata['Name']: d.version for d in m.distributions()}))"
)


@dataclass(frozen=True)
class Interpreter:
    """A Python that starts; `version` is written as 3.13.0."""

    path: str
    version: str

    @property
    def is_new_enough(self) -> bool:
        """Whether the second environment can be built with it."""
        return tuple(int(part) for part in self.version.split(".")[:2]) >= OLDEST


def find_interpreter(path: str | Path) -> Interpreter | None:
    """Ask a Python what it is; None where it does not start, as a broken shim."""
    answer = _ask([str(path), "-I", "-c", _PROBE])
    match answer:
        case [str(executable), str(version)]:
            return Interpreter(executable, version.rstrip("+"))
    return None


def _ask(command: list[str]) -> object:
    """Return the JSON that a command prints, or None where it prints none."""
    try:
        run = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            stdin=subprocess.DEVNULL,
        )
        return json.loads(run.stdout) if run.returncode == 0 else None
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def choose_interpreter(
    asked: str | Path | None, environ: Mapping[str, str]
) -> Interpreter:
    """Return the Python that is asked for, else the first of PATH that will do.

    Raises UsageError where the one that is asked for, or every other, will not.
    """
    asked = asked or environ.get(NEXT_PYTHON)
    if asked:
        found = find_interpreter(asked)
        if found is None:
            raise UsageError(
                f"{asked} is no Python that starts and can make environments.",
                "name another by `--python`.",
            )
        if not found.is_new_enough:
            raise UsageError(
                f"{asked} is Python {found.version}; the second environment needs "
                f"{_write_oldest()}.",
                "name a newer one by `--python`.",
            )
        return found
    for candidate in _list_candidates(environ.get("PATH", "")):
        found = find_interpreter(candidate)
        if found and found.is_new_enough:
            return found
    raise UsageError(
        f"no Python {_write_oldest()} starts here, which the second environment needs.",
        f"install one and name it by `--python PATH` or by {NEXT_PYTHON}.",
    )


def _write_oldest() -> str:
    return f"{OLDEST[0]}.{OLDEST[1]} or newer"


def _list_candidates(path: str) -> Iterator[Path]:
    """Yield every file of PATH that is called like a Python, the newest first."""
    suffix = ".exe" if os.name == "nt" else ""
    folders = [Path(folder) for folder in path.split(os.pathsep) if folder]
    for name in CANDIDATES:
        for folder in folders:
            candidate = folder / f"{name}{suffix}"
            if candidate.is_file() and os.access(candidate, os.X_OK):
                yield candidate


@dataclass(frozen=True)
class VirtualEnvironment:
    """An environment of its own for one file of requirements."""

    root: Path
    name: str

    @property
    def folder(self) -> Path:
        """Where the environment lies."""
        return self.root / ".lessonkit" / "environments" / self.name

    @property
    def requirements(self) -> str:
        """The name of the file that says what is in it."""
        return f"requirements-{self.name}.txt"

    @property
    def python(self) -> Path:
        """Its Python."""
        windows = os.name == "nt"
        return self.folder / ("Scripts/python.exe" if windows else "bin/python")


Install = Callable[[VirtualEnvironment, Interpreter], None]
Say = Callable[[str], None]


def prepare_environment(
    environment: VirtualEnvironment,
    pins: Mapping[str, str],
    asked: str | Path | None,
    environ: Mapping[str, str],
    *,
    say: Say,
    install: Install | None = None,
) -> None:
    """Build the environment unless it is there as its requirements want it.

    One that is there is kept whatever Python it has, unless another is asked for.
    Raises UsageError where there is no Python for it, or packages are not found.
    """
    wanted = _hash_requirements(environment)
    present = _find_present(environment, wanted, pins)
    explicit = asked or environ.get(NEXT_PYTHON)
    if present and not explicit:
        return
    interpreter = choose_interpreter(asked, environ)
    if present == interpreter:
        return
    say(
        f"building the environment `{environment.name}` with Python "
        f"{interpreter.version}; this takes minutes"
    )
    remove_tree(environment.folder)
    (install or install_requirements)(environment, interpreter)
    stamp = {
        "requirements": wanted,
        "python": interpreter.path,
        "version": interpreter.version,
    }
    # Last: an environment without it is unfinished.
    write_file(environment.folder / _STAMP, json.dumps(stamp) + "\n")


def _hash_requirements(environment: VirtualEnvironment) -> str:
    """Return the hash of what the environment must hold."""
    file = environment.root / environment.requirements
    if not file.is_file():
        raise UsageError(
            f"there is no {file.name}, which says what the environment holds.",
            "write it beside requirements-cpu.txt.",
        )
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _find_present(
    environment: VirtualEnvironment, wanted: str, pins: Mapping[str, str]
) -> Interpreter | None:
    """Return the Python that the environment was built with, if it can be used."""
    try:
        stamp = json.loads((environment.folder / _STAMP).read_text("utf-8"))
        built = Interpreter(stamp["python"], stamp["version"])
        requirements = stamp["requirements"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    now = find_interpreter(environment.python)
    if requirements != wanted or now is None or now.version != built.version:
        return None
    installed = _ask([str(environment.python), "-I", "-c", _VERSIONS])
    if not isinstance(installed, dict):
        return None
    kept = {_normalise(name): version for name, version in installed.items()}
    held = all(kept.get(_normalise(name)) == pins[name] for name in pins)
    return built if held else None


def _normalise(name: str) -> str:
    """Return a distribution's name as PEP 503 spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def install_requirements(
    environment: VirtualEnvironment, interpreter: Interpreter
) -> None:
    """Make the environment's folder and install its requirements."""
    pip = [str(environment.python), "-m", "pip", "--disable-pip-version-check"]
    steps = (
        [interpreter.path, "-m", "venv", str(environment.folder)],
        [*pip, "install", "--quiet", "-r", environment.requirements],
    )
    for step in steps:
        # What pip says goes to stderr: stdout may be a file of results.
        code = subprocess.run(step, cwd=environment.root, stdout=2).returncode
        if code:
            raise UsageError(
                f"{environment.requirements} could not be installed.",
                f"see the messages above (exit code {code}), and run it again.",
            )


def write_verification(
    folder: Path, environment: str, run: Record, differences: Sequence[Difference]
) -> None:
    """Write beside a lesson's record what this environment's run came to."""
    status = "differs" if differences else "passed"
    where, inputs = run.environment, run.inputs
    verification = Verification(
        lesson=run.lesson,
        revision=run.revision,
        status="failed" if run.failure else status,
        date=run.started[:10],
        python=where.python,
        platform=where.platform,
        packages=where.packages,
        backend=where.backend,
        device_kind=where.device_kind,
        device_count=where.device_count,
        sources=(inputs.main, *inputs.modules, *inputs.data),
        differences=tuple(differences[:_MOST_DIFFERENCES]),
    )
    path = verification_path(folder, environment)
    write_file(path, dump_verification(verification))
