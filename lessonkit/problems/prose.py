"""LK3xx: the prose, lesson.md and guide.md, and every text that a reader meets."""

from lessonkit.problems.rule import Rule, standard

PROSE = {
    "LK301": Rule(
        "the stages are not the five, once each and in order",
        "write ## Understand, ## Build, ## Experiment, ## Exercise, ## Evidence",
        "Every lesson has the same five stages, so that a reader knows the way.",
    ),
    "LK302": Rule(
        "a cell has no prose",
        "add `### Title <!-- id -->` in its stage",
        "Code without a reason is not a step.",
    ),
    "LK303": Rule(
        "prose belongs to no cell, or stands in another order",
        "correct the id in the heading, or add the cell to code/main.py",
        "A page joins a heading and its cell by the id.",
    ),
    "LK304": Rule(
        "a figure is unknown, missing or placed twice",
        "place `![text alternative](records/cpu/ID.svg)` once for each figure cell",
        "A figure comes from a recorded cell and stands where the text speaks of it.",
        points=(7,),
    ),
    "LK305": Rule(
        "TeX that cannot be read",
        "correct the formula",
        "Formulas become MathML while the site is built.",
    ),
    "LK306": Rule(
        "a figure has no text alternative",
        "say in words what the figure shows",
        "Whoever cannot see the figure needs the same facts.",
        points=(7,),
    ),
    "LK307": Rule(
        "Python-Markdown reads this differently from CommonMark",
        "leave a blank line before it",
        "A page and a Git host should show the same.",
    ),
    "LK308": Rule(
        "a part is missing or stands where it does not belong",
        "see the parts of an item in the authoring guide",
        "A reader predicts, sees, and reads why; a missing part breaks that order.",
        points=(7, 13, 14),
    ),
    "LK309": Rule(
        "raw HTML in prose",
        "write Markdown",
        "The site's templates make the HTML, so that every page is sound.",
    ),
    "LK310": standard(
        "the lesson has no figure",
        "add a `# %% figure: …` cell with a prediction before it",
        "A figure of recorded data shows at a glance what numbers hide.",
        7,
        projects=False,
    ),
    "LK311": standard(
        "a text alternative does not describe its figure",
        "say what is drawn, what the axes are and what stands out, in eight words or "
        "more and without TeX",
        "It takes the place of the figure; the heading and the caption are read "
        "anyway.",
        7,
    ),
    "LK312": standard(
        "a recorded figure holds no data",
        "draw lines, bars, points or images, then execute the lesson again",
        "The page shows the figure's numbers as a table, taken from the plot itself.",
        7,
    ),
    "LK313": standard(
        "output is typed into the prose",
        "take it out; the page shows what was recorded",
        "Typed output stays as it was when the program changes.",
        9,
    ),
    "LK314": standard(
        "a speed-up is claimed that no measurement supports",
        "measure it as LK214 says, or take the claim out",
        "How many times faster depends on machine, sizes and what is awaited.",
        10,
    ),
    "LK315": standard(
        "a printed number is claimed without `expect`",
        "declare it under `expect` in lesson.yml with the words that claim it",
        "Then a changed result is noticed where the prose still tells the old one.",
        11,
    ),
    "LK316": standard(
        "a word that makes readers feel slow",
        "leave it out: never “just”, “simply” or “obviously”",
        "What is simple to the author may be the reader's hardest line.",
    ),
    "LK317": standard(
        "a paragraph has more than four sentences",
        "divide it, or cut",
        "Short paragraphs are read, long ones are skipped.",
    ),
    "LK318": standard(
        "the prose does not have 1,200 to 2,200 words",
        "cut what does not serve an objective, or add what a reader lacks",
        "That much fits into the lesson's time beside running and solving.",
        projects=False,
    ),
    "LK319": standard(
        "an experiment draws no conclusion",
        "begin its `#### Why it works` with `Conclusion:` and one line",
        "A reader should leave each experiment with one sentence to keep.",
        13,
    ),
    "LK320": standard(
        "a note to the author stands in the prose",
        "write what it asks for, then delete it",
        "A new lesson's text tells its author what to write; readers need none of it.",
    ),
}
