"""Trials: cells that share what ran before them, and nothing among themselves."""

from dataclasses import replace

from lessonkit.running.collect import Run
from lessonkit.running.job import JobCell
from tests.running.conftest import Bench

HEAD = (
    '"""Doc."""\n# %% build: one\nx = [1]\n\n\ndef read():\n    return y\n\n\ny = 2\n'
)


def try_all(bench: Bench, *trials: tuple[str, ...], **limits: float) -> Run:
    """Run the head, then each trial's sources as its cells."""
    job = bench.build(HEAD, limits=bench.limits(**limits))
    cells = [
        JobCell("exercise", f"c{n}", 1, source, f"trial {number}", f"t{number}")
        for number, sources in enumerate(trials, 1)
        for n, source in enumerate(sources, 1)
    ]
    job = replace(job, cells=(*job.cells, *cells))
    run = bench.run_all(job)[job.lesson]
    assert isinstance(run, Run), run
    return run


def test_a_failure_ends_only_its_trial(bench: Bench) -> None:
    """The rest of the failing trial does not run; the next one does."""
    run = try_all(bench, ("1 / 0", "print('no')"), ("print('yes')",))
    assert [c.status for c in run.cells] == ["passed", "failed", "not run", "passed"]
    assert run.cells[3].stdout.text == "yes\n"
    assert run.failure is None
    mistake = run.mistakes[1]
    assert (mistake.error, mistake.text) == ("ZeroDivisionError", "division by zero")
    assert mistake.places == (("trial 1", 1),)


def test_names_do_not_reach_the_next_trial(bench: Bench) -> None:
    """Each sees the names of the build, also where an earlier one changed them."""
    run = try_all(bench, ("y = 3; z = 4", "print(y, z)"), ("print(y, 'z' in vars())",))
    assert [c.stdout.text for c in run.cells[2:]] == ["3 4\n", "2 False\n"]


def test_functions_of_the_build_see_the_names_of_the_trial(bench: Bench) -> None:
    """As in one file, a function looks up what the trial has redefined."""
    run = try_all(bench, ("y = 3\nprint(read())",), ("print(read())",))
    assert [c.stdout.text for c in run.cells[1:]] == ["3\n", "2\n"]


def test_a_trials_own_functions_can_be_pickled(bench: Bench) -> None:
    """They belong to the main module, as they would in a file of their own."""
    code = "import pickle\ndef f(): pass\nprint(pickle.loads(pickle.dumps(f)) is f)"
    run = try_all(bench, (code,))
    assert run.cells[1].stdout.text == "True\n"


def test_a_failing_build_ends_the_run(bench: Bench) -> None:
    """Without it no trial means anything."""
    job = bench.build('"""Doc."""\n# %% build: one\n1 / 0\n')
    job = replace(job, cells=(*job.cells, JobCell("exercise", "a", 1, "", "", "t")))
    run = bench.run_all(job)[job.lesson]
    assert run.failure.reason == "error" and run.failure.line == 3
    assert [cell.status for cell in run.cells] == ["failed", "not run"]


def test_a_budget_ends_the_run_at_the_cell_that_exceeds_it(bench: Bench) -> None:
    """What ran before keeps its result; the cell is the one without a mistake."""
    trials = ("print('yes')",), ("while True: pass",), ("print('no')",)
    run = try_all(bench, *trials, seconds=2)
    assert [c.status for c in run.cells] == ["passed", "passed", "failed", "not run"]
    assert run.failure.reason == "timeout" and run.mistakes[2] is None


def test_the_whole_text_of_an_exception_is_kept(bench: Bench) -> None:
    """A check's message may have several lines, and its point comes last."""
    run = try_all(bench, ("raise ValueError('one\\ntwo')",))
    assert run.mistakes[1].text == "one\ntwo"


def test_an_exception_that_cannot_be_shown_is_no_fault_of_ours(bench: Bench) -> None:
    """A learner's own class may fail while it is printed."""
    code = "class E(Exception):\n    def __str__(self): return 1 / 0\nraise E"
    run = try_all(bench, (code,))
    assert "cannot be shown" in run.mistakes[1].text
