# caught by: expected 2
def summarize(numbers):
    return numbers[0], numbers.std(ddof=1)


summary = summarize(values)
