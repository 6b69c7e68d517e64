"""Build the course site from a bare checkout: `python3 scripts/site.py`.

Makes or reuses `.venv`, installs the pinned packages, executes the lessons whose
records are stale, and builds `site/`. With --serve, opens the live preview instead;
with --offline, makes the offline edition too.
"""

import argparse
import sys

from _setup import ROOT, SetupFault, run, run_script, say, set_up, shown

REQUIREMENTS = "requirements-cpu.txt"


def parse_arguments(arguments: list) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description="Set up .venv, execute what is stale, build the site."
    )
    parser.add_argument(
        "--serve",
        action="store_true",
        help="open the live preview instead of building",
    )
    parser.add_argument(
        "--offline",
        action="store_true",
        help="make the offline edition too, a ZIP that the site offers",
    )
    return parser.parse_args(arguments)


def describe_reading(python) -> str:
    """Return how to read the site that was built, and how to preview it."""
    return (
        f"The site is ready: {shown(ROOT / 'site' / 'index.html')}\n"
        f"  Read it:     {shown(python)} -m http.server --bind 127.0.0.1 "
        f"-d {shown(ROOT / 'site')}\n"
        "               then open http://127.0.0.1:8000/\n"
        f"  Preview it:  {shown(python)} {shown(ROOT / 'scripts' / 'site.py')} --serve"
    )


def main(arguments: list) -> int:
    """Set up, execute, then build or serve; return the exit code."""
    options = parse_arguments(arguments)
    python = set_up(REQUIREMENTS)
    lessonkit = [python, "-m", "lessonkit"]
    executed = run([*lessonkit, "execute", "--backend", "cpu"])
    if executed > 1:
        raise SetupFault(
            f"the lessons could not be executed (exit code {executed}).",
            "follow the message above.",
        )
    if executed:
        # The rest of the site stays readable.
        say("Not everything was executed (see above); the pages say what is missing.")
    build = ["build", *(["--offline"] if options.offline else [])]
    code = run([*lessonkit, *(["serve"] if options.serve else build)])
    if code == 0 and not options.serve:
        say(describe_reading(python))
    return code or executed


if __name__ == "__main__":
    sys.exit(run_script(main, sys.argv[1:]))
