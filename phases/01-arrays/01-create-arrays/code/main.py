"""Predict the type of new arrays and meet the edge of their integers."""

# %% build: grid
import jax
import jax.numpy as jnp

grid = jnp.arange(12).reshape(3, 4)  # (3, 4)
column_sums = grid.sum(axis=0)  # (4,)
print(grid)
print("Column sums:", column_sums)

# %% build: type
print("Type:", jax.typeof(grid))
print("Shape:", grid.shape, "Axes:", grid.ndim, "Entries:", grid.size)
print("dtype:", grid.dtype, "Bytes per entry:", grid.dtype.itemsize)

# Python's own integers add the columns a second time.
by_hand = [0 + 4 + 8, 1 + 5 + 9, 2 + 6 + 10, 3 + 7 + 11]
assert column_sums.tolist() == by_hand, "axis 0 is not the one of the rows"
assert grid.dtype == jnp.int32, "the default integer is not 32 bits wide"

# %% build: bytes
import math

import numpy as np

formula_bytes = grid.dtype.itemsize * math.prod(grid.shape)
# The second route copies the entries out and counts what arrives.
counted_bytes = len(np.asarray(grid).tobytes())
print("Bytes by formula, counted:", formula_bytes, counted_bytes)
print("grid.nbytes:", grid.nbytes)
print("Devices:", grid.devices())
assert formula_bytes == counted_bytes == grid.nbytes, "the bytes disagree"

# %% build: total
COUNT = 100_000
INT32_MAX = 2**31 - 1

numbers = jnp.arange(COUNT)  # (100000,)
total = int(numbers.sum())
# Python's integers grow as needed, so this route cannot wrap.
exact = COUNT * (COUNT - 1) // 2
wrapped = (exact + 2**31) % 2**32 - 2**31
print("Exact total:", exact)
print("JAX total:", total, "By the wrap formula:", wrapped)
assert total == wrapped != exact, "the int32 total did not wrap as derived"

# %% figure: running-total
import matplotlib.pyplot as plt

counts = np.arange(1_999, COUNT, 2_000)
running = jnp.cumsum(numbers)[1_999::2_000]  # (50,)
exact_running = counts * (counts + 1) // 2
plt.plot(counts / 1000, exact_running / 1e9, label="exact")
plt.plot(counts / 1000, np.asarray(running) / 1e9, label="int32")
plt.xlabel("last number added (thousands)")
plt.ylabel("running total (billions)")
plt.legend()
plt.show()

# %% experiment: literals
for entries in [
    [1, 2, 3],
    [1, 2, 3.0],
    [True, False, True],
    [True, False, 3],
]:
    array = jnp.array(entries)
    print(f"{entries}: {jax.typeof(array)}, {array.nbytes} bytes")

print("jnp.zeros(3):", jax.typeof(jnp.zeros(3)))
print("jnp.linspace(0, 1, 3):", jax.typeof(jnp.linspace(0, 1, 3)))
print("numpy.arange(3):", np.arange(3).dtype)

# %% experiment: two-doors
too_large = 2**31
try:
    jnp.array([too_large])
except OverflowError as error:
    print("From a list:", type(error).__name__)
    print("Message:", error)
else:
    raise AssertionError("a list with 2**31 was accepted")

from_numpy = jnp.array(np.array([too_large], dtype=np.int64))
print("From NumPy:", from_numpy, from_numpy.dtype)
assert from_numpy.tolist() == [-(2**31)], "the NumPy door did not wrap"

# %% experiment: float-total
float_total = float(jnp.arange(COUNT, dtype=jnp.float32).sum())
step = float(np.spacing(np.float32(exact)))
print("Within one millionth of exact:", abs(float_total / exact - 1) < 1e-6)
print("Equal to exact:", float_total == exact)
print("Step of float32 there:", step)
assert exact % step != 0, "float32 could hold the exact total"


# %% exercise: array-bytes
def array_bytes(shape, dtype):
    """Return the bytes of such an array, without making one."""
    # SOLUTION: apply the formula
    return jnp.dtype(dtype).itemsize * math.prod(shape)
    # END SOLUTION


photo_bytes = array_bytes((600, 800, 3), jnp.uint8)  # SOLUTION: one photo
album_bytes = array_bytes(
    (10_000, 600, 800, 3), jnp.float32
)  # SOLUTION: 10,000 photos as float32
print("Photo, album (bytes):", photo_bytes, album_bytes)

# %% check: array-bytes
byte_cases = [
    ((3, 4), jnp.int32, 48),
    ((5,), jnp.bool_, 5),
    ((2, 3, 4), jnp.float16, 48),
    ((), jnp.float32, 4),
    ((0, 7), jnp.int8, 0),
    ((100_000, 100_000, 100_000), jnp.float32, 4_000_000_000_000_000),
]
for shape, dtype, expected in byte_cases:
    name = f"array_bytes({shape}, {jnp.dtype(dtype)})"
    try:
        got = array_bytes(shape, dtype)
    except (MemoryError, jax.errors.JaxRuntimeError) as error:
        raise AssertionError(
            f"{name}: expected {expected}, got {type(error).__name__}. Revisit "
            "the prompt: apply the formula without making the array, which "
            "no memory holds."
        ) from error
    assert got == expected, (
        f"{name}: expected {expected}, got {got}. Revisit the formula: bytes "
        "per entry times the product of the lengths, in numbers that cannot "
        "wrap. An empty product is 1."
    )
assert photo_bytes == 1_440_000, (
    f"photo_bytes: expected 1440000, got {photo_bytes}. Revisit the prompt: "
    "600 rows, 800 columns, 3 colours, one byte each."
)
assert album_bytes == 57_600_000_000, (
    f"album_bytes: expected 57600000000, got {album_bytes}. Revisit the "
    "prompt: one more axis, and four bytes per entry."
)


# %% practice: smallest-integer
def smallest_integer(low, high):
    """Return the smallest of int8, int16, int32 with both, or None."""
    # SOLUTION: compare with the limits
    for dtype in (jnp.int8, jnp.int16, jnp.int32):
        limits = jnp.iinfo(dtype)
        if limits.min <= low and high <= limits.max:
            return dtype
    return None
    # END SOLUTION


celsius = [-40, 85, 130]
chosen = smallest_integer(-40, 130)  # SOLUTION: the dtype for celsius
readings = jnp.array(celsius, dtype=chosen)  # SOLUTION: readings of that dtype
print("Readings:", readings)
print("Squeezed into int8:", jnp.array(celsius).astype(jnp.int8))

# %% check: smallest-integer
range_cases = [
    ((-128, 127), jnp.int8),
    ((-129, 0), jnp.int16),
    ((0, 128), jnp.int16),
    ((-128, 128), jnp.int16),
    ((-32_768, 32_767), jnp.int16),
    ((-32_769, 5), jnp.int32),
    ((0, 2**31 - 1), jnp.int32),
    ((-(2**31), 0), jnp.int32),
    ((0, 2**31), None),
    ((-(2**31) - 1, 0), None),
]
for (low, high), expected in range_cases:
    got = smallest_integer(low, high)
    name = f"smallest_integer({low}, {high})"
    assert (got is None) == (expected is None), (
        f"{name}: expected {expected}, got {got}. Revisit the limits of "
        "int32: what lies outside has no dtype here."
    )
    assert got is None or jnp.dtype(got) == jnp.dtype(expected), (
        f"{name}: expected {jnp.dtype(expected)}, got {jnp.dtype(got)}. "
        "Revisit the range: both ends belong to it, and the negative end "
        "reaches one further than the positive one."
    )
assert chosen is not None and jnp.dtype(chosen) == jnp.int16, (
    f"chosen: expected int16 for -40 to 130, got {chosen}. Revisit the last "
    "lines: the largest reading is 130, and int8 ends at 127."
)
kind = getattr(readings, "dtype", type(readings).__name__)
assert kind == jnp.int16 and readings.tolist() == celsius, (
    f"readings: expected {celsius} as int16, got {readings} as {kind}. "
    "Revisit the keyword `dtype` of jnp.array."
)


# %% challenge: exact-total
def exact_total(values):
    """Return the exact sum of int32 values, and the number of parts."""
    # SOLUTION: add parts that cannot wrap
    largest = max(abs(int(values.min())), abs(int(values.max())), 1)
    length = max(INT32_MAX // largest, 1)
    starts = range(0, len(values), length)
    totals = [int(values[i : i + length].sum()) for i in starts]
    return sum(totals), len(totals)
    # END SOLUTION


numbers_total, num_parts = exact_total(numbers)  # SOLUTION: 0 to 99,999
print("Exact total:", numbers_total, "Parts:", num_parts)

# %% check: exact-total
total_cases = {
    "0 to 99,999": (numbers, (4_999_950_000, 5)),
    "their negatives": (-numbers, (-4_999_950_000, 5)),
    "ten ones": (jnp.ones(10, dtype=jnp.int32), (10, 1)),
    "three zeros": (jnp.zeros(3, dtype=jnp.int32), (0, 1)),
    "the largest int32, twice": (
        jnp.array([INT32_MAX, INT32_MAX]),
        (2**32 - 2, 2),
    ),
    "the smallest int32 and -5": (
        jnp.array([-(2**31), -5]),
        (-(2**31) - 5, 2),
    ),
}
for name, (values, (expected, parts)) in total_cases.items():
    try:
        got = exact_total(values)
    except (OverflowError, ValueError, ZeroDivisionError) as error:
        raise AssertionError(
            f"exact_total on {name}: expected {expected}, got {error!r}. "
            "Revisit the length of a part: at least one entry. All values "
            "may be zero, and the smallest int32 has a magnitude beyond int32."
        ) from error
    assert isinstance(got, tuple) and len(got) == 2, (
        f"exact_total on {name}: expected (sum, number of parts), got {got}. "
        "Revisit the docstring."
    )
    assert isinstance(got[0], int) and got[0] == expected, (
        f"exact_total on {name}: expected {expected}, got {got[0]!r}. Revisit "
        "who adds: JAX within a part that cannot wrap, Python's integers "
        "across the parts. float32 rounds instead of wrapping, and the "
        "smallest int32 has no magnitude in int32."
    )
    assert got[1] == parts, (
        f"exact_total on {name}: expected {parts} parts, got {got[1]}. "
        "Revisit the bound: a part is as long as 2**31 - 1 divided by the "
        "largest magnitude allows."
    )
assert (numbers_total, num_parts) == (4_999_950_000, 5), (
    f"last lines: expected 4999950000 and 5 for 0 to 99,999, got "
    f"{numbers_total} and {num_parts}. Revisit what goes into exact_total."
)

# %% pass
print("PASS: arrays-01")
