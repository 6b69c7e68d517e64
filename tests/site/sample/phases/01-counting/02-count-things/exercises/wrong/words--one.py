# caught by: words: expected 2
words = 1
