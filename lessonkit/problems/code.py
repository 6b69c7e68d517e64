"""LK2xx: the program, code/main.py."""

from lessonkit.problems.rule import Rule, standard

CODE = {
    "LK201": Rule(
        "Python cannot read the file",
        "correct the syntax",
        "Nothing else can be said of a file that does not parse.",
    ),
    "LK202": Rule(
        "a malformed cell marker",
        "write `# %% kind: id` at column 0 with nothing after it",
        "Editors, notebooks and pages find the cells by their markers.",
    ),
    "LK203": Rule(
        "two cells have the same id",
        "give each cell of a kind its own id",
        "Prose, records and saved work point at a cell by its name.",
    ),
    "LK204": Rule(
        "the cells do not make a lesson",
        "see the list of cells in the authoring guide",
        "A program opens with a docstring, builds something and ends with its pass "
        "line.",
    ),
    "LK205": Rule(
        "code outside every cell",
        "move it below a `# %%` marker; only the docstring may stand before the first",
        "Code outside cells would run and never be shown.",
    ),
    "LK206": Rule(
        "an exercise and its check do not pair",
        "follow each exercise cell with `# %% check: THE-SAME-ID`",
        "An answer without a check tells a reader nothing.",
        points=(14,),
    ),
    "LK207": Rule(
        "a SOLUTION mark cannot be turned into a blank",
        "mark one assignment, or a block between `# SOLUTION: …` and `# END SOLUTION`",
        "The starter is made from the solution, so that the two never drift apart.",
        points=(14,),
    ),
    "LK208": Rule(
        "a library call has no building block",
        "add it to phases/building-blocks.yml",
        "A page explains every call into a library that its cells make.",
        points=(3,),
    ),
    "LK209": standard(
        "a cell is too long",
        "divide it where one idea ends; blank lines do not count",
        "A build step holds one idea in at most 25 lines; a figure, an experiment or "
        "an exercise stays below 41.",
        8,
    ),
    "LK210": standard(
        "the build steps are long",
        "divide the longest; blank lines do not count",
        "Half of the steps have 12 lines or fewer, so that typing them is no labour.",
        8,
    ),
    "LK211": standard(
        "a build step needs what no build step before it gives",
        "move what it needs into a build step above it",
        "Joined, the build steps are a file that runs, and so is every prefix of them.",
        8,
    ),
    "LK212": standard(
        "an intended error is not declared in full",
        "catch its own class `as error`, print the class and part of the message, and "
        "end with `else: raise AssertionError(…)`",
        "A page that shows an error must fail to record when the error stays away.",
        9,
    ),
    "LK213": standard(
        "a timed interval does not start and end in one cell",
        "read the clock at both ends in the same cell",
        "Between two cells anything may happen, such as a reader who thinks.",
        10,
    ),
    "LK214": standard(
        "a time is taken in a way that proves little",
        "warm up, await completion, repeat five times or more, and print median and "
        "spread",
        "One interval is no measurement, and a call may return before its work is "
        "done.",
        10,
    ),
    "LK215": standard(
        "a name is not the one the field uses",
        "use the name of the authoring guide",
        "A reader who meets `key` and `params` everywhere reads code faster.",
    ),
    "LK216": standard(
        "an import hides where a call comes from",
        "import the module, as in `import jax.numpy as jnp`, and write the call in "
        "full",
        "`jax.grad` in the code is `jax.grad` in the documentation.",
    ),
    "LK217": standard(
        "a line is longer than 80 columns",
        "break the line",
        "Code stands beside its output, on paper and on small screens.",
    ),
    "LK218": standard(
        "no assert holds the lesson's point",
        "add an assert to the build or an experiment that fails if the point is false",
        "A run that cannot fail proves nothing.",
        8,
    ),
    "LK219": standard(
        "a value stands alone on a line",
        "print it",
        "A notebook would show it, a program would not; both print the same here.",
        9,
    ),
    "LK220": standard(
        "a figure has no named axes, or is not shown",
        "name both axes with their units and end the cell with `plt.show()`",
        "A figure without axes cannot be read.",
        7,
    ),
    "LK221": standard(
        "an experiment prints nothing",
        "print what the experiment shows",
        "What is not printed is not recorded.",
        13,
    ),
    "LK222": standard(
        "there are fewer than two experiments",
        "change one thing, ask for a prediction, record what comes",
        "One change shows an effect; the second shows that the first was understood.",
        13,
        projects=False,
    ),
}
