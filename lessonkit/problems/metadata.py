"""LK1xx: the YAML files, and what a lesson.yml says of its lesson."""

from lessonkit.problems.rule import Rule, standard

METADATA = {
    "LK101": Rule(
        "a file is not valid YAML",
        "check indentation, quotes and colons",
        "A file that cannot be read says nothing about the rest of itself.",
    ),
    "LK102": Rule(
        "a required file is missing or cannot be read",
        "create it beside its neighbours, as UTF-8 text",
        "A lesson is its lesson.yml, its lesson.md and its code/main.py together.",
    ),
    "LK103": Rule(
        "an unknown key",
        "remove it, or correct its spelling",
        "A misspelt key would be ignored in silence.",
    ),
    "LK104": Rule(
        "a required key is missing",
        "add the key; the page on file formats says what it holds",
        "A page cannot show what is not there.",
    ),
    "LK105": Rule(
        "a value has the wrong type or form",
        "write it as the message says",
        "Ids, versions, dates and links have one form each, so that tools agree.",
        points=(17, 21),
    ),
    "LK106": Rule(
        "an id is used twice",
        "give each its own id",
        "What a reader has saved belongs to one id and must not land on two things.",
    ),
    "LK107": Rule(
        "an id names nothing that exists",
        "correct the id, or add its target",
        "Sources are joined by ids; one that names nothing joins nothing.",
        points=(2, 3, 17),
    ),
    "LK108": Rule(
        "a claimed number disagrees",
        "correct the words or the value under `expect`",
        "A number in the prose is a promise that the recorded run must keep.",
        points=(11,),
    ),
    "LK110": standard(
        "there are not three to five objectives",
        "split what is large, and leave out what nothing tests",
        "Fewer say too little; more than five nobody keeps in mind.",
        1,
        projects=False,
    ),
    "LK111": standard(
        "an objective does not begin with an action verb",
        "begin with what a reader will do, such as predict, compute or explain",
        "Only what somebody does can be seen and tested.",
        1,
    ),
    "LK112": standard(
        "an objective is longer than 20 words",
        "say one thing, in fewer words",
        "A reader should be able to repeat it without looking.",
        1,
    ),
    "LK113": standard(
        "something is tested that no objective names",
        "add its name to `tested_by` of the objective it tests, or take it out",
        "What is tested and what is promised are the same things.",
        2,
    ),
    "LK114": standard(
        "a lesson does not take 45 to 90 minutes",
        "correct `minutes`, or divide the lesson",
        "A lesson fits into one sitting, and a reader plans by its time.",
        4,
        projects=False,
    ),
    "LK115": standard(
        "the recorded run takes 20 seconds or more",
        "make the workload smaller; two cores must do",
        "A reader waits for every run, and so does everyone who tests the course.",
        4,
        projects=False,
    ),
    "LK116": standard(
        "the words of an expectation do not hold its number",
        "let `says` quote the words with the number, as lesson.md has them",
        "The words and the value beside them must claim the same thing.",
        11,
    ),
    "LK117": standard(
        "the evidence does not ask for everything that makes a proof",
        "add an item, or say it in one that is there",
        "An artefact, a number, an explanation and a limitation together let somebody "
        "else judge the work.",
        21,
    ),
    "LK118": standard(
        "there are fewer than three references",
        "add the paper, the official documentation or the source",
        "A reader must be able to check what the lesson says, and to read on.",
        22,
    ),
    "LK119": standard(
        "a reference stands twice",
        "keep one of the two, or name another source",
        "Three references are three sources.",
        22,
    ),
    "LK120": standard(
        "a published lesson lacks one of its two readings",
        "read it as the reviewing guide says, and add what came of it to reviews.yml",
        "One reading for truth and one as a newcomer find what no tool sees.",
        26,
    ),
}
