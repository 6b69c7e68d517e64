"""Average a list of numbers."""

# %% build: values
import statistics

values = [3, 4, 5]

# %% build: mean
mean = sum(values) / len(values)
print("Mean:", mean)

# %% experiment: outlier
changed = [3, 4, 50]
print("Means:", mean, sum(changed) / len(changed))
print("Medians:", statistics.median(values), statistics.median(changed))


# %% exercise: mean-of
def mean_of(numbers):
    """Return the mean of a list of numbers."""
    # SOLUTION: divide the sum by the count
    return sum(numbers) / len(numbers)
    # END SOLUTION


of_one = mean_of([7])  # SOLUTION: the mean of one seven
print("Mean of one value:", of_one)

# %% check: mean-of
assert mean_of([1, 2, 6]) == 3, (
    f"mean_of([1, 2, 6]) is {mean_of([1, 2, 6])}, expected 3: divide the sum"
)
assert of_one == 7, f"of_one is {of_one}, expected 7: one value is its own mean"

# %% pass
print("PASS: numbers-01")
