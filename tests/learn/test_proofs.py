"""Exercises prove themselves: a good lesson passes, a mistake gives its problem."""

from pathlib import Path

import pytest

from lessonkit.checks.code import write_starters
from lessonkit.course.load import load_course
from lessonkit.learn.proofs import prove_exercises
from lessonkit.problems import Problem
from lessonkit.running.job import Job
from lessonkit.running.runner import Runner
from tests.execute.course import add_lesson

LESSON = "phases/01-numbers/01-average-a-list"
YML, MAIN = f"{LESSON}/lesson.yml", f"{LESSON}/code/main.py"
STARTER = f"{LESSON}/exercises/numbers-01.py"
SUM = f"{LESSON}/exercises/wrong/mean-of--sum.py"
CONSTANT = f"{LESSON}/exercises/wrong/mean-of--constant.py"
MARK = "  # SOLUTION: the mean of one seven"
CHECK = "# %% check: mean-of\n"

# file, old text, new text, code, where, part of the message
MISTAKES = [
    (STARTER, "values = [3, 4, 5]", "values = [3, 4", "LK505", STARTER, "not compile"),
    (MAIN, MARK, "", "LK505", STARTER, "cell `mean-of` does not run: NotImpl"),
    (MAIN, f"of_one = mean_of([7]){MARK}", "of_one = 7", "LK505", STARTER,
     "something else: TypeError: no"),
    (MAIN, CHECK, f"{CHECK}raise AssertionError('mean-of: x')\n", "LK506", MAIN,
     "the solution of `mean-of` fails: AssertionError: mean-of: x"),
    (MAIN, "return sum(numbers) / len(numbers)", "return sum(numbers) / 0", "LK506",
     MAIN, "ZeroDivisionError"),
    (SUM, "return sum(numbers)", "return sum(numbers) / len(numbers)", "LK507", SUM,
     "passes the check of `mean-of`"),
    (SUM, "caught by: divide", "caught by: multiply", "LK507", SUM, "by other words"),
    (SUM, "return sum(numbers)", "return numbers / 2", "LK507", SUM, "but TypeError"),
    (SUM, "return sum(numbers)", "assert 0, 'divide the sum'", "LK507", SUM, "but Ass"),
    (MAIN, "len(values)", "0", "LK508", MAIN, "`build/mean` fails: ZeroDivision"),
    (YML, "[1, 5]) / 2", "[1, 5]) / 3", "LK509", YML, "prints `2.0`, the key"),
    (YML, "[1, 5]) / 2", "[1, 5]) / 0", "LK509", YML, "fails: ZeroDivisionError"),
    (STARTER, "TODO: the mean", "TODO: a mean", "LK510", STARTER, "another program"),
    (STARTER, "Mean of one value", "Mean of one", "LK510", STARTER, "another program"),
    (STARTER, CHECK, "", "LK510", STARTER, "its check is not in the starter"),
]  # fmt: skip


def prove(root: Path) -> tuple[Problem, ...]:
    """Prove the exercises of a course."""
    course = load_course(root).course
    return prove_exercises(course, course.lessons, 2)


def edit(root: Path, name: str, old: str, new: str) -> None:
    """Replace a text in a file, and derive the starter anew where it follows."""
    path = root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    if name == MAIN:
        list(write_starters(load_course(root).course))


@pytest.fixture
def good(tiny: Path) -> Path:
    """The tiny course with its derived starter."""
    list(write_starters(load_course(tiny).course))
    return tiny


@pytest.fixture
def started(monkeypatch) -> list[Job]:
    """The jobs that a runner starts, as they come."""
    jobs = []
    start = Runner._start
    monkeypatch.setattr(Runner, "_start", lambda s, j: (jobs.append(j), start(s, j)))
    return jobs


def test_good_exercises_are_proved_in_one_process(good, started) -> None:
    """All answers of a lesson share a process; the quiz has another."""
    assert prove(good) == ()
    assert len(started) == 2


def test_answers_share_compiled_programs_unless_times_are_shown(good, started) -> None:
    """For one command: a cache that stays could spoil a later proof."""
    text = 'volatile: {lines: ["Seconds:"]}\nquiz:'
    edit(add_lesson(good, 2), "lesson.yml", "quiz:", text)
    list(write_starters(load_course(good).course))
    assert prove(good) == ()
    caches = {job.lesson: job.cache for job in started}
    assert caches["numbers-02"] == "" != caches["numbers-01"]
    assert not Path(caches["numbers-01"]).exists()


@pytest.mark.parametrize(("name", "old", "new", "code", "where", "words"), MISTAKES)
def test_a_mistake_gives_its_problem(good, name, old, new, code, where, words) -> None:
    """The problem stands at the file of the mistake and says what came."""
    if "TypeError: no" in words:  # A check that speaks for the learner's function.
        mask = "try:\n    mean_of([1])\nexcept NotImplementedError:\n    "
        edit(good, MAIN, CHECK, f"{CHECK}{mask}raise TypeError('no')\n")
    edit(good, name, old, new)
    found = [(p.code, p.path.as_posix(), p.message) for p in prove(good)]
    matching = [f for f in found if f[:2] == (code, where) and words in f[2]]
    assert matching, found


def test_a_starter_that_passes_is_a_problem(good) -> None:
    """A check that asks for nothing lets the starter through."""
    edit(good, MAIN, f"of_one = mean_of([7]){MARK}", "of_one = 7")
    text = (good / MAIN).read_text(encoding="utf-8")
    end = text.index(CHECK) + len(CHECK)
    (good / MAIN).write_text(text[:end] + 'assert of_one\n\n# %% pass\nprint("PASS")\n')
    list(write_starters(load_course(good).course))
    codes = {p.code for p in prove(good) if "passes its check" in p.message}
    assert codes == {"LK505"}


def test_an_error_is_shown_at_its_line(good) -> None:
    """A wrong answer that breaks in an unforeseen way is named with its line."""
    edit(good, SUM, "return sum(numbers)", "return numbers / 2")
    (problem,) = prove(good)
    assert (problem.path.as_posix(), problem.line) == (SUM, 3)


def test_a_loop_without_end_spares_the_other_answers(good) -> None:
    """A budget ends one answer; the others are proved all the same."""
    edit(good, YML, "quiz:", "budgets: {seconds: 2}\nquiz:")
    edit(good, CONSTANT, "of_one = 3", "while True:\n    pass")
    (problem,) = prove(good)
    assert problem.path.as_posix() == CONSTANT
    assert "still running after 2 seconds" in problem.message


def test_an_answer_that_another_one_disturbed_is_run_alone(good) -> None:
    """What one answer does to a list of the build is not held against the next."""
    edit(good, MAIN, CHECK, f'{CHECK}assert mean_of(values) < 10, "divide the sum"\n')
    edit(good, CONSTANT, "of_one = 3", "of_one = 3\nvalues.clear()\nvalues.append('x')")
    edit(good, CONSTANT, "return sum(numbers) / len(numbers)", "return 5")
    edit(good, CONSTANT, "one value is its own mean", "expected 3")
    assert prove(good) == ()


def test_names_of_an_answer_do_not_reach_the_next(good) -> None:
    """Each answer starts from the names of the build."""
    edit(good, CONSTANT, "of_one = 3", "of_one = 3\nleft_over = 1")
    edit(good, SUM, "return sum(numbers)", "return sum(numbers) + 0 * left_over")
    (problem,) = prove(good)
    assert problem.path.as_posix() == SUM and "left_over" in problem.message


def test_an_exercise_may_go_on_from_another(good) -> None:
    """The solution of the first runs before the answers to the second."""
    cells = (
        "# %% practice: doubled\ndouble = 2 * of_one  # SOLUTION: twice\n\n"
        '# %% check: doubled\nassert double == 14, "expected 14"\n\n'
    )
    edit(good, MAIN, "# %% pass", f"{cells}# %% pass")
    wrong = good / LESSON / "exercises/wrong/doubled--seven.py"
    wrong.write_text("# caught by: expected 14\ndouble = of_one\n")
    assert prove(good) == ()
