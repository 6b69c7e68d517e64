"""The environment of scripts/bench.py: tested CPU packages and the peers."""

import json
import shutil
import subprocess
from pathlib import Path

from _setup import (
    ROOT,
    SetupFault,
    compute_stamp,
    create_venv,
    find_identity,
    find_missing_module,
    get_venv_python,
    run,
    say,
    shown,
)

REQUIREMENTS = "requirements-bench.txt"
ENVIRONMENT = ROOT / ".lessonkit" / "environments" / "bench"
# What each peer needs, by the names of its distributions.
PEERS = {
    "nbclient": ("nbclient", "ipykernel"),
    "sphinx-gallery": ("sphinx", "sphinx-gallery", "joblib"),
}
PROBE = (
    "import importlib.metadata as m, json, sys; "
    "print(json.dumps({d.metadata['Name'].lower(): d.version"
    " for d in m.distributions()}))"
)


def ensure_environment() -> Path:
    """Return the Python of the benchmark's environment, made again where needed."""
    python = get_venv_python(ENVIRONMENT)
    stamp = ENVIRONMENT / "installed.txt"
    identity = find_identity(python)
    if is_current(stamp, identity):
        return python
    missing = find_missing_module()
    if missing:
        raise SetupFault(
            f"this Python cannot make an environment: it has no {missing} module.",
            "on Debian and Ubuntu run `sudo apt-get install python3-venv`.",
        )
    say(f"Making the environment {shown(ENVIRONMENT)} (minutes the first time) ...")
    try:
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        create_venv(ENVIRONMENT)
    except (OSError, subprocess.CalledProcessError) as fault:
        raise SetupFault(
            f"the environment {shown(ENVIRONMENT)} could not be made ({fault}).",
            "check the rights of the folder and the space on the disk.",
        ) from fault
    if install_packages(python):
        identity = find_identity(python) or []
        stamp.write_text(compute_stamp(ROOT, REQUIREMENTS, identity), "utf-8")
    return python


def is_current(stamp: Path, identity: "list | None") -> bool:
    """Say whether the environment works and has what is asked for now."""
    if not identity or not stamp.exists():
        return False
    return stamp.read_text("utf-8") == compute_stamp(ROOT, REQUIREMENTS, identity)


def install_packages(python: Path, run=run) -> bool:
    """Install everything, else each peer that can be; say whether all was."""
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if run([*pip, "-r", ROOT / REQUIREMENTS]) == 0:
        return True
    if run([*pip, "-r", ROOT / "requirements-cpu.txt"]):
        raise SetupFault(
            "installing requirements-cpu.txt failed; pip's own message stands above.",
            "check the network connection and the space on the disk.",
        )
    lines = (ROOT / REQUIREMENTS).read_text("utf-8").splitlines()
    for names in PEERS.values():
        run([*pip, *(line for line in lines if line.partition("==")[0] in names)])
    return False


def find_versions(python: Path) -> dict:
    """Return the versions of all distributions in the environment, by name."""
    answer = subprocess.run([str(python), "-c", PROBE], capture_output=True, text=True)
    return json.loads(answer.stdout)
