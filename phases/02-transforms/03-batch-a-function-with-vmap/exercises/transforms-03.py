"""Write code for one example and batch it with jax.vmap over chosen axes."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: one
import jax
import jax.numpy as jnp


def score(points, weights):
    """Return the weighted mean of one pupil's points."""
    return jnp.sum(points * weights) / jnp.sum(weights)


table = jnp.array([[9.0, 3, 6], [3, 6, 9], [0, 9, 3], [3, 0, 9]])  # (4, 3)
weights = jnp.array([1.0, 1.0, 4.0])  # (3,)
print("First pupil:", score(table[0], weights))

# %% build: batch
scores = jax.vmap(score, in_axes=(0, None))(table, weights)  # (4,)
by_loop = jnp.array([score(points, weights) for points in table])  # (4,)
by_product = table @ weights / weights.sum()  # (4,)
print("All pupils:", scores)
# The sums are whole numbers; a quotient below 9 rounds by less than 1e-6.
same = bool(
    jnp.allclose(scores, by_loop, atol=1e-5)
    and jnp.allclose(scores, by_product, atol=1e-5)
)
print("vmap = loop = matrix product:", same)
assert same, "the batched scores differ from the loop or the product"

# %% build: look-inside
seen = []


def noted_score(points, weights):
    seen.append((points.shape, weights.shape))
    return score(points, weights)


jax.vmap(noted_score, in_axes=(0, None))(table, weights)
print("Body runs:", len(seen), "with shapes", *seen[0])
assert seen == [((3,), (3,))], "the body saw more than one example"

# %% build: every-pair
weightings = jnp.array([[1.0, 1.0, 4.0], [1.0, 1.0, 1.0]])  # (2, 3)
over_weightings = jax.vmap(score, in_axes=(None, 0))
over_both = jax.vmap(over_weightings, in_axes=(0, None))
every_score = over_both(table, weightings)  # (4, 2)
print(every_score)
pairs = table @ weightings.T / weightings.sum(axis=1)  # (4, 2)
assert every_score.shape == (4, 2), "the outer map is not the first axis"
assert jnp.allclose(every_score, pairs, atol=1e-5), "a pair is wrong"

# %% build: pulls
def squared_miss(slope, x, y):
    """Return the squared distance of one point from the line slope * x."""
    return (slope * x - y) ** 2


def mean_miss(slope, x, y):
    return jnp.mean((slope * x - y) ** 2)


x = jnp.arange(5.0)  # (5,)
y = jnp.array([-1.0, 1.0, 4.0, 9.0, 6.0])  # (5,)
pull_of_each = jax.vmap(jax.grad(squared_miss), in_axes=(None, 0, 0))
pulls = pull_of_each(2.0, x, y)  # (5,)
of_mean = jax.grad(mean_miss)(2.0, x, y)  # ()
print("Gradient of each point:", pulls)
print("Gradient of the mean:", of_mean)
assert abs(pulls.mean() - of_mean) < 1e-5, "the single gradients do not add up"

# %% experiment: one-pupil-less
for count in (4, 3):
    pupils = table[:count]  # (4, 3), then (3, 3)
    try:
        print(f"{count} pupils:", jax.vmap(score)(pupils, weights))
    except ValueError as error:
        print(f"{count} pupils:", type(error).__name__)
        print(str(error).partition(":")[0])
silent = jax.vmap(noted_score)(pupils, weights)
print("The body saw", *seen[-1])
shared = jax.vmap(score, in_axes=(0, None))(pupils, weights)
print("Weights shared:", shared)
assert seen[-1] == ((3,), ()), "the weights were not taken apart"
assert jnp.allclose(silent, pupils.sum(axis=1)), "not the plain sums"

# %% experiment: which-axis
equal = []
for name, square in [
    ("ones", jnp.ones((3, 3))),
    ("numbers", jnp.arange(9.0).reshape(3, 3)),
]:
    rows = jax.vmap(score, in_axes=(0, None))(square, weights)  # (3,)
    columns = jax.vmap(score, in_axes=(1, None))(square, weights)  # (3,)
    equal.append(bool(jnp.allclose(rows, columns)))
    print(f"{name}: axis 0 {rows}, axis 1 {columns}, equal {equal[-1]}")
assert equal == [True, False], "not only the ones hide which axis is mapped"

# %% experiment: columns-out
def from_mean(values):
    """Return the distances of all values from their mean."""
    return values - values.mean()


by_default = jax.vmap(from_mean, in_axes=1)(table)
chosen = jax.vmap(from_mean, in_axes=1, out_axes=1)(table)
print("Shapes:", table.shape, by_default.shape, chosen.shape)
print("First column of the table:", table[:, 0])
print("by_default[:, 0]:", by_default[:, 0])
print("chosen[:, 0]:    ", chosen[:, 0])
assert jnp.allclose(chosen, table - table.mean(axis=0)), "columns went wrong"
assert jnp.allclose(by_default.T, chosen), "out_axes changed the numbers"

# %% exercise: unit-columns
def to_unit(values):
    """Return values of shape (n,), moved and scaled to run from 0 to 1."""
    raise NotImplementedError("TODO: move to 0, divide by the range")


def unit_columns(table):
    """Return a table of the same shape, each column from 0 to 1."""
    raise NotImplementedError("TODO: columns in, columns out")


def unit_rows(table):
    """Return a table of the same shape, each row from 0 to 1."""
    raise NotImplementedError("TODO: rows in, rows out")


small = jnp.array([[0.0, 10.0, 4.0], [2.0, 30.0, 8.0]])  # (2, 3)
small_columns = ...  # TODO: small by columns
small_rows = ...  # TODO: small by rows
print(small_columns)
print(small_rows)

# %% check: unit-columns
assert small_columns is not ..., "unit-columns: `small_columns` is still `...`"
assert small_rows is not ..., "unit-columns: `small_rows` is still `...`"
import numpy as np

got = to_unit(jnp.array([5.0, 3.0, 7.0, 4.0]))
assert np.asarray(got).shape == (4,) and jnp.allclose(
    got, jnp.array([0.5, 0.0, 1.0, 0.25])
), (
    "to_unit of [5, 3, 7, 4]: expected [0.5, 0, 1, 0.25], got "
    f"{got}. Revisit the range: the smallest value becomes 0, the largest 1."
)
unit_cases = {
    "two rows, three columns": small,
    "three rows, three columns": jnp.array([[0.0, 5, 1], [1, 7, 9], [4, 6, 3]]),
}
for name, given in unit_cases.items():
    for function, axis in [(unit_columns, 0), (unit_rows, 1)]:
        title = f"{function.__name__} on {name}"
        got = function(given)
        assert hasattr(got, "shape"), (
            f"{title}: expected a table, got {type(got).__name__}. Revisit the "
            "call: jax.vmap returns a function, which still has to be called, "
            "and its result returned."
        )
        assert np.asarray(got).shape == given.shape, (
            f"{title}: expected the shape {given.shape}, got "
            f"{np.asarray(got).shape}. Revisit where the mapped axis goes: "
            "out_axes says so, and it is 0 unless you choose."
        )
        plain = np.asarray(given)
        low = plain.min(axis=axis, keepdims=True)
        high = plain.max(axis=axis, keepdims=True)
        expected = (plain - low) / (high - low)
        assert np.allclose(got, expected, atol=1e-5), (
            f"{title}, {plain.tolist()}: expected {expected.tolist()}, got "
            f"{got.tolist()}. Revisit which axis is mapped and where it goes."
        )
assert np.allclose(small_columns, [[0, 0, 0], [1, 1, 1]], atol=1e-5), (
    f"small_columns: expected zeros above ones, got {small_columns}. Revisit "
    "the call."
)
assert np.allclose(small_rows, [[0, 1, 0.4], [0, 1, 6 / 28]], atol=1e-5), (
    f"small_rows: expected the rows of `small` scaled, got {small_rows}. "
    "Revisit the call."
)

# %% practice: distances
def distance(point, centre):
    """Return the distance between two points, one number."""
    raise NotImplementedError("TODO: root of the sum of squares")


def distance_table(points, centres):
    """Return all distances: a row for each point, a column per centre."""
    raise NotImplementedError("TODO: centres inside, points outside")


points = jnp.array([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])  # (3, 2)
centres = jnp.array([[0.0, 0.0], [3.0, 0.0]])  # (2, 2)
all_distances = ...  # TODO: the table
nearest = ...  # TODO: to the nearest centre
print("To the nearest centre:", nearest)

# %% check: distances
assert all_distances is not ..., "distances: `all_distances` is still `...`"
assert nearest is not ..., "distances: `nearest` is still `...`"
got = distance(jnp.array([1.0, 2.0, 3.0]), jnp.array([2.0, 4.0, 1.0]))
assert np.asarray(got).shape == () and abs(got - 3) < 1e-5, (
    f"distance from [1, 2, 3] to [2, 4, 1]: expected 3, got {got}. Revisit "
    "the one-example function: two points in, one number out."
)
pair_cases = {
    "three points, two centres": (points, centres),
    "two points, two centres": (jnp.array([[0.0, 1], [5, 1]]), centres),
}
for name, (some_points, some_centres) in pair_cases.items():
    got = distance_table(some_points, some_centres)
    expected = [
        [
            sum((a - b) ** 2 for a, b in zip(p, c, strict=True)) ** 0.5
            for c in some_centres.tolist()
        ]
        for p in some_points.tolist()
    ]
    shape = (len(some_points), len(some_centres))
    assert np.asarray(got).shape == shape, (
        f"distance_table on {name}: expected the shape {shape}, got "
        f"{np.asarray(got).shape}. Revisit the nesting: the outer map makes "
        "the first axis, and each map shares the other argument."
    )
    assert np.allclose(got, expected, atol=1e-4), (
        f"distance_table on {name}: expected {expected}, got {got.tolist()}. "
        "Revisit rows and columns: rows are points."
    )
assert np.allclose(all_distances, distance_table(points, centres)), (
    f"all_distances: expected the table of points and centres, got "
    f"{all_distances}. Revisit the call."
)
assert np.asarray(nearest).shape == (3,) and np.allclose(
    nearest, [0.0, 4.0, 8.544], atol=1e-3
), (
    f"nearest: expected 0, 4 and 8.544, one for each point, got {nearest}. "
    "Revisit the smallest value, not its place, of each row."
)

# %% challenge: clip-each
def clip(gradient, limit):
    """Return the gradient, shortened to the length limit if it is longer."""
    raise NotImplementedError("TODO: scale by at most 1")


def clipped_mean(loss, params, inputs, targets, limit):
    """Return the mean of the gradients of single examples, each clipped."""
    raise NotImplementedError("TODO: gradient, clip, mean")


def miss(params, features, target):
    """Return half the squared miss of one example."""
    return 0.5 * (features @ params - target) ** 2


params = jnp.array([1.0, -1.0])  # (2,)
inputs = jnp.array([[3.0, 4.0], [1.0, 0.0], [0.0, 2.0], [2.0, 1.0]])  # (4, 2)
targets = jnp.array([9.0, 0.0, -2.0, 1.5])  # (4,)
free = ...  # TODO: limit 1e6
bounded = ...  # TODO: limit 1
print("No limit in effect:", free)
print("Limit 1:", bounded)

# %% check: clip-each
assert free is not ..., "clip-each: `free` is still `...`"
assert bounded is not ..., "clip-each: `bounded` is still `...`"
for given, limit, expected in [
    ([3.0, 4.0], 1.0, [0.6, 0.8]),
    ([3.0, 4.0], 10.0, [3.0, 4.0]),
    ([0.0, -0.5], 1.0, [0.0, -0.5]),
    ([0.0, 0.0], 1.0, [0.0, 0.0]),
]:
    got = clip(jnp.array(given), limit)
    assert np.asarray(got).shape == (2,) and np.allclose(got, expected), (
        f"clip of {given} at {limit}: expected {expected}, got {got}. Revisit "
        "the factor: limit divided by length, and never above 1."
    )
clip_cases = {
    "no limit in effect": (miss, params, inputs, targets, 1e6),
    "limit 1": (miss, params, inputs, targets, 1.0),
    "limit 0.3, three inputs": (
        lambda p, a, b: jnp.sum((p * a - b) ** 2),
        jnp.array([1.0, 2.0, 3.0]),
        jnp.arange(6.0).reshape(2, 3),
        jnp.array([1.0, -1.0]),
        0.3,
    ),
}
for name, (loss, at, xs, ys, limit) in clip_cases.items():
    single = np.array(
        [jax.grad(loss)(at, a, b) for a, b in zip(xs, ys, strict=True)]
    )
    lengths = np.sqrt((single**2).sum(axis=1, keepdims=True))
    factors = limit / np.maximum(lengths, limit)
    expected = (factors * single).mean(axis=0)
    got = clipped_mean(loss, at, xs, ys, limit)
    assert np.asarray(got).shape == at.shape, (
        f"clipped_mean with {name}: expected the shape of params, {at.shape}, "
        f"got {np.asarray(got).shape}. Revisit the mean: over examples, "
        "not entries."
    )
    assert np.allclose(got, expected, rtol=1e-4, atol=1e-5), (
        f"clipped_mean with {name}: expected {expected}, got {got}. Revisit "
        "the order: gradient of each example, clip each, then the mean, for "
        "the loss and the parameters that come in."
    )
for name, got, limit in [("free", free, 1e6), ("bounded", bounded, 1.0)]:
    expected = clipped_mean(miss, params, inputs, targets, limit)
    assert np.allclose(got, expected), (
        f"{name}: expected {expected}, at the limit {limit}, got {got}. "
        "Revisit the call."
    )

# %% pass
print("PASS: transforms-03")
