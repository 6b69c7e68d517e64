# caught by: words: expected 2
words = len("one two")
