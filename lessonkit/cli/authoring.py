"""Commands for those who write lessons."""

from __future__ import annotations

from pathlib import Path

import click

from lessonkit.cli.shared import find_root, narrow, report_problems
from lessonkit.errors import UsageError


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Rewrite starters that main.py gives.")
def validate(paths: tuple[Path, ...], fix: bool) -> int:
    """Find every problem of every source, each with its place and a remedy.

    PATHS narrow the report to these files and folders.
    """
    from lessonkit.checks import check_course
    from lessonkit.checks.code import write_starters
    from lessonkit.course.load import load_course
    from lessonkit.problems import sort_problems

    for path in paths:
        if not path.exists():
            raise UsageError(f"there is no {path}", "name a file or a folder")
    root = find_root()
    loaded = load_course(root)
    problems = loaded.problems
    if loaded.course:
        if fix:
            for path in write_starters(loaded.course):
                click.echo(f"written: {path.relative_to(root).as_posix()}")
        problems = sort_problems([*problems, *check_course(loaded.course)])
    chosen = narrow(root, problems, paths) if paths else problems
    return report_problems(chosen, loaded.lesson_count)
