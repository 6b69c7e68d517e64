# caught by: use ddof=1
def summarize(numbers):
    return numbers.mean(), numbers.std()


summary = summarize(values)
