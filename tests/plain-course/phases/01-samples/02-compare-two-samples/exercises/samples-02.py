"""Compare two samples that were read from a table."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

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
    raise NotImplementedError("TODO: spread over root of the count")


uncertainty = ...  # TODO: that of the left column
print("Standard error:", uncertainty)

# %% check: standard-error
assert uncertainty is not ..., "standard-error: `uncertainty` is still `...`"
found = standard_error(np.array([1.0, 3.0, 1.0, 3.0]))
assert abs(found - (1 / 3) ** 0.5) < 1e-9, (
    f"standard_error gives {found}: divide the spread by the root of 4"
)
assert uncertainty < left.std(), "uncertainty is not smaller than the spread"

# %% pass
print("PASS: samples-02")
