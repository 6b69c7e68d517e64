"""Test the project from a bare checkout: `python3 scripts/test.py`.

Makes or reuses `.venv`, installs what tests and lint need, finds Chromium for the
browser tests, then runs ruff and pytest. Further arguments go to pytest.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from _setup import SetupFault, run, run_script, say, set_up

REQUIREMENTS = "requirements-dev.txt"
# A worker for each core; one that is done takes tests from another.
PARALLEL = ("-n", "logical", "--dist", "worksteal")
# The shell first: without a window to draw it takes half as long.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
FONTS = "fonts-liberation"
MAC_APPLICATIONS = ("Google Chrome", "Chromium", "Microsoft Edge")
WINDOWS_PROGRAMS = (
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
)
HOW_TO_GET_ONE = (
    "install Chromium or Chrome, or set CHROMIUM to its path; on Debian and Ubuntu "
    "`sudo apt-get install chromium`"
)


def parse_arguments(arguments: list) -> tuple:
    """Split the command line into our options and pytest's arguments."""
    parser = argparse.ArgumentParser(
        description="Set up .venv, run ruff and pytest. "
        "Other arguments are passed on to pytest.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--install-browser",
        action="store_true",
        help="install Chromium with apt-get if none is found (needs root)",
    )
    return parser.parse_known_args(arguments)


def list_usual_places(system: str, environ: dict) -> list:
    """Return where browsers live on systems that keep them off PATH."""
    if system == "darwin":
        folders = [Path("/Applications"), Path.home() / "Applications"]
        return [
            folder / f"{name}.app" / "Contents" / "MacOS" / name
            for folder in folders
            for name in MAC_APPLICATIONS
        ]
    if system == "win32":
        keys = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        folders = [Path(environ[key]) for key in keys if environ.get(key)]
        return [folder / program for program in WINDOWS_PROGRAMS for folder in folders]
    return []


def starts(browser: str) -> bool:
    """Say whether a browser starts; Ubuntu has one that only names a snap."""
    if sys.platform != "linux":
        return True  # On Windows `chrome --version` opens a window instead.
    try:
        answer = subprocess.run([browser, "--version"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def find_browser(environ: dict, system: str = sys.platform) -> "str | None":
    """Return the path of a browser of the Chromium family, if there is one."""
    named = environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        if not found:
            raise SetupFault(
                f"CHROMIUM is `{named}`, which is no program.",
                "set it to the path of Chromium or Chrome, or unset it.",
            )
        return found
    on_path = [shutil.which(name, path=environ.get("PATH", "")) for name in NAMES]
    usual = [str(p) for p in list_usual_places(system, environ) if p.exists()]
    return next((path for path in [*on_path, *usual] if path and starts(path)), None)


def install_browser(run=run) -> None:
    """Install Chromium through apt-get, or say how to get one."""
    if not shutil.which("apt-get"):
        raise SetupFault(
            "this script installs Chromium only where apt-get exists.",
            "install Chromium or Chrome yourself and run this command again.",
        )
    if not is_root():
        raise SetupFault(
            "installing Chromium needs root.",
            "run `sudo apt-get update`, then `sudo apt-get install chromium`.",
        )
    say("Installing Chromium with apt-get ...")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    options = ["--yes", "--no-install-recommends"]
    if not run(["apt-get", "update"], env):
        # Older releases have the whole browser alone.
        for package in ("chromium-headless-shell", "chromium"):
            if not run(["apt-get", "install", *options, package, FONTS], env):
                return
    raise SetupFault(
        "apt-get could not install Chromium; its message stands above.",
        HOW_TO_GET_ONE + ".",
    )


def is_root() -> bool:
    """Say whether this process may install system packages."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def is_ci(environ: dict) -> bool:
    """Say whether this runs in continuous integration."""
    return environ.get("CI", "").lower() in ("true", "1")


def provide_browser(
    environ: dict, wanted: bool, find=find_browser, install=install_browser
) -> "str | None":
    """Return a browser, installed where allowed; in CI a missing one is a fault."""
    browser = find(environ)
    if browser:
        return browser
    if wanted or (is_ci(environ) and is_root() and shutil.which("apt-get")):
        install()
        browser = find(environ)
    if not browser and (wanted or is_ci(environ)):
        raise SetupFault(
            "no Chromium was found, and the browser tests may not be skipped here.",
            HOW_TO_GET_ONE + ".",
        )
    return browser


def build_environment(environ: dict, browser: "str | None") -> dict:
    """Return the environment for pytest, with the browser's path if there is one."""
    env = {name: environ[name] for name in environ if name != "LESSONKIT_CHROMIUM"}
    return {**env, "LESSONKIT_CHROMIUM": browser} if browser else env


def describe_outcome(codes: dict, browser: "str | None") -> str:
    """Return the last line: what passed, what failed, what was left out."""
    failed = [f"{name} (exit code {code})" for name, code in codes.items() if code]
    verdict = (
        "FAILED: " + ", ".join(failed) if failed else "PASSED: " + ", ".join(codes)
    )
    if browser:
        return f"{verdict}; browser: {browser}"
    return f"{verdict}; browser tests skipped: no Chromium found ({HOW_TO_GET_ONE})"


def main(arguments: list) -> int:
    """Set up, run every check, and return pytest's exit code."""
    options, pytest_arguments = parse_arguments(arguments)
    environ = dict(os.environ)
    browser = provide_browser(environ, options.install_browser)
    python = set_up(REQUIREMENTS)
    env = build_environment(environ, browser)
    steps = {
        "ruff check": ["ruff", "check"],
        "ruff format": ["ruff", "format", "--check"],
        "pytest": ["pytest", *PARALLEL, *pytest_arguments],
    }
    codes = {name: run([python, "-m", *step], env=env) for name, step in steps.items()}
    say(describe_outcome(codes, browser))
    # A fault that only ruff sees must fail the run as well.
    return codes["pytest"] or int(any(codes.values()))


if __name__ == "__main__":
    sys.exit(run_script(main, sys.argv[1:]))
