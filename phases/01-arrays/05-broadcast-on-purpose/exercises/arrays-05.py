"""Combine shapes on purpose, and catch the combinations nobody meant."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: two-models
import jax
import jax.numpy as jnp
import numpy as np

column = jnp.arange(4.0).reshape(4, 1)  # (4, 1), as read from a file
perfect = jnp.arange(4.0)  # (4,)
constant = jnp.full(4, 1.5)  # (4,)


def loss(predictions, targets):
    return jnp.mean((predictions - targets) ** 2)


print(f"Perfect model: {loss(perfect, column):.2f}")
print(f"Constant model: {loss(constant, column):.2f}")
print("Shape of the differences:", (perfect - column).shape)

# %% build: rule
def combined(a, b):
    """Return the shape of a sum by the rule, or None where there is none."""
    num_axes = max(len(a), len(b))
    a = (1,) * (num_axes - len(a)) + a
    b = (1,) * (num_axes - len(b)) + b
    lengths = []
    for m, n in zip(a, b, strict=True):
        if m != n and 1 not in (m, n):
            return None
        lengths.append(n if m == 1 else m)
    return tuple(lengths)


print("(4,) and (4, 1):", combined((4,), (4, 1)))

# %% build: compare
pairs = [((4,), (4, 1)), ((3, 4), (4,)), ((3, 4), (3,)), ((3, 4), (3, 1))]
pairs += [((4, 4), (4,)), ((2, 1, 4), (3, 1)), ((5,), ()), ((2, 3), (3, 2))]
for a, b in pairs:
    try:
        by_sum = (jnp.zeros(a) + jnp.zeros(b)).shape
    except (TypeError, ValueError):
        by_sum = None
    print(f"{a} and {b}: {by_sum}")
    assert by_sum == combined(a, b), f"the rule fails for {a} and {b}"

# %% build: average
def variance(x):
    """Give the mean squared distance from the mean."""
    return ((x - x.mean()) ** 2).mean()


for name, model in [("Perfect", perfect), ("Constant", constant)]:
    shift = model.mean() - column.mean()
    by_formula = variance(model) + variance(column) + shift**2
    agrees = bool(abs(by_formula - loss(model, column)) < 1e-6)
    print(f"{name}: {by_formula:.2f} by formula, loss agrees: {agrees}")
    assert agrees, "the accidental loss measures something else"

# %% build: names
table = jnp.arange(12.0).reshape(3, 4)  # (3, 4)
totals = jnp.einsum("ij,j->i", table, perfect)  # (3,)
squares = jnp.einsum("i,i->i", perfect, perfect)  # (4,)
products = jnp.einsum("i,j->ij", perfect, perfect)  # (4, 4)
print("One total per row:", totals)
print("Same axis, two axes:", squares.shape, products.shape)
assert jnp.allclose(totals, table @ perfect), "einsum is not the product"

# %% build: refuse
try:
    with jax.numpy_rank_promotion("raise"):
        loss(perfect, column)
except ValueError as error:
    print(str(error).partition(" and with")[0])
else:
    raise AssertionError("different numbers of axes were accepted")
print(f"With the axes right: {loss(perfect[:, None], column):.2f}")

# %% experiment: shuffle
backwards = perfect[::-1]  # (4,)
for label, targets in [
    ("Flat", perfect),
    ("Flat, backwards", backwards),
    ("Column", column),
    ("Column, backwards", backwards[:, None]),
]:
    print(f"{label}: {loss(perfect, targets):.2f}")

# %% experiment: square-table
days = jnp.array([[1.0, 2.0, 6.0], [4.0, 9.0, 5.0], [0.0, 3.0, -3.0]])
for num_days in (2, 3):
    part = days[:num_days]
    print(f"{num_days} days:")
    try:
        centred = part - part.mean(axis=1)
        print("  axis dropped, means of the rows:", centred.mean(axis=1))
    except ValueError as error:
        print("  axis dropped:", type(error).__name__)
    centred = part - part.mean(axis=1, keepdims=True)
    print("  axis kept, means of the rows:", centred.mean(axis=1))

# %% experiment: what-raise-sees
row = perfect[None, :]  # (1, 4)
attempts = {
    "(4,) - (4, 1)": lambda: perfect - column,
    "(3, 4) - (4,)": lambda: table - perfect,
    "(1, 4) - (4, 1)": lambda: row - column,
    "(3, 4) - number": lambda: table - 1.5,
    "where of (4,) and (4, 1)": lambda: jnp.where(True, perfect, column),
}
with jax.numpy_rank_promotion("raise"):
    for label, attempt in attempts.items():
        try:
            print(f"{label}: {attempt().shape}")
        except ValueError:
            print(f"{label}: refused")

# %% experiment: one-name
for length in (4, 3, 1):
    vector = jnp.ones(length)
    try:
        print(f"j of length 4 and {length}:", end=" ")
        print(jnp.einsum("ij,j->i", table, vector))
    except ValueError as error:
        print(type(error).__name__)

# %% exercise: checked-loss
def checked_loss(predictions, targets):
    """Return the mean squared error; raise ValueError if shapes differ."""
    raise NotImplementedError("TODO: compare the shapes, then average")


perfect_loss = ...  # TODO: flat targets
constant_loss = ...  # TODO: two columns
print("Perfect, constant:", perfect_loss, constant_loss)

# %% check: checked-loss
assert perfect_loss is not ..., "checked-loss: `perfect_loss` is still `...`"
assert constant_loss is not ..., "checked-loss: `constant_loss` is still `...`"
even = jnp.array([[1.0, 3.0], [5.0, 7.0]])
loss_cases = {
    "two vectors": (constant, perfect, 1.25),
    "two columns": (column + 2, column, 4.0),
    "two tables": (even, even.T, 2.0),
    "one number each": (jnp.array(3.0), jnp.array(1.0), 4.0),
}
for name, (predictions, targets, expected) in loss_cases.items():
    try:
        got = checked_loss(predictions, targets)
    except Exception as error:
        got = error
    is_number = isinstance(got, jax.Array) and got.shape == ()
    assert is_number and abs(float(got) - expected) < 1e-6, (
        f"checked_loss on {name}: expected {expected}, got {got!r}. Revisit "
        "the formula: the mean of the squared differences, for any shape."
    )
for predictions, targets in [
    (perfect, column),
    (column, perfect),
    (perfect, perfect[:1]),
    (row, column),
    (table, perfect),
    (perfect, jnp.array(1.5)),
]:
    shapes = f"{predictions.shape} and {targets.shape}"
    try:
        got = checked_loss(predictions, targets)
    except Exception as error:
        got = error
    assert isinstance(got, ValueError), (
        f"checked_loss on {shapes}: expected a ValueError, got {got!r}. "
        "Revisit the rule: shapes that combine are not shapes that agree, and "
        "equal counts of entries or axes do not make them equal."
    )
    assert str(predictions.shape) in str(got), (
        f"checked_loss on {shapes}: expected a message with both shapes, got "
        f"{str(got)!r}. Revisit the prompt."
    )
    assert str(targets.shape) in str(got), (
        f"checked_loss on {shapes}: expected a message with both shapes, got "
        f"{str(got)!r}. Revisit the prompt."
    )
assert (float(perfect_loss), float(constant_loss)) == (0.0, 1.25), (
    f"last lines: expected 0.0 and 1.25, got {perfect_loss} and "
    f"{constant_loss}. Revisit how each pair of shapes was made equal."
)

# %% practice: standardise
def standardise(x, axis):
    """Return x with mean 0 and variance 1 along one axis."""
    raise NotImplementedError("TODO: keep the axis, twice")


by_row = ...  # TODO: each day by itself
by_column = ...  # TODO: each place over the days
print(by_row)

# %% check: standardise
assert by_row is not ..., "standardise: `by_row` is still `...`"
assert by_column is not ..., "standardise: `by_column` is still `...`"
def standardise_line(line):
    centred = line - line.mean()
    return centred / np.sqrt((centred**2).mean())


block = jnp.sin(jnp.arange(24.0)).reshape(2, 3, 4)
standard_cases = {
    "a square table, axis 1": (days, 1),
    "a square table, axis 0": (days, 0),
    "three rows of four, axis 1": (table, 1),
    "two tables of three by four, axis 2": (block, 2),
    "a vector, axis 0": (perfect, 0),
}
for name, (x, axis) in standard_cases.items():
    # The second route takes one line of numbers after the other, in NumPy.
    expected = np.apply_along_axis(standardise_line, axis, np.asarray(x))
    try:
        got = standardise(x, axis)
    except (TypeError, ValueError) as error:
        raise AssertionError(
            f"standardise of {name}: expected shape {x.shape}, got {error!r}. "
            "Revisit keepdims: an axis of length 1 stays in its place."
        ) from error
    assert jnp.shape(got) == x.shape, (
        f"standardise of {name}: expected shape {x.shape}, got "
        f"{jnp.shape(got)}. Revisit keepdims: both the means and the variances."
    )
    gap = float(jnp.abs(got - expected).max())
    assert gap < 1e-5, (
        f"standardise of {name}: expected values within 1e-5 of one line after "
        f"the other, got a gap of {gap:.3f}. Revisit which axis disappears: "
        "without it the means of the rows lie along the columns. Divide by the "
        "root of the variance, the mean of the squares."
    )
assert by_row.shape == (3, 3) and abs(float(by_row.mean(axis=1)[2])) < 1e-5, (
    f"by_row: expected `days` with rows of mean 0, got {by_row}. Revisit what "
    "you passed, and axis 1: it is the one along which a row runs."
)
assert abs(float(by_column.mean(axis=0)[2])) < 1e-5, (
    f"by_column: expected `days` with columns of mean 0, got {by_column}. "
    "Revisit what you passed, and axis 0."
)

# %% challenge: distances
def by_axes(points, centres):
    """Return squared distances (n, k) by differences on three axes."""
    raise NotImplementedError("TODO: place the axes, then sum the last")


def by_names(points, centres):
    """Return the same by einsum, without an array of three axes."""
    raise NotImplementedError("TODO: three sums with named axes")


points = jnp.array([[0.0, 0.0], [2.0, 5.0], [4.0, 4.0]])  # (3, 2)
centres = jnp.array([[0.0, 1.0], [5.0, 4.0]])  # (2, 2)
squared = ...  # TODO: by the three axes
nearest = ...  # TODO: nearest centre of each point
print("Nearest centre:", nearest)

# %% check: distances
assert squared is not ..., "distances: `squared` is still `...`"
assert nearest is not ..., "distances: `nearest` is still `...`"
import math

place_cases = {
    "three points, two centres": (points, centres),
    "as many points as centres": (points, points - 2),
    "three of everything": (days, days + 1),
    "one centre, one coordinate": (points[:, :1], centres[:1, 1:]),
}
for name, (some, others) in place_cases.items():
    p, c = some.tolist(), others.tolist()
    # The second route takes one pair after the other, in Python.
    expected = [[math.dist(q, r) ** 2 for r in c] for q in p]
    for function in (by_axes, by_names):
        try:
            got = function(some, others)
        except (TypeError, ValueError) as error:
            raise AssertionError(
                f"{function.__name__} on {name}: expected a table of shape "
                f"{(len(p), len(c))}, got {error!r}. Revisit the places of the "
                "axes: points first, centres second, coordinates last."
            ) from error
        assert jnp.shape(got) == (len(p), len(c)), (
            f"{function.__name__} on {name}: expected shape "
            f"{(len(p), len(c))}, got {jnp.shape(got)}. Revisit the places of "
            "the axes: a row for each point, a column for each centre."
        )
        assert jnp.allclose(got, jnp.array(expected), atol=1e-3), (
            f"{function.__name__} on {name}: expected {expected}, got "
            f"{got.tolist()}. Revisit what is summed: the squared differences "
            "over the coordinates, without a mean and without a root."
        )
# The programs for the compiler show which arrays have three axes.
wide = ["5x6x7", "5x7x6", "6x5x7", "6x7x5", "7x5x6", "7x6x5"]
for function in (by_axes, by_names):
    program = jax.jit(function).lower(jnp.ones((5, 7)), jnp.ones((6, 7)))
    found = [shape for shape in wide if shape in program.as_text()]
    if function is by_axes:
        assert found, (
            "by_axes on 5 points, 6 centres, 7 coordinates: expected all "
            "differences in an array of 5x6x7, got none. Revisit the prompt: "
            "three axes, and no loop."
        )
    else:
        assert not found, (
            "by_names on 5 points, 6 centres, 7 coordinates: expected no array "
            f"of 5x6x7, got {found[0]}. Revisit the three sums: each has two "
            "axes at most."
        )
used = set(getattr(by_names, "__wrapped__", by_names).__code__.co_names)
assert "einsum" in used, (
    f"by_names: expected sums by einsum, got names {sorted(used)}. Revisit the "
    "prompt: name the axes."
)
assert nearest.tolist() == [0, 1, 1], (
    f"nearest: expected [0, 1, 1], got {nearest}. Revisit the last line: it "
    "holds indices, and the smallest is sought along the centres."
)

# %% pass
print("PASS: arrays-05")
