"""Summarize a sample by its mean and its spread."""

# %% build: values
import numpy as np

values = np.array([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])

# %% build: summary
mean = values.mean()
spread = values.std()
print("Mean:", mean)
print("Spread:", spread)

# %% experiment: wild
wild = np.array(values)
wild[-1] = 100.0
print("Means:", mean, "to", wild.mean())
print("Spreads:", spread, "to", round(float(wild.std()), 3))


# %% exercise: center
def summarize(numbers):
    """Return the mean and the standard deviation of an array."""
    # SOLUTION: return both numbers
    return numbers.mean(), numbers.std(ddof=1)
    # END SOLUTION


summary = summarize(values)  # SOLUTION: the summary of the eight values
print("Summary:", summary)

# %% check: center
center, around = summarize(np.array([1.0, 1.0, 4.0]))
assert center == 2.0, f"the mean of 1, 1 and 4 is {center}, expected 2"
assert abs(around - 3**0.5) < 1e-9, f"the spread is {around}: use ddof=1"
assert summary[0] == mean, f"summary begins with {summary[0]}, expected {mean}"

# %% pass
print("PASS: samples-01")
