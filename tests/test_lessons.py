"""What the real lessons promise: keys, solutions, starters and wrong answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lessonkit.course.load import load_course
from lessonkit.course.model import EXERCISE_KINDS, CellKind, Lesson
from lessonkit.course.starters import build_solution_cell, build_starter_cell

REPOSITORY = Path(__file__).resolve().parent.parent
LESSONS = load_course(REPOSITORY).course.lessons
QUESTIONS = [
    pytest.param(question, id=f"{lesson.id}-{question.id}")
    for lesson in LESSONS
    for question in lesson.metadata.quiz
    if question.code
]

# Runs what comes before once, then each candidate in a copy of the names, and prints
# for each: "" for a pass, "AssertionError: …" for a check's words, else the error.
PROVER = """
import json, sys
before, candidates = json.load(sys.stdin)
names = {"__name__": "__main__", "__file__": sys.argv[1]}
for source in before:
    exec(compile(source, sys.argv[1], "exec"), names)
answers = []
for sources in candidates:
    copy = dict(names)
    try:
        for source in sources:
            exec(compile(source, "candidate", "exec"), copy)
        answers.append("")
    except Exception as error:
        answers.append(f"{type(error).__name__}: {error}")
print("ANSWERS" + json.dumps(answers))
"""


def run_python(arguments: list[str], text: str = "") -> str:
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    run = subprocess.run(
        [sys.executable, *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def prove(lesson: Lesson) -> dict[str, tuple[str, str]]:
    """Run every candidate of a lesson; return (expected, answer) by its name."""
    program = lesson.program
    before: list[str] = []
    candidates: dict[str, tuple[str, list[str]]] = {}
    for cell in program.cells:
        if cell.kind in EXERCISE_KINDS:
            check = program.find_cell(CellKind.CHECK, cell.id)
            solution = build_solution_cell(program, cell)
            guarded = build_starter_cell(program, check)
            starter = build_starter_cell(program, cell)
            candidates[f"{cell.id} solution"] = "", [solution, guarded]
            candidates[f"{cell.id} starter"] = f"{cell.id}", [starter, guarded]
            for answer in lesson.wrong_answers:
                if answer.exercise == cell.id:
                    name = f"{cell.id} {answer.path.stem}"
                    candidates[name] = answer.caught_by, [answer.source, check.source]
        elif cell.kind in (CellKind.BUILD, CellKind.EXPERIMENT):
            before.append(cell.source)
    sources = [sources for _, sources in candidates.values()]
    main = str(lesson.folder / "code" / "main.py")
    output = run_python(["-c", PROVER, main], json.dumps([before, sources]))
    answers = json.loads(output.rpartition("ANSWERS")[2])
    expected = [expected for expected, _ in candidates.values()]
    return dict(zip(candidates, zip(expected, answers, strict=True), strict=True))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_exercises_prove_themselves(lesson):
    for name, (expected, answer) in prove(lesson).items():
        if name.endswith(" solution"):
            assert answer == "", name
        elif name.endswith(" starter"):
            # An unfilled blank answers in words: a generated sentence or the TODO.
            in_words = answer.startswith(f"AssertionError: {expected}: ")
            assert in_words or answer.startswith("NotImplementedError: TODO"), name
        else:
            assert answer.startswith("AssertionError: "), f"{name}: {answer}"
            assert expected in answer, f"{name}: {answer}"


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_key_of_a_question_is_what_its_code_prints(question):
    right = next(option.text for option in question.options if option.right)
    assert run_python(["-c", question.code]).strip() == right.replace("`", "")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_main_runs_as_a_plain_script(lesson):
    """With only the requirements, the script prints what was recorded."""
    from lessonkit.records import load_record, record_path

    record = load_record(record_path(lesson.folder, "cpu"))
    output = run_python(
        [
            *("-W", "error::DeprecationWarning", "-W", "error::FutureWarning"),
            str(lesson.folder / "code" / "main.py"),
        ]
    )
    volatile = lesson.metadata.volatile.lines
    steady = [line for line in output.splitlines() if not line.startswith(volatile)]
    recorded = record.transcript.splitlines()
    assert steady == [line for line in recorded if not line.startswith(volatile)]
    assert output.splitlines()[-1] == f"PASS: {lesson.id}"
