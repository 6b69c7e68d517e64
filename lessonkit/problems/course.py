"""LK4xx: how the files of a course fit together."""

from lessonkit.problems.rule import Rule, standard

COURSE = {
    "LK401": Rule(
        "a lesson and its phase disagree",
        "correct lesson.yml or phase.yml",
        "A phase lists all its lessons in order; the folders must say the same.",
    ),
    "LK402": Rule(
        "prerequisites form a circle",
        "remove one of the needs",
        "In a circle nobody can begin.",
        points=(3,),
    ),
    "LK403": Rule(
        "a folder is not named NN-slug",
        "rename it, such as 04-compile",
        "The numbers of the folders give the order.",
    ),
    "LK404": Rule(
        "a lesson needs one that comes later",
        "take it out of `needs`, or move one of the lessons",
        "Lessons are read in order.",
        points=(3,),
    ),
    "LK405": standard(
        "a published id is gone",
        "put the id back; what shows under it may change. If it is gone for good, "
        "move it to `retired` in phases/published.yml",
        "Readers' saved answers, links and evidence hang on ids.",
    ),
    "LK406": standard(
        "a published id is not listed",
        "run `python -m lessonkit validate --fix`",
        "phases/published.yml remembers the ids that must not change.",
    ),
    "LK407": standard(
        "over the course, the right option is too often the longest",
        "shorten right options, or give wrong ones their weight",
        "Whoever guesses by length must not win in more than 35 % of all questions.",
        19,
    ),
}
