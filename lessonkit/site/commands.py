"""Commands that a reader types: one source, printed for each shell.

Every command works as printed, from the repository's folder, without activating
the environment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath

# The environment's Python: PowerShell finds it elsewhere.
PYTHON = PurePosixPath(".venv/bin/python")
WINDOWS_PYTHON = PureWindowsPath(r".venv\Scripts\python.exe")
# The Python that a system has before there is an environment.
SYSTEM_PYTHON = "python3"
WINDOWS_SYSTEM_PYTHON = "py"

REQUIREMENTS = "requirements-cpu.txt"
JUPYTERLAB = "jupyterlab==4.6.6"

Word = str | PurePosixPath
Command = tuple[Word, ...]


@dataclass(frozen=True)
class Shell:
    """Commands as one shell wants them."""

    name: str
    language: str
    text: str


@dataclass(frozen=True)
class CommandBlock:
    """Commands that belong together, and where they are typed."""

    folder: str
    environment: str
    shells: tuple[Shell, ...]


def build_block(
    commands: Iterable[Command], *, environment: str = "not activated", unix=False
) -> CommandBlock:
    """Make a block for each shell; `unix` leaves PowerShell out."""
    lines = tuple(commands)
    bash = Shell("bash or zsh", "bash", _join(lines, render_bash))
    powershell = Shell("PowerShell", "powershell", _join(lines, render_powershell))
    shells = (bash,) if unix else (bash, powershell)
    return CommandBlock("the repository folder", environment, shells)


def _join(commands: Iterable[Command], render) -> str:
    return "\n".join(render(command) for command in commands)


def render_bash(command: Command) -> str:
    """Return a command for bash and zsh."""
    return " ".join(str(word) for word in command)


def render_powershell(command: Command) -> str:
    """Return a command for PowerShell."""
    return " ".join(_windows_word(word) for word in command)


def _windows_word(word: Word) -> str:
    """Return a word with the names and separators of Windows."""
    if word == PYTHON:
        return str(WINDOWS_PYTHON)
    if word == SYSTEM_PYTHON:
        return WINDOWS_SYSTEM_PYTHON
    return str(PureWindowsPath(word)) if isinstance(word, PurePosixPath) else word


def make_environment() -> tuple[Command, ...]:
    """Return the commands that create and fill the environment."""
    return (
        (SYSTEM_PYTHON, "-m", "venv", PurePosixPath(".venv")),
        (PYTHON, "-m", "pip", "install", "-r", PurePosixPath(REQUIREMENTS)),
    )


def use_lessonkit(command: str, lesson: str, *options: str) -> Command:
    """Return one of our own commands for a lesson."""
    return (PYTHON, "-m", "lessonkit", command, lesson, *options)


def run_file(path: PurePosixPath) -> Command:
    """Return the command that runs a program."""
    return (PYTHON, path)


def install_jupyter() -> Command:
    """Return the command that adds Jupyter to the environment."""
    return (PYTHON, "-m", "pip", "install", JUPYTERLAB)


def start_jupyter(notebook: PurePosixPath) -> Command:
    """Return the command that opens a notebook."""
    return (PYTHON, "-m", "jupyterlab", notebook)
