"""Take the median of five values and see what an outlier does."""

# %% build: values
import statistics

values = [5, 1, 4, 2, 3]
print("Values:", *values)

# %% build: median
middle = statistics.median(values)
print("Median:", middle)
print("Seconds: 0.1")
assert middle == 3, "the median of 1 to 5 is 3"

# %% figure: values
bars = sorted(values)

# %% experiment: outlier
changed = [*values, 1000]
print("Mean:", round(statistics.mean(changed), 1))
print("Median < 1000:", statistics.median(changed))

# %% experiment: reverse
print("Reversed:", statistics.median(values[::-1]))


# %% exercise: middle
def middle_of(xs):
    """Return the middle of the sorted values."""
    # SOLUTION: the middle value
    return sorted(xs)[len(xs) // 2]
    # END SOLUTION


print("Mine:", middle_of(values))

# %% check: middle
assert middle_of([3, 1, 2]) == 2, "middle: expected 2 of 3, 1, 2"

# %% practice: words
text = "one two"
words = len(text.split())  # SOLUTION: count the words
print("Words:", words)

# %% check: words
assert words == 2, "words: expected 2"

# %% challenge: report
report = f"median {middle}"  # SOLUTION: name and number
print(report)

# %% check: report
assert report == "median 3", "report: expected the name and the number"

# %% pass
print("PASS: counting-02")
