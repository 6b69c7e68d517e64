"""The environment variables of a run, built from nothing of the caller's."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

_STYLE = Path(__file__).with_name("matplotlibrc")

# Without these Windows starts no Python.
_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "WINDIR")


def load_runtime(name: str) -> ModuleType:
    """Return the module of functions for a runtime: jax or plain."""
    return import_module(f"lessonkit.running.{name}_runtime")


def build_environment(
    caller: Mapping[str, str],
    *,
    runtime: str,
    backend: str,
    home: Path,
    cache: Path,
    python: str = sys.executable,
) -> dict[str, str]:
    """Return the variables for every process that runs lessons.

    `home` stands in for the user's home and temporary folder until each run gets
    its own; `cache` keeps Matplotlib's list of fonts, which takes seconds to make;
    `python` is the interpreter that comes first on the path.
    """
    module = load_runtime(runtime)
    kept = _WINDOWS if backend == "cpu" else (*_WINDOWS, *module.KEPT_VARIABLES)
    return {
        **{name: caller[name] for name in caller if name.startswith(kept)},
        **build_folders(home, home),
        **module.build_variables(backend),
        "PATH": os.pathsep.join([str(Path(python).parent), os.defpath]),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONUTF8": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": str(cache),
        "MATPLOTLIBRC": str(_STYLE),
    }


def build_folders(home: Path, temporary: Path) -> dict[str, str]:
    """Return the variables that name the home and the temporary folder."""
    names = {"HOME": home, "USERPROFILE": home}
    names |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), temporary)
    return {name: str(path) for name, path in names.items()}
