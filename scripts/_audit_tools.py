"""What the audit runs: where its tools are, and how they are fetched."""

import importlib.util
import json
import os
import shutil
import subprocess
from pathlib import Path

from _setup import ROOT, SetupFault, run, say

FOLDER = ROOT / ".lessonkit" / "audit"
LIGHTHOUSE = ("lighthouse", "12.2.3")
CHECKER = ("vnu-jar", "26.9.27")
OLDEST_NODE, OLDEST_JAVA = 18, 17


def find_program(name: str, remedy: str) -> str:
    """Return the path of a program, or say how to get it."""
    path = shutil.which(name)
    if not path:
        raise SetupFault(f"the audit needs `{name}`, and it is not here.", remedy)
    return path


def find_chromium(environ: dict) -> str:
    """Return the browser that scripts/test.py finds."""
    # By its path: the standard library has a module of the same name.
    path = Path(__file__).with_name("test.py")
    spec = importlib.util.spec_from_file_location("_test_script", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    browser = module.find_browser(environ)
    if not browser:
        raise SetupFault("no Chromium was found.", module.HOW_TO_GET_ONE + ".")
    return browser


def ensure_package(package: tuple, folder: Path = FOLDER, run=run) -> Path:
    """Return where an npm package of this version lies; fetch it where it does not."""
    name, version = package
    place = folder / name / "node_modules" / name
    if read_version(place) == version:
        return place
    npm = find_program("npm", "install Node.js with npm; on Debian `apt install npm`.")
    say(f"Fetching {name} {version} into {folder} ...")
    target = folder / name
    target.mkdir(parents=True, exist_ok=True)
    # Without a package.json of its own, npm would look for one in the folders above.
    (target / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    # What we use of these needs no script of theirs to be run.
    options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"]
    code = run([npm, "install", "--prefix", target, *options, f"{name}@{version}"])
    if code or read_version(place) != version:
        raise SetupFault(
            f"npm could not fetch {name} {version} (exit code {code}).",
            "look at its message above, and at the connection to the npm registry.",
        )
    return place


def read_version(place: Path) -> str:
    """Return the version of a package that lies here; nothing where none does."""
    try:
        return json.loads((place / "package.json").read_text("utf-8"))["version"]
    except (OSError, ValueError, KeyError):
        return ""


def find_node() -> str:
    """Return a Node.js that is new enough."""
    remedy = f"install Node.js {OLDEST_NODE} or newer."
    node = find_program("node", remedy)
    answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    version = answer.stdout.strip().lstrip("v")
    if answer.returncode or int(version.split(".")[0] or 0) < OLDEST_NODE:
        raise SetupFault(f"this Node.js is {version or 'broken'}.", remedy)
    return node


def find_java() -> str:
    """Return a Java that is new enough for the HTML checker."""
    remedy = (
        f"install Java {OLDEST_JAVA} or newer, on Debian "
        "`apt install default-jre-headless`, or leave the HTML out: --no-html."
    )
    java = find_program("java", remedy)
    answer = subprocess.run([java, "-version"], capture_output=True, text=True)
    version = find_java_version(answer.stderr)
    if answer.returncode or version < OLDEST_JAVA:
        raise SetupFault(f"this Java is {version or 'broken'}.", remedy)
    return java


def find_java_version(text: str) -> int:
    """Return the first number in what `java -version` says; 0 where there is none."""
    quoted = text.partition('"')[2]
    number = quoted.split(".")[0].split("-")[0]
    return int(number) if number.isdigit() else 0


def is_root() -> bool:
    """Say whether Chromium has to be started without its sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
