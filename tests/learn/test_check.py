"""A check answers every mistake of a learner in words, at a line of their file."""

import pytest

from lessonkit.errors import UsageError
from lessonkit.learn.check import check_attempt
from lessonkit.learn.report import render_report
from tests.learn.conftest import BLANK, TODO, Learner

RETURN = "    return sum(numbers) / len(numbers)"

# What is changed in the solved file, words of the answer, and what stands in the line
# that it names.
MISTAKES = {
    "wrong answer": (
        RETURN, "    return sum(numbers)", "expected 3: divide the sum", "def mean_of"),
    "other wrong answer": (
        "of_one = mean_of([7])", "of_one = 3", "one value is its own mean", "of_one ="),
    "exception": (RETURN, "    return numbers / 2", "TypeError", "numbers / 2"),
    "renamed function": ("def mean_of", "def average", "`mean_of`", "mean_of([7])"),
    "renamed later": (
        "def mean_of(numbers):", "def average(numbers):",
        "In the starter it comes from `def mean_of(numbers):`", "def average",
    ),
    "deleted variable": (
        RETURN, "    return total / 2", "nothing defines `total`", "total / 2"),
    "leftover ellipsis": (
        RETURN, "    return ... + 1", "a `...` of the starter is left in line",
        "... + 1"),
    "exit in the function": (
        RETURN, "    import sys\n    sys.exit()", "ends the whole program", "sys.exit"),
    "killed process": (
        RETURN, "    import os\n    os._exit(0)", "ends the whole", "def mean_of"),
    "own assert": (RETURN, "    assert numbers == 0", "of your own", "numbers =="),
    "recursion": (
        RETURN, "    return mean_of(numbers)", "again and again", "return mean_of("),
    "input": (RETURN, "    return input()", "nobody is there", "input()"),
    "still to write": (
        RETURN, "    raise NotImplementedError", "still to be written", "    raise N"),
    "read before": (
        RETURN, "    total += 1\n    total = 2", "the function's own", "total += 1"),
    "no module": (RETURN, "    import torhc", "No module named 'torhc'", "torhc"),
    "writes a file": (
        RETURN, "    open(__file__ + 'x', 'w')", "your program may not write", "open("),
    "deprecated": (
        RETURN, "    import warnings\n    warnings.warn('old', DeprecationWarning)",
        "a later version drops this", "warnings.warn"),
}  # fmt: skip


def test_an_untouched_starter_is_not_tried_and_nothing_runs(learner: Learner) -> None:
    """Blanks are seen in the syntax tree, so the answer comes at once."""
    learner.edit(("import statistics", "raise SystemExit"))
    report = learner.check()
    (result,) = report.results
    assert (result.status, report.tried) == ("not tried", None)
    assert result.line == learner.find_line('Error("TODO')
    assert f"line {learner.find_line('of_one = ...')}: {BLANK}" in result.text


def test_a_solved_starter_passes(learner: Learner) -> None:
    """The right answer passes, and the report says what comes next."""
    learner.solve()
    report = learner.check()
    assert [r.status for r in report.results] == ["passed"] and report.complete
    assert "evidence numbers-01" in render_report(report)


def test_a_blank_that_is_left_is_named(learner: Learner) -> None:
    """An exercise that is half done is not run; the open line is named."""
    learner.edit((TODO, RETURN))
    result = learner.check_one()
    assert result.status == "not finished"
    assert result.line == learner.find_line("of_one = ...")


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_answered_in_words(learner: Learner, name: str) -> None:
    """The words fit the mistake, and the line is one of the learner's file."""
    old, new, words, shown = MISTAKES[name]
    learner.solve()
    learner.edit((old, new))
    if name == "renamed later":
        learner.edit(("of_one = mean_of([7])", "of_one = 7"))
    result = learner.check_one()
    assert result.status == "failed"
    assert words in result.text
    assert result.line == learner.find_line(shown)
    assert "Traceback" not in result.text and "lessonkit" not in result.text


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("deleted", "values = [3, 4, 5]", "", "`values = [3, 4, 5]`"),
        ("syntax", "values = [3, 4, 5]", "values = [3, 4, 5", "open above it"),
        ("indent", "values = [3", " values = [3", "indentation"),
        ("return", "values = [3, 4, 5]", "return 3", "'return' outside function"),
        ("exit", "values = [3, 4, 5]", "import sys; sys.exit(0)", "sys.exit"),
        ("shadow", "values = [3", "statistics = 3; values = [3", "no attribute"),
    ],
)
def test_a_file_that_cannot_run_says_where(learner, name, old, new, words) -> None:
    """What stops before the exercises is told once, at its line, with the remedy."""
    learner.solve()
    learner.edit((old, new))
    report = learner.check()
    assert [r.status for r in report.results] == ["not reached"]
    assert words in report.trouble.text
    assert report.trouble.line > 0
    assert f"practice/numbers-01/main.py:{report.trouble.line}" in render_report(report)


def test_a_shadowed_library_is_named(learner: Learner) -> None:
    """The error alone would not tell that the name of a module was taken."""
    learner.solve()
    learner.edit(("values = [3", "sum = 3\nstatistics = 3\nvalues = [3"))
    notes = [(note.line, note.text) for note in learner.check().notes]
    assert notes[0][0] == learner.find_line("sum = 3")
    assert "`sum` belongs to Python itself" in notes[0][1]
    assert notes[1][0] == learner.find_line("statistics = 3")
    assert "lesson's name for `statistics`" in notes[1][1]


def test_a_file_that_hides_a_library_is_named_before_it_is_imported(learner) -> None:
    """Python would take it for the library, here and whenever the program is run."""
    learner.solve()
    (learner.folder / "statistics.py").write_text("raise SystemExit\n")
    report = learner.check()
    assert "statistics.py beside it hides the library" in report.trouble.text
    assert report.tried is None


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("    while True:\n        pass", "does every loop come to its end?"),
        ("    while True:\n        print('x' * 10**6)", "loop that prints"),
    ],
)
def test_what_does_not_end_is_stopped_and_spares_the_rest(tiny, body, words) -> None:
    """A budget ends one exercise; the next one is still judged."""
    add_second_exercise(tiny)
    learner = Learner(tiny)
    learner.start()
    learner.solve(body)
    learner.edit(("double = ...  # TODO: twice", "double = 2 * mean"))
    first, second = learner.check().results
    assert first.status == "failed" and words in first.text
    assert second.status == "passed"


def test_an_exercise_may_go_on_from_another(tiny) -> None:
    """It runs after the one it needs, and is not blamed for that one's state."""
    add_second_exercise(tiny, "2 * of_one", "14")
    learner = Learner(tiny)
    learner.start()
    learner.edit(("double = ...  # TODO: twice", "double = 2 * of_one"))
    first, second = learner.check().results
    assert (first.status, second.status) == ("not tried", "not reached")
    assert "goes on from `mean-of`" in second.text
    learner.solve("    return 1")
    first, second = learner.check().results
    assert (first.status, second.status) == ("failed", "not reached")
    learner.edit(("return 1", "return sum(numbers) / len(numbers)"))
    assert learner.check().passed == ("mean-of", "doubled")


def test_an_answer_may_use_an_earlier_one_where_the_solution_does_not(tiny) -> None:
    """What the learner's own cell reads decides what runs before it."""
    add_second_exercise(tiny)
    learner = Learner(tiny)
    learner.start()
    learner.solve()
    use = "double = 2 * mean_of(values)"
    learner.edit(("double = ...  # TODO: twice", use))
    assert learner.check().passed == ("mean-of", "doubled")


def test_an_edited_or_removed_check_changes_nothing(learner: Learner) -> None:
    """The lesson's own check judges, whatever the file says below the marker."""
    learner.solve("    return sum(numbers)")
    text = learner.main.read_text(encoding="utf-8")
    head = text[: text.index("# %% check: mean-of")]
    for end in ("# %% check: mean-of\nassert True\n", ""):
        learner.main.write_text(head + end, encoding="utf-8")
        result = learner.check_one()
        assert result.status == "failed" and "divide the sum" in result.text


def test_a_removed_marker_is_asked_for(learner: Learner) -> None:
    """Without its marker an exercise is not found; the report shows the line."""
    learner.solve()
    learner.edit(("# %% exercise: mean-of\n", ""))
    result = learner.check_one()
    assert result.status == "not tried"
    assert "`# %% exercise: mean-of`" in result.text


@pytest.mark.parametrize(
    ("marker", "words"),
    [("# %% exercise: mean-off", "`mean-of`"), ("#%% exercise: mean-of", "no cell")],
)
def test_a_misspelt_marker_is_pointed_at(learner: Learner, marker, words) -> None:
    """A marker that was meant for the exercise is named with its line."""
    learner.solve()
    learner.edit(("# %% exercise: mean-of", marker))
    (note,) = learner.check().notes
    assert note.line == learner.find_line(marker)
    assert words in note.text


def test_changed_build_cells_are_mentioned_when_a_check_fails(learner) -> None:
    """A check counts on the lesson's values; who changed them may be misled."""
    learner.solve()
    learner.edit(("values = [3, 4, 5]", "values = [30, 4, 5]"))
    assert learner.check().notes == ()
    learner.edit((RETURN, "    return 0"))
    (note,) = learner.check().notes
    assert "`values`" in note.text and "not the lesson's" in note.text


def test_a_missing_file_says_how_to_get_one(tiny) -> None:
    """Who has not started yet learns the command."""
    learner = Learner(tiny)
    with pytest.raises(UsageError) as caught:
        check_attempt(learner.course, learner.lesson)
    assert "start numbers-01" in caught.value.remedy


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_what_windows_editors_save_is_read_or_explained(learner, encoding) -> None:
    """A byte order mark and CRLF are fine; UTF-16 is answered in words."""
    learner.solve()
    text = learner.main.read_text(encoding="utf-8").replace("\n", "\r\n")
    learner.main.write_bytes(text.encode(encoding))
    report = learner.check()
    if encoding == "utf-16":
        assert "UTF-8" in report.trouble.text
    else:
        assert report.complete


def add_second_exercise(root, solution="2 * mean", expected="8") -> None:
    """Give the tiny lesson another exercise and two seconds for each check."""
    folder = root / "phases/01-numbers/01-average-a-list"
    main = folder / "code/main.py"
    cells = (
        f"# %% practice: doubled\ndouble = {solution}  # SOLUTION: twice\n\n"
        f'# %% check: doubled\nassert double == {expected}, "expected {expected}"\n\n'
    )
    text = main.read_text(encoding="utf-8")
    main.write_text(text.replace("# %% pass", f"{cells}# %% pass"), encoding="utf-8")
    yml = folder / "lesson.yml"
    budgets = "budgets: {seconds: 4, output_mib: 4}\nquiz:"
    text = yml.read_text(encoding="utf-8").replace("quiz:", budgets)
    yml.write_text(text, encoding="utf-8")
