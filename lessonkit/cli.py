"""The commands. Each imports what it needs when it runs, so that each starts fast."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit import __version__
from lessonkit.errors import UsageError
from lessonkit.layout import PHASES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lessonkit.course.load import Loaded
    from lessonkit.problems import Problem

PAGES_MARK = ".lessonkit-pages"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 good, 1 failed, 2 wrong use."""
    try:
        code = commands.main(arguments, "lessonkit", standalone_mode=False)
    except UsageError as error:
        return _complain(error.sentence, error.remedy)
    except click.ClickException as error:
        return _complain(error.format_message(), "see `python -m lessonkit --help`")
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return 130
    return code or 0


def _complain(sentence: str, remedy: str) -> int:
    click.echo(f"error: {sentence}\n    help: {remedy}", err=True)
    return 2


def find_root() -> Path:
    """Return the nearest folder upward that holds phases/course.yml.

    Raises UsageError where there is none.
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / PHASES / "course.yml").is_file():
            return folder
    raise UsageError(
        f"no course here: neither {here} nor a folder above it has phases/course.yml",
        "change to the folder of the course and run the command again",
    )


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="lessonkit %(version)s")
def commands() -> None:
    """Run the lessons of a course, record what they print and draw, build its site."""


@commands.command()
@click.argument("lessons", nargs=-1)
@click.option(
    "--backend",
    type=click.Choice(["cpu", "gpu", "tpu"]),
    default="cpu",
    show_default=True,
    help="Where to run; there is one record for each.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count(),
    help="Lessons at once.  [default: one for each core]",
)
@click.option("--force", is_flag=True, help="Run fresh lessons too.")
def execute(lessons: tuple[str, ...], backend: str, jobs: int, force: bool) -> int:
    """Run what is stale and write the records.

    LESSONS are ids or folders; without any, all lessons are looked at.
    """
    from lessonkit.execute.plan import plan_execution

    root = find_root()
    plan = plan_execution(root, lessons, backend, force=force)
    if not plan.folders:
        click.echo(f"nothing to do: {plan.fresh} of {plan.fresh} lessons are fresh")
        return 0
    from lessonkit.progress import run_plan

    return run_plan(root, plan, backend=backend, jobs=jobs)


@commands.command()
def status() -> int:
    """Say of each lesson and backend whether its record is fresh, and why not."""
    from lessonkit.layout import find_all_lesson_folders, read_id
    from lessonkit.stale import find_states, load_pins

    root = find_root()
    pins = load_pins(root)
    for folder in find_all_lesson_folders(root):
        for backend, state in find_states(folder, pins).items():
            reasons = f"  ({', '.join(state.reasons)})" if state.reasons else ""
            click.echo(f"{read_id(folder):24} {backend:4} {state.kind}{reasons}")
    return 0


@commands.command()
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

    root = find_root()
    loaded = load_course(root)
    problems = loaded.problems
    if loaded.course:
        if fix:
            for path in write_starters(loaded.course):
                click.echo(f"written: {path.relative_to(root).as_posix()}")
        problems = sort_problems([*problems, *check_course(loaded.course)])
    return _report(_narrow(root, problems, paths), loaded)


def _narrow(
    root: Path, problems: Sequence[Problem], paths: tuple[Path, ...]
) -> Sequence[Problem]:
    """Return the problems of files at or below these paths; all without any."""
    for path in paths:
        if not path.exists():
            raise UsageError(f"there is no {path}", "name a file or a folder")
    chosen = [path.resolve() for path in paths]
    if not chosen:
        return problems
    return [
        p for p in problems if any((root / p.path).is_relative_to(c) for c in chosen)
    ]


def _report(problems: Sequence[Problem], loaded: Loaded) -> int:
    """Print problems and their number; return the exit code."""
    from lessonkit.problems import render_summary

    for problem in problems:
        click.echo(str(problem))
    if problems:
        click.echo(render_summary(problems, lessons=loaded.lesson_count))
        return 1
    click.echo(f"no problems in {loaded.lesson_count} lessons")
    return 0


@commands.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def pages(folder: Path) -> int:
    """Write all pages, notebooks and downloads as plain files into FOLDER."""
    from lessonkit.files import write_tree
    from lessonkit.site.pages import build_site

    if folder.is_dir() and any(folder.iterdir()) and not (folder / PAGES_MARK).exists():
        raise UsageError(
            f"{folder} holds files that this command did not write",
            "name a new or an empty folder",
        )
    from lessonkit.site.pages import load_site

    site = load_site(find_root())
    if site.problems:
        return _report(site.problems, site.loaded)
    tree = {**build_site(site), PAGES_MARK: ""}
    changed = write_tree(folder, tree)
    click.echo(f"{len(tree)} files in {folder}, {len(changed)} of them changed")
    return 0


@commands.command()
@click.option("--strict", is_flag=True, help="Refuse missing, failed or stale records.")
def build(strict: bool) -> int:
    """Build the site into site/."""
    from lessonkit.mkdocs_plugin import build_with_mkdocs

    return build_with_mkdocs(find_root(), strict=strict)


@commands.command()
def serve() -> int:
    """Show the site at a local address, and show changes as they are made."""
    from lessonkit.serve import serve as start

    return start(find_root())
