"""The one exception that a command turns into a sentence instead of a traceback."""


class UsageError(Exception):
    """Wrong use or a wrong environment: one sentence and a remedy, exit code 2.

    An author's mistake is no exception but a `Problem`; anything else that is
    raised is a bug and shows its traceback.
    """

    def __init__(self, sentence: str, remedy: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.remedy = remedy
