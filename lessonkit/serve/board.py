"""What the preview tells its pages: what was built, what is wrong, what is running."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

# A page in work may have many problems; the terminal shows them all.
MOST_PROBLEMS = 20


@dataclass(frozen=True)
class RunNews:
    """How the run of a lesson stands.

    `state` is waiting, running, passed or failed; `text` the cell that is done, or what
    went wrong; `ended` the time when it was over, in seconds since 1970.
    """

    lesson: str
    state: str
    text: str = ""
    seconds: float = 0.0
    ended: float = 0.0


@dataclass(frozen=True)
class News:
    """All that a page of the preview shows beside its own content.

    `build` counts the builds that worked, `folder` is the site of the last. `problems`
    are those of the sources; `holds_back` tells that the site shown is an earlier one.
    """

    version: int = 0
    build: int = 0
    folder: Path | None = None
    problems: tuple[str, ...] = ()
    count: int = 0
    fault: str = ""
    holds_back: bool = False
    runs: Mapping[str, RunNews] = field(default_factory=dict)

    def describe(self) -> dict[str, object]:
        """Return the news as a page gets them."""
        return {
            "build": self.build,
            "problems": list(self.problems),
            "count": self.count,
            "fault": self.fault,
            "holdsBack": self.holds_back,
            "runs": [asdict(run) for run in self.runs.values()],
        }


class Board:
    """Holds the latest news; whoever shows them waits for newer ones."""

    def __init__(self) -> None:
        self._news = News()
        self._changed = threading.Condition()

    @property
    def news(self) -> News:
        """The latest news."""
        return self._news

    def post_site(self, folder: Path, problems: tuple[str, ...]) -> None:
        """Tell that the site was built, maybe despite problems."""
        with self._changed:
            self._post(
                build=self._news.build + 1,
                folder=folder,
                problems=problems[:MOST_PROBLEMS],
                count=len(problems),
                fault="",
                holds_back=False,
            )

    def post_problems(self, problems: tuple[str, ...], fault: str = "") -> None:
        """Tell that the site could not be built, so that the last one stays."""
        with self._changed:
            self._post(
                problems=problems[:MOST_PROBLEMS],
                count=len(problems),
                fault=fault,
                holds_back=True,
            )

    def post_run(self, run: RunNews) -> None:
        """Tell how the run of a lesson stands."""
        with self._changed:
            self._post(runs={**self._news.runs, run.lesson: run})

    def forget_run(self, lesson: str) -> None:
        """Tell nothing more of a lesson's run."""
        with self._changed:
            runs = self._news.runs.items()
            self._post(runs={other: run for other, run in runs if other != lesson})

    def wait(self, version: int, seconds: float) -> News:
        """Return the latest news, as soon as there are newer ones than `version`."""
        with self._changed:
            self._changed.wait_for(lambda: self._news.version > version, seconds)
            return self._news

    def _post(self, **changes: object) -> None:
        self._news = replace(self._news, version=self._news.version + 1, **changes)
        self._changed.notify_all()
