"""Audit the built site: `python scripts/audit.py`.

Builds the site, or takes a built one, serves it with gzip on this machine, and runs
Lighthouse on its main kinds of page and the Nu HTML checker on all pages. The exit code
is 1 where a page has less than 95 points or our HTML has an error, 2 where a tool is
missing. It needs Node.js with npm, Chromium and Java; the tools themselves are fetched.
"""

import argparse
import os
import sys
from pathlib import Path

from _audit_html import check_html
from _audit_lighthouse import CATEGORIES, LEAST, Lighthouse, judge
from _audit_server import serve
from _audit_tools import (
    CHECKER,
    LIGHTHOUSE,
    ensure_package,
    find_chromium,
    find_java,
    find_node,
    is_root,
)
from _setup import ROOT, SetupFault, get_venv_python, run, run_script, say, shown

# The three kinds of page that a reader spends the time on.
PAGES = {"home": "", "lesson": "lessons/transforms-04/", "My learning": "my-learning/"}
SHOWN_FAILING = 6


def parse_arguments(arguments: list) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Audit the built site.")
    parser.add_argument(
        "--site", type=Path, help="a site that is built already; else it is built"
    )
    parser.add_argument(
        "--runs", type=int, default=3, help="runs of Lighthouse for a median [3]"
    )
    parser.add_argument(
        "--no-html", action="store_true", help="leave the HTML checker out"
    )
    parser.add_argument(
        "--no-lighthouse", action="store_true", help="leave Lighthouse out"
    )
    return parser.parse_args(arguments)


def find_site(given: "Path | None") -> Path:
    """Return the folder of the site, which is built where none is given."""
    if given:
        if not (given / "index.html").is_file():
            raise SetupFault(
                f"{given} holds no built site.", "build it, or leave --site out."
            )
        return given.resolve()
    python = get_venv_python(ROOT / ".venv")
    if not python.exists():
        raise SetupFault("there is no .venv.", "run `python3 scripts/site.py` first.")
    if run([python, "-m", "lessonkit", "build", "--strict"]):
        raise SetupFault("the site could not be built.", "follow the message above.")
    return ROOT / "site"


def audit_pages(site: Path, runs: int) -> list:
    """Return a verdict on each page, on a desktop and, to know it, on a phone."""
    tool = Lighthouse(
        find_node(),
        ensure_package(LIGHTHOUSE),
        find_chromium(dict(os.environ)),
        sandbox=not is_root(),
    )
    verdicts = []
    with serve(site) as origin:
        for preset, times in (("desktop", runs), ("mobile", 1)):
            for page, path in PAGES.items():
                say(f"Lighthouse looks at {page} ({preset}) ...")
                reports = [tool.run(f"{origin}/{path}", preset) for _ in range(times)]
                verdicts.append(judge(page, preset, reports))
    return verdicts


def render_verdicts(verdicts: list) -> str:
    """Return the table of points, and below it what cost them."""
    head = ("page", "on", *CATEGORIES)
    rows = [
        (v.page, v.preset, *(str(v.points[name]) for name in CATEGORIES))
        for v in verdicts
    ]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in [head, *rows]
    ]
    for verdict in verdicts:
        for name, audits in verdict.find_weak().items():
            blamed = ", ".join(audits[:SHOWN_FAILING]) or "no audit named"
            lines.append(f"{verdict.page} ({verdict.preset}), {name}: {blamed}")
    return "\n".join(lines)


def report_pages(site: Path, runs: int) -> bool:
    """Print what Lighthouse says, and return whether every page has its points."""
    verdicts = audit_pages(site, runs)
    say(render_verdicts(verdicts))
    say(f"Asked for: {LEAST} in each category on a desktop. A phone is only reported.")
    return not any(v.find_weak() for v in verdicts if v.preset == "desktop")


def report_html(site: Path) -> bool:
    """Print the errors in our HTML, and return whether there are none."""
    java, checker = find_java(), ensure_package(CHECKER)
    ours, theirs = check_html(java, checker, site)
    for line in ours:
        say(line)
    for reason, count in theirs.items():
        say(f"left out {count} times: {reason}")
    say(f"HTML: {len(ours)} errors of ours in {shown(site)}")
    return not ours


def main(arguments: list) -> int:
    """Run the audits and return the exit code."""
    options = parse_arguments(arguments)
    site = find_site(options.site)
    good = [
        options.no_html or report_html(site),
        options.no_lighthouse or report_pages(site, options.runs),
    ]
    say("PASSED" if all(good) else "FAILED")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(run_script(main, sys.argv[1:]))
