"""Predict what an index outside an array does, and say what it should do."""

# %% build: rises
import jax
import jax.numpy as jnp
import numpy as np

temperatures = jnp.arange(10, 16)  # (6,)
num_days = len(temperatures)

for count in (num_days, num_days - 1):
    rises = [temperatures[i + 1] - temperatures[i] for i in range(count)]
    print(f"Mean of {count} rises: {sum(rises) / count:.2f}")

try:
    np.arange(10, 16)[num_days]
except IndexError as error:
    print(f"NumPy: {type(error).__name__}, {error}")
else:
    raise AssertionError("NumPy read past the end")


# %% build: clamp
def read_by_rule(values, index):
    """Read a Python list by the rule that JAX reads arrays by."""
    n = len(values)
    position = index + n if index < 0 else index
    return values[min(max(position, 0), n - 1)]


indices = list(range(-9, 10))
by_rule = [read_by_rule(temperatures.tolist(), index) for index in indices]
by_jax = temperatures[jnp.array(indices)]  # (19,)
print("Index 99, index -99:", temperatures[99], temperatures[-99])
print("Rule = JAX for -9 to 9:", by_jax.tolist() == by_rule)
assert by_jax.tolist() == by_rule, "reads are not clamped as derived"

# %% build: drop
outside = temperatures.at[jnp.array([-7, 6, 99])].set(0)  # (6,)
inside = temperatures.at[jnp.array([-6, 5])].set(0)  # (6,)
print("Set outside:", outside)
print("Set inside: ", inside)
assert outside.tolist() == temperatures.tolist(), "an update was not dropped"
assert inside.tolist() == [0, 11, 12, 13, 14, 0], "an update was lost"

# %% build: fill
some = jnp.array([2, 6, -7, 5])  # (4,)
filled = temperatures.at[some].get(mode="fill", fill_value=-1)  # (4,)
print("Clamped:      ", temperatures[some])
print("Fill value -1:", filled)
integers = jnp.take(temperatures, some)  # (4,)
floats = jnp.take(temperatures.astype(jnp.float32), some)  # (4,)
print("take, integers:", integers)
print("take, floats:  ", floats)
assert integers[1] == jnp.iinfo(jnp.int32).min, "take has another mark"
assert jnp.isnan(floats[1]), "take has another mark for floats"
assert filled.tolist() == [12, -1, -1, 15], "the fill rule differs"

# %% figure: reads
import matplotlib.pyplot as plt

marked = temperatures.at[jnp.array(indices)].get(mode="fill", fill_value=0)
plt.plot(indices, np.asarray(by_jax), label="clamped read")
plt.plot(indices, np.asarray(marked), "o", label="fill value 0")
plt.xticks(range(-9, 10, 3))
plt.xlabel("index")
plt.ylabel("temperature read (degrees)")
plt.legend()
plt.show()

# %% experiment: missing-id
days = jnp.array([2, -1, 7])  # -1 stands for "no day known"
for wrap in (True, False):
    read = temperatures.at[days].get(
        mode="fill", fill_value=0, wrap_negative_indices=wrap
    )
    print(f"wrap_negative_indices={wrap}:", read)

# %% experiment: window
print("Slice 4:7:", temperatures[4:7])
for start in (4, 99, -1):
    moved = jax.lax.dynamic_slice(temperatures, (start,), (3,))  # (3,)
    print(f"Window of 3 from {start}:", moved)
    # The second route clamps the start in Python and takes a slice.
    first = start + num_days if start < 0 else start
    first = min(max(first, 0), num_days - 3)
    by_slice = temperatures[first : first + 3]
    assert moved.tolist() == by_slice.tolist(), "the window did not move"

# %% experiment: two-axes
grid = jnp.arange(12).reshape(3, 4)  # (3, 4)
print(grid)
print("Entry [0, 5]:", grid[0, 5])
print("Entry [9, 1]:", grid[9, 1])
print("Row [9]:     ", grid[9])
print("Row [9], filled:", grid.at[9].get(mode="fill", fill_value=-1))


# %% exercise: checked-read
def read(values, index):
    """Return one entry; raise IndexError where there is none."""
    # SOLUTION: check, then read
    if not -len(values) <= index < len(values):
        raise IndexError(f"no entry {index} among {len(values)}")
    return values[index]
    # END SOLUTION


first_day = read(temperatures, -6)  # SOLUTION: by its negative index
last_day = read(temperatures, 5)  # SOLUTION: by its positive index
print("First and last day:", first_day, last_day)

# %% check: checked-read
for size in (1, 6):
    numbers = jnp.arange(100, 100 + size)
    for index in range(-size, size):
        expected = 100 + index % size
        try:
            got = read(numbers, index)
        except IndexError as error:
            raise AssertionError(
                f"read, {size} entries, index {index}: expected {expected}, "
                f"got {error!r}. Revisit the bounds: -n to n - 1 are inside."
            ) from error
        assert got is not None and int(got) == expected, (
            f"read, {size} entries, index {index}: expected {expected}, got "
            f"{got}. Revisit negative indices: they count from the end."
        )
    for index in (size, -size - 1, 99, -99):
        raised = None
        try:
            got = read(numbers, index)
        except (IndexError, ValueError) as error:
            got = raised = error
        assert isinstance(raised, IndexError), (
            f"read, {size} entries, index {index}: expected an IndexError, "
            f"got {got!r}. Revisit who looks: JAX raises nothing to catch, so "
            "compare the index with both bounds yourself, and use `raise`."
        )
        assert str(index) in str(raised) and str(size) in str(raised), (
            f"read, {size} entries, index {index}: expected a message with "
            f"index and length, got {str(raised)!r}. Revisit the prompt."
        )
assert (int(first_day), int(last_day)) == (10, 15), (
    f"first_day, last_day: expected 10 and 15, got {first_day} and "
    f"{last_day}. Revisit the last lines: six entries, indices -6 and 5."
)


# %% practice: lookup
def lookup(table, ids, missing):
    """Return table[ids], with `missing` for every id that is no position."""
    # SOLUTION: fill, negative ids too
    return table.at[ids].get(
        mode="fill", fill_value=missing, wrap_negative_indices=False
    )
    # END SOLUTION


prices = jnp.array([2.5, 4.0, 1.0])  # (3,)
basket = jnp.array([2, -1, 0, 3])
costs = lookup(prices, basket, -1.0)  # SOLUTION: prices, -1 where missing
print("Costs:", costs)

# %% check: lookup
lookup_cases = {
    "all inside": ([0, 2, 1], [2.5, 1.0, 4.0]),
    "one past the end": ([3], [-7.0]),
    "far outside": ([99, 1], [-7.0, 4.0]),
    "minus one": ([-1, 0], [-7.0, 2.5]),
    "minus three": ([-3], [-7.0]),
    "two rows": ([[0, 3], [-1, 2]], [[2.5, -7.0], [-7.0, 1.0]]),
}
for name, (ids, expected) in lookup_cases.items():
    got = lookup(prices, jnp.array(ids), -7.0)
    assert getattr(got, "shape", None) == jnp.array(ids).shape, (
        f"lookup on {name}, ids {ids}: expected one array, a price per id, got "
        f"{got}. Revisit the shape: it is that of the ids."
    )
    assert got.tolist() == expected, (
        f"lookup on {name}, ids {ids}, missing -7: expected {expected}, got "
        f"{got.tolist()}. Revisit the ids that are no position: past the end, "
        "and every negative one, which would count from the end."
    )
assert costs.tolist() == [1.0, -1.0, 2.5, -1.0], (
    f"costs: expected [1.0, -1.0, 2.5, -1.0], got {costs}. Revisit the call: "
    "the basket, with -1.0 for what is missing."
)


# %% challenge: running-mean
def window(series, start, width, pad):
    """Return width entries from start on, with pad for those outside."""
    # SOLUTION: read every position by fill
    positions = start + jnp.arange(width)
    return series.at[positions].get(
        mode="fill", fill_value=pad, wrap_negative_indices=False
    )
    # END SOLUTION


def running_mean(series, width):
    """Return, for each entry, the mean of it and up to width - 1 before."""
    # SOLUTION: add a window, count what is real
    means = []
    for end in range(len(series)):
        part = window(series, end - width + 1, width, 0)
        means.append(float(part.sum()) / min(end + 1, width))
    return means
    # END SOLUTION


early = window(temperatures, -2, 4, 0)  # SOLUTION: four, from two before day 0
means = running_mean(temperatures, 3)  # SOLUTION: three days at a time
print("Window:", early, "Means:", means)

# %% check: running-mean
window_cases = {
    "inside": ((1, 3), [11, 12, 13]),
    "over the end": ((4, 4), [14, 15, -5, -5]),
    "over the start": ((-2, 3), [-5, -5, 10]),
    "over both ends": ((-1, 8), [-5, 10, 11, 12, 13, 14, 15, -5]),
    "wholly outside": ((40, 2), [-5, -5]),
}
for name, ((start, width), expected) in window_cases.items():
    got = window(temperatures, start, width, -5)
    assert getattr(got, "shape", None) == (width,), (
        f"window {name}, start {start}, width {width}: expected an "
        f"array of {width}, got {got}. Revisit slices: they are cut short at "
        "the ends."
    )
    assert got.tolist() == expected, (
        f"window {name}, start {start}, width {width}, pad -5: expected "
        f"{expected}, got {got.tolist()}. Revisit the positions: a window "
        "must not move, and a negative start lies before the first entry."
    )
uneven = [4.0, 8.0, -2.0, 6.0]
for width in (1, 2, 4, 9):
    expected = []
    for end in range(4):
        part = uneven[max(end - width + 1, 0) : end + 1]
        expected.append(sum(part) / len(part))
    got = running_mean(jnp.array(uneven), width)
    right = isinstance(got, list) and len(got) == 4
    right = right and jnp.allclose(
        jnp.array(got), jnp.array(expected), atol=1e-5
    )
    assert right, (
        f"running_mean of {uneven}, width {width}: expected {expected}, got "
        f"{got!r}. Revisit the divisor: at the start fewer entries are real. "
        "The means form a list."
    )
assert early.tolist() == [0, 0, 10, 11], (
    f"early: expected [0, 0, 10, 11], got {early}. Revisit the arguments: "
    "start -2, width 4, pad 0."
)
assert means == [10.0, 10.5, 11.0, 12.0, 13.0, 14.0], (
    f"means: expected [10, 10.5, 11, 12, 13, 14], got {means}. Revisit the "
    "width: three days."
)

# %% pass
print("PASS: arrays-03")
