"""Runs Lighthouse on a page, and reads what it says."""

import json
import os
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from _setup import SetupFault

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
LEAST = 95
PRESETS = {"desktop": ["--preset=desktop"], "mobile": ["--form-factor=mobile"]}


@dataclass(frozen=True)
class Verdict:
    """What Lighthouse says of a page: points by category, and audits that cost some."""

    page: str
    preset: str
    points: dict
    failing: dict

    def find_weak(self) -> dict:
        """Return the categories below the limit with the audits to blame."""
        return {
            name: self.failing.get(name, [])
            for name, points in self.points.items()
            if points < LEAST
        }


@dataclass(frozen=True)
class Lighthouse:
    """Lighthouse with the programs that it needs."""

    node: str
    folder: Path
    chromium: str
    sandbox: bool

    def run(self, address: str, preset: str) -> dict:
        """Return the report on an address as Lighthouse writes it."""
        flags = ["--headless=new", *([] if self.sandbox else ["--no-sandbox"])]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.json"
            command = [
                self.node,
                self.folder / "cli" / "index.js",
                address,
                *PRESETS[preset],
                "--quiet",
                "--output=json",
                f"--output-path={path}",
                f"--chrome-flags={' '.join(flags)}",
                "--no-enable-error-reporting",
                f"--only-categories={','.join(CATEGORIES)}",
            ]
            env = {**os.environ, "CHROME_PATH": self.chromium}
            answer = subprocess.run(command, env=env, capture_output=True, text=True)
            if answer.returncode or not path.is_file():
                raise SetupFault(
                    f"Lighthouse could not look at {address}.",
                    "its own words: " + (answer.stderr.strip() or "none"),
                )
            return json.loads(path.read_text("utf-8"))


def judge(page: str, preset: str, reports: list) -> Verdict:
    """Return the median of several reports on one page."""
    points = {}
    failing = {}
    for name in CATEGORIES:
        scores = [report["categories"][name]["score"] for report in reports]
        points[name] = round(100 * statistics.median(score or 0 for score in scores))
        failing[name] = find_failing(reports[-1], name)
    return Verdict(page, preset, points, failing)


def find_failing(report: dict, category: str) -> list:
    """Return the audits of a category that cost points, the dearest first."""
    found = []
    for entry in report["categories"][category]["auditRefs"]:
        audit = report["audits"][entry["id"]]
        score = audit["score"]
        if entry["weight"] and score is not None and score < 1:
            shown = audit.get("displayValue", "")
            lost = entry["weight"] * (1 - score)
            found.append((lost, f"{audit['id']} {shown}".strip()))
    return [text for _, text in sorted(found, reverse=True)]
