"""What commands found, turned into results for machines and written where asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit.errors import UsageError
from lessonkit.execute.results import Result, build_results, dump_results
from lessonkit.files import write_file
from lessonkit.layout import find_all_lesson_folders, read_id
from lessonkit.stale import find_state, find_states, load_pins

if TYPE_CHECKING:
    from lessonkit.execute.plan import Plan, PlannedLesson
    from lessonkit.execute.record import Outcome
    from lessonkit.execute.verify import Verdict

# The name of a file that means standard output.
TO_STDOUT = "-"

_UNREAD = ("not run", "its sources have problems")


def list_states(root: Path) -> list[Result]:
    """Return the state of every lesson's records."""
    pins = load_pins(root)
    return [
        Result(folder, read_id(folder), backend, state)
        for folder in find_all_lesson_folders(root)
        for backend, state in find_states(folder, pins).items()
    ]


def list_executed(
    root: Path, plan: Plan, backend: str, outcomes: Sequence[Outcome]
) -> list[Result]:
    """Return what `execute` came to for each lesson that was meant."""
    pins = load_pins(root)
    ended = {outcome.lesson.folder: outcome for outcome in outcomes}
    results = []
    for lesson in plan.chosen:
        outcome = ended.get(lesson.folder)
        word, error = _UNREAD if lesson.folder in plan.folders else ("fresh", "")
        if outcome:
            word, error = "passed" if outcome.passed else "failed", outcome.error
        state = find_state(lesson.folder, backend, pins)
        results.append(
            Result(lesson.folder, lesson.id, backend, state, word, error=error)
        )
    return results


def list_verified(
    root: Path,
    chosen: Sequence[PlannedLesson],
    backend: str,
    verdicts: Sequence[Verdict],
) -> list[Result]:
    """Return what `verify` came to for each lesson that was meant."""
    pins = load_pins(root)
    by_folder = {verdict.lesson.folder: verdict for verdict in verdicts}
    results = []
    for lesson in chosen:
        verdict = by_folder.get(lesson.folder)
        state = find_state(lesson.folder, backend, pins)
        result = Result(
            lesson.folder, lesson.id, backend, state, _UNREAD[0], error=_UNREAD[1]
        )
        if verdict:
            result = Result(
                lesson.folder,
                lesson.id,
                backend,
                state,
                verdict.outcome,
                verdict.run,
                verdict.differences,
                verdict.error,
            )
        results.append(result)
    return results


def write_results(
    root: Path,
    file: str | None,
    command: str,
    results: Sequence[Result],
    code: int,
    environment: str | None = None,
) -> None:
    """Write the results of a command to a file, or to stdout; without a name, not."""
    if file is None:
        return
    built = build_results(
        root, command, results, exit_code=code, environment=environment
    )
    write_text(file, dump_results(built))


def write_text(file: str, text: str) -> None:
    """Write a text to a file, or to stdout for `-`.

    Raises UsageError where the file cannot be written.
    """
    if file == TO_STDOUT:
        click.echo(text, nl=False)
        return
    try:
        write_file(Path(file), text)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"{file} could not be written: {reason}.", "name another file."
        ) from error
