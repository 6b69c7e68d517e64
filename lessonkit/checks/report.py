"""Problems as JSON, for editors and other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from lessonkit import __version__
from lessonkit.problems import RULES, Problem

SCHEMA = 1


def dump_problems(problems: Sequence[Problem], lessons: int, exit_code: int) -> str:
    """Return the problems as JSON with a stable shape."""
    content = {
        "schema": SCHEMA,
        "lessonkit": __version__,
        "command": "validate",
        "exit_code": exit_code,
        "lessons": lessons,
        "problems": [
            {
                "path": problem.path.as_posix(),
                "line": problem.line,
                "code": problem.code,
                "rule": RULES[problem.code].meaning,
                "message": problem.message,
                "help": problem.remedy,
            }
            for problem in problems
        ],
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
