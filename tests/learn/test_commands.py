"""The way of a learner through the commands, from the start to verified evidence."""

import json
import shutil
from pathlib import Path

import nbformat
import pytest

from lessonkit.course.load import load_course
from lessonkit.course.model import EXERCISE_KINDS, Lesson
from lessonkit.course.starters import build_solution_cell, build_starter_cell
from lessonkit.learn.check import check_attempt
from lessonkit.learn.lessons import find_lesson
from lessonkit.learn.start import start_lesson
from tests.command_line import lessonkit
from tests.learn.conftest import BLANK, TODO

MAIN = "practice/numbers-01/main.py"


def paste(root: Path, lesson: Lesson, answers: dict[str, str]) -> None:
    """Put answers in the place of the starters of their exercises."""
    path = root / "practice" / lesson.id / "main.py"
    path.unlink(missing_ok=True)
    start_lesson(root, lesson)
    text = path.read_text(encoding="utf-8")
    for exercise in lesson.program.of_kind(*EXERCISE_KINDS):
        starter = build_starter_cell(lesson.program, exercise)
        assert starter in text
        text = text.replace(starter, answers[exercise.id])
    path.write_text(text, encoding="utf-8")


def solve(lesson: Lesson) -> dict[str, str]:
    """Return the solutions of a lesson."""
    program = lesson.program
    cells = program.of_kind(*EXERCISE_KINDS)
    return {cell.id: build_solution_cell(program, cell) for cell in cells}


def test_from_start_to_verified_evidence(tiny: Path) -> None:
    """Not tried, solved, wrong, solved again, attested, verified, changed, refused."""
    assert MAIN in lessonkit(tiny, "start", "numbers-01").stdout
    again = lessonkit(tiny, "start", "numbers-01")
    assert again.returncode == 2 and f"{MAIN} is there already" in again.stderr
    run = lessonkit(tiny, "check", "numbers-01")
    assert run.returncode == 1 and "not tried" in run.stdout
    lesson = load_course(tiny).course.lessons[0]
    for answer in lesson.wrong_answers:
        paste(tiny, lesson, {"mean-of": answer.source})
        run = lessonkit(tiny, "check", "numbers-01")
        assert run.returncode == 1
        assert answer.caught_by in " ".join(run.stdout.split())
    paste(tiny, lesson, solve(lesson))
    run = lessonkit(tiny, "check", "numbers-01")
    assert run.returncode == 0 and "1 of 1 exercises pass" in run.stdout
    run = lessonkit(tiny, "evidence", "numbers-01")
    assert run.returncode == 0 and "self-attested" in run.stdout
    receipt = "practice/numbers-01/evidence.json"
    run = lessonkit(tiny, "evidence", "--verify", receipt)
    assert run.returncode == 0 and run.stdout.startswith("verified: numbers-01")
    text = (tiny / MAIN).read_text(encoding="utf-8")
    (tiny / MAIN).write_text(text.replace("mean_of([7])", "mean_of([7.0])"), "utf-8")
    run = lessonkit(tiny, "evidence", "--verify", receipt)
    assert run.returncode == 1 and "has changed since" in run.stdout


def test_hints_and_solution(tiny: Path) -> None:
    """A hint comes with the report or alone, a solution when it is asked for."""
    lessonkit(tiny, "start", "numbers-01")
    run = lessonkit(tiny, "check", "numbers-01", "--hint")
    assert run.returncode == 1 and "not tried" in run.stdout
    assert "Hint 1 of 2" in run.stdout and "return sum" not in run.stdout
    run = lessonkit(tiny, "check", "numbers-01", "--hint", "mean-of")
    assert run.returncode == 0 and run.stdout.startswith("Hint 2 of 2")
    run = lessonkit(tiny, "check", "numbers-01", "--solution", "mean-of")
    assert run.returncode == 0 and "return sum(numbers) / len(numbers)" in run.stdout


def test_a_notebook_is_written_once(tiny: Path) -> None:
    """It is the starter notebook, without solutions, and never overwritten."""
    run = lessonkit(tiny, "start", "numbers-01", "--notebook")
    assert run.returncode == 0, run.stderr
    path = tiny / "practice/numbers-01/main.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    assert TODO in "\n".join(code) and BLANK in "\n".join(code)
    assert "return sum(numbers)" not in path.read_text(encoding="utf-8")
    assert lessonkit(tiny, "start", "numbers-01", "--notebook").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["start", "numbers-07"], "there is no lesson `numbers-07`"),
        (["start", "numbers-02"], "planned"),
        (["start", "numbers-01", "--blank", "--notebook"], "do not go together"),
        (["check", "numbers-01"], "there is no practice/numbers-01/main.py yet"),
        (["check", "numbers-01", "--solution", "mean"], "no exercise `mean`"),
        (["evidence"], "no lesson is named"),
        (["evidence", "--verify", "phases/course.yml"], "is no receipt"),
        (["check"], "Missing argument"),
    ],
)
def test_wrong_use_is_a_sentence_and_a_remedy(tiny: Path, arguments, words) -> None:
    """Exit code 2, and nothing is written."""
    run = lessonkit(tiny, *arguments)
    assert run.returncode == 2
    assert words in run.stderr and "help: " in run.stderr
    assert not (tiny / "practice").exists()


def test_validate_proves_exercises_when_told_to(tiny: Path) -> None:
    """Without the option nothing runs; with it a mistake has its place and help."""
    lessonkit(tiny, "validate", "--fix")
    folder = "phases/01-numbers/01-average-a-list"
    wrong = tiny / folder / "exercises/wrong/mean-of--sum.py"
    text = wrong.read_text(encoding="utf-8")
    wrong.write_text(text.replace("return sum(numbers)", "return 3"), "utf-8")
    assert lessonkit(tiny, "validate").returncode == 0
    run = lessonkit(tiny, "validate", "--exercises", folder)
    assert run.returncode == 1
    place = f"{folder}/exercises/wrong/mean-of--sum.py:1: LK507 "
    assert place in run.stdout and "    help: " in run.stdout
    assert lessonkit(tiny, "validate", "--exercises", f"{folder}/code").returncode == 0


def test_without_fork_the_answers_are_the_same(tiny: Path, monkeypatch) -> None:
    """As on Windows and macOS, where every run is a fresh interpreter."""
    monkeypatch.setenv("LESSONKIT_START_METHOD", "spawn")
    lessonkit(tiny, "validate", "--fix")
    run = lessonkit(tiny, "validate", "--exercises")
    assert run.returncode == 0, run.stdout + run.stderr
    lesson = load_course(tiny).course.lessons[0]
    paste(tiny, lesson, {"mean-of": lesson.wrong_answers[0].source})
    run = lessonkit(tiny, "check", "numbers-01")
    assert run.returncode == 1 and lesson.wrong_answers[0].caught_by in run.stdout


def test_the_real_lesson(tmp_path: Path, repository: Path) -> None:
    """Three exercises not tried, solved, and each with one of its wrong answers."""
    shutil.copytree(repository / "phases", tmp_path / "phases")
    course = load_course(tmp_path).course
    lesson = next(one for one in course.lessons if one.id == "transforms-04")
    start_lesson(tmp_path, lesson)
    results = check_attempt(course, lesson).results
    assert [result.status for result in results] == ["not tried"] * 3
    paste(tmp_path, lesson, solve(lesson))
    assert check_attempt(course, lesson).complete
    wrong = {answer.exercise: answer for answer in lesson.wrong_answers}
    paste(tmp_path, lesson, {id: answer.source for id, answer in wrong.items()})
    for result in check_attempt(course, lesson).results:
        assert result.status == "failed" and result.line
        words = " ".join(wrong[result.exercise.id].caught_by.split())
        assert words in " ".join(result.text.split())


def test_a_shadowed_jax_is_named(tmp_path: Path, repository: Path) -> None:
    """`jax = 3` breaks the build in a line that says nothing of it."""
    shutil.copytree(repository / "phases", tmp_path / "phases")
    course = load_course(tmp_path).course
    lesson = next(one for one in course.lessons if one.id == "transforms-04")
    paste(tmp_path, lesson, solve(lesson))
    path = tmp_path / "practice/transforms-04/main.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("w = jnp", "jax = 3\nw = jnp", 1), encoding="utf-8")
    report = check_attempt(course, lesson)
    assert "'int' object has no attribute 'jit'" in report.trouble.text
    (note,) = report.notes
    assert "`jax` is the lesson's name for `jax`" in note.text
    line = path.read_text(encoding="utf-8").splitlines()[note.line - 1]
    assert line == "jax = 3"
    (path.parent / "jax.py").write_text("", encoding="utf-8")
    assert "jax.py beside it hides" in check_attempt(course, lesson).trouble.text


def test_what_is_given_is_plain_json(tiny: Path) -> None:
    """A learner, or another program, can read what was given."""
    lessonkit(tiny, "start", "numbers-01")
    lessonkit(tiny, "check", "numbers-01", "--hint")
    path = tiny / "practice/numbers-01/progress.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["schema"] == 1 and content["hints"] == {"mean-of": 1}


def test_a_lesson_with_mistakes_of_its_own_says_so(tiny: Path) -> None:
    """A learner is not told about marks; the author is."""
    main = tiny / "phases/01-numbers/01-average-a-list/code/main.py"
    text = main.read_text(encoding="utf-8")
    main.write_text(text.replace("# END SOLUTION", ""), encoding="utf-8")
    run = lessonkit(tiny, "start", "numbers-01")
    assert run.returncode == 2 and "mistakes of its own" in run.stderr


def test_a_lesson_is_named_by_its_id_number_or_folder(tiny: Path) -> None:
    """Also from within its folder, where every other name still means nothing."""
    course = load_course(tiny).course
    folder = course.lessons[0].folder
    for name in ("numbers-01", "01.01", str(folder), str(folder / "lesson.yml")):
        assert find_lesson(course, name).id == "numbers-01"
    assert lessonkit(folder, "start", "numbers-07").returncode == 2
