"""LK5xx: exercises, their answers, and the quiz."""

from lessonkit.problems.rule import Rule, standard

EXERCISES = {
    "LK501": Rule(
        "a starter is missing or stale",
        "run `python -m lessonkit validate --fix`",
        "The starter is derived from main.py and committed; a reader gets this file.",
        points=(14,),
    ),
    "LK502": Rule(
        "a question has not exactly one right option",
        "mark one `right`",
        "A reader is told which answer is right, so there must be one.",
        points=(17,),
    ),
    "LK503": Rule(
        "known wrong answers are missing or not usable",
        "start each with `# caught by: …` and name it EXERCISE--SLUG.py",
        "Two known wrong answers for each exercise prove that its check sees mistakes.",
        points=(15,),
    ),
    "LK504": standard(
        "a wrong option names no misconception",
        "add its `misconception`",
        "A wrong option is worth reading only if somebody may believe it.",
        17,
    ),
    "LK505": Rule(
        "a starter does not answer in words",
        "mark every line that needs a blank's value, so that the starter's cell runs "
        "and its check names what is left",
        "A reader begins with the starter; its first answer must help.",
        points=(15,),
    ),
    "LK506": Rule(
        "a solution does not pass its check",
        "correct the solution or the check",
        "A reader compares with the solution.",
        points=(15,),
    ),
    "LK507": Rule(
        "a known wrong answer is not caught as it announces",
        "let the check say so, or correct the line `# caught by: …`",
        "A check that lets a known mistake pass teaches it.",
        points=(15,),
    ),
    "LK508": Rule(
        "nothing can be proved, because the cells before the exercises fail",
        "run `python -m lessonkit execute --force` on the lesson and correct the cell",
        "Exercises continue the file of the build.",
        points=(15,),
    ),
    "LK509": Rule(
        "a question's code does not print its right option",
        "correct the code, or the text of the right option",
        "A key that comes from running the code is right.",
        points=(9,),
    ),
    "LK510": Rule(
        "filling a starter does not give the solution",
        "run `python -m lessonkit validate --fix`",
        "Starter and solution are one program with and without blanks.",
        points=(14,),
    ),
    "LK511": standard(
        "the lesson lacks foundation, practice or challenge",
        "add the cell with its check, its prose and its wrong answers",
        "The first applies the build, the second varies it, the third goes beyond it.",
        14,
        projects=False,
    ),
    "LK512": standard(
        "a check does not say what to revisit",
        "give every assert a message: what was expected, what came, on which input, "
        "and `Revisit …`",
        "A check is the only teacher that a reader has at that moment.",
        15,
    ),
    "LK513": standard(
        "there are fewer than four questions",
        "add questions that an objective needs",
        "Fewer than four cannot tell knowing from luck.",
        17,
        projects=False,
    ),
    "LK514": standard(
        "feedback is shorter than 15 words or longer than 45",
        "wrong: what you may be thinking, what breaks it, where to look; right: why, "
        "and when it would not be",
        "Below that it names no reason; above it nobody reads it.",
        17,
    ),
    "LK515": standard(
        "the right option is too often the longest of its question",
        "shorten right options, or give wrong ones their weight",
        "In at most 40 % of a lesson's questions, so that length is no cue.",
        19,
    ),
    "LK516": standard(
        "the right option's length gives it away",
        "bring it to between 0.8 and 1.25 of the options' mean length",
        "An option that stands out is chosen without being understood.",
        19,
    ),
    "LK517": standard(
        "the right options stand too often in the same place",
        "move some; at most half of them, rounded up, stand in one place",
        "A place must not be a cue either.",
        19,
    ),
    "LK518": standard(
        "an option speaks of the other options",
        "write an answer that stands by itself",
        "“All of the above” asks about the list, not about the subject.",
        19,
    ),
    "LK519": standard(
        "a question asks for what is not the case",
        "ask for what is the case",
        "Negated questions catch readers who know the answer.",
        19,
    ),
}
