"""Compare two samples that were read from a table."""

# %% build: table
from pathlib import Path

import numpy as np

table = np.loadtxt(Path(__file__).parent / "plants.csv", delimiter=",")
print("Shape:", table.shape)

# %% build: difference
left, right = table[:, 0], table[:, 1]
print("Difference:", round(float(right.mean() - left.mean()), 6))

# %% experiment: half
print("Fewer rows:", round(float(right[:3].mean() - left[:3].mean()), 6))


# %% exercise: standard-error
def standard_error(numbers):
    """Return the uncertainty of the mean of an array."""
    # SOLUTION: spread over root of the count
    return numbers.std(ddof=1) / np.sqrt(len(numbers))
    # END SOLUTION


uncertainty = standard_error(left)  # SOLUTION: that of the left column
print("Standard error:", uncertainty)

# %% check: standard-error
found = standard_error(np.array([1.0, 3.0, 1.0, 3.0]))
assert abs(found - (1 / 3) ** 0.5) < 1e-9, (
    f"standard_error gives {found}: divide the spread by the root of 4"
)
assert uncertainty < left.std(), "uncertainty is not smaller than the spread"

# %% pass
print("PASS: samples-02")
