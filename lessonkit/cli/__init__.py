"""The commands. Each imports what it needs when it runs, so that each starts fast."""

from __future__ import annotations

from collections.abc import Sequence

import click

from lessonkit import __version__
from lessonkit.cli.authoring import validate
from lessonkit.cli.creating import new, reference
from lessonkit.cli.learning import check, evidence, start
from lessonkit.cli.publishing import build, pages, serve
from lessonkit.cli.recording import execute, status, verify
from lessonkit.errors import UsageError


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


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="lessonkit %(version)s")
def commands() -> None:
    """Run the lessons of a course, record what they print and draw, build its site."""


for command in (
    execute,
    verify,
    status,
    validate,
    new,
    reference,
    pages,
    build,
    serve,
    start,
    check,
    evidence,
):
    commands.add_command(command)
