"""Guard functions with two wheres, so that their gradients hold no NaN."""

# %% build: one-where
import jax
import jax.numpy as jnp


def guarded_root(x):
    """Return the root of x where x is above 0, and 0 elsewhere."""
    root = jnp.sqrt(x)
    return jnp.where(x > 0, root, 0.0)


areas = jnp.array([0.0, 1.0, 4.0])  # (3,)


def total(w, root):
    """Return the sum of all sides if each area is scaled by w."""
    return root(w * areas).sum()


value, slope = jax.value_and_grad(total)(1.0, guarded_root)
print(f"Sum of the sides: {value:.4f}")
print(f"Slope for w: {slope:.4f}")
assert jnp.isnan(slope), "one where was enough for the slope"

# %% build: pull
u = jnp.ones(3)  # (3,)
_, pull_where = jax.vjp(
    lambda root: jnp.where(areas > 0, root, 0.0), jnp.sqrt(areas)
)
_, pull_root = jax.vjp(jnp.sqrt, areas)
(u_root,) = pull_where(u)  # (3,)
(root_slopes,) = pull_root(u)  # (3,)
(pulled,) = pull_root(u_root)  # (3,)
by_grad = jax.grad(lambda x: guarded_root(x).sum())(areas)  # (3,)
print("Pulled through where:", u_root)
print("Slopes of the root:", root_slopes)
print("Pulled through both:", pulled)
same = bool(jnp.array_equal(pulled, by_grad, equal_nan=True))
print("As jax.grad gives it:", same)
assert same, "the two pulls differ from jax.grad"


# %% build: two-wheres
def safe_root(x):
    """Return what guarded_root returns, with the slope 0 where that is 0."""
    positive = x > 0
    spare = jnp.where(positive, x, 1.0)
    return jnp.where(positive, jnp.sqrt(spare), 0.0)


slope = jax.grad(total)(1.0, safe_root)
print("Slopes:", jax.grad(lambda x: safe_root(x).sum())(areas))
print(f"Slope for w: {slope:.4f}")

# %% build: compare
by_formula = jnp.sqrt(areas).sum() / 2
difference = (total(1.01, safe_root) - total(0.99, safe_root)) / 0.02
print(f"Formula: {by_formula:.4f}, difference: {difference:.4f}")
# Rounding moves the formula by 1e-7; the difference is good to four digits.
agrees = bool(abs(slope - by_formula) < 1e-6 and abs(slope - difference) < 1e-3)
print("Slope = formula = difference:", agrees)
assert agrees, "two wheres gave another slope than formula and difference"


# %% build: stop
def stopped_root(x):
    """Return what guarded_root returns, with the root as a constant."""
    root = jax.lax.stop_gradient(jnp.sqrt(x))
    return jnp.where(x > 0, root, 0.0)


value, slope = jax.value_and_grad(total)(1.0, stopped_root)
print(f"Sum of the sides: {value:.4f}")
print(f"Slope for w: {slope:.4f}")
assert slope == 0, "a slope came through stop_gradient"


# %% build: norm
def safe_norm(v):
    """Return the length of v, with the slope 0 where the length is 0."""
    squares = jnp.sum(v**2)  # ()
    return safe_root(squares)


for name, norm in [("norm", jnp.linalg.norm), ("safe_norm", safe_norm)]:
    at_zero = jax.grad(norm)(jnp.zeros(2))  # (2,)
    away = jax.grad(norm)(jnp.array([3.0, 4.0]))  # (2,)
    print(f"Slopes of {name}: at 0 {at_zero}, at (3, 4) {away}")

# %% figure: slopes
import matplotlib.pyplot as plt

xs = jnp.arange(-20, 21) / 20  # (41,)
plt.plot(xs, jax.vmap(jax.grad(safe_root))(xs), label="two wheres")
plt.plot(xs, jax.vmap(jax.grad(guarded_root))(xs), "o", label="one where")
plt.xlabel("x (no unit)")
plt.ylabel("slope at x (no unit)")
plt.legend()
plt.show()

# %% experiment: push
for name, root in [("One where", guarded_root), ("Two wheres", safe_root)]:
    _, pushed = jax.jvp(root, (0.0,), (1.0,))
    _, pull = jax.vjp(root, 0.0)
    (pulled,) = pull(1.0)
    passes = bool(1.0 * pushed == pulled * 1.0)
    print(f"{name}: pushed {pushed:.1f}, pulled {pulled:.1f}")
    print("Dot-product test:", passes)
assert passes, "push and pull of the two wheres differ"

_, pushed = jax.jvp(jnp.linalg.norm, (jnp.zeros(2),), (jnp.ones(2),))
print(f"norm at 0: pushed {pushed:.1f}")


# %% experiment: spare
def scaled_root(scale, x, other):
    """Return the root of scale * x where x is above 0, and 0 elsewhere."""
    spare = jnp.where(x > 0, x, other)
    return jnp.where(x > 0, jnp.sqrt(scale * spare), 0.0)


for other in [1.0, 0.0]:
    slopes = jax.grad(scaled_root, argnums=(0, 1))(1.0, 0.0, other)
    print(f"Spare {other}: for scale {slopes[0]:.1f}, for x {slopes[1]:.1f}")
assert jnp.isnan(slopes[0]), "a spare 0 left the slope for scale alone"

# %% experiment: epsilon
shifted = jax.value_and_grad(lambda x, epsilon: jnp.sqrt(x + epsilon))
for epsilon in [1e-4, 1e-8, 1e-12]:
    value, slope = shifted(0.0, epsilon)
    print(f"Epsilon {epsilon:g}: value {value:g}, slope {slope:g}")
assert slope > 1e5, "a tiny epsilon gave a small slope"

# %% experiment: afterwards
per_area = jax.grad(lambda x: guarded_root(x).sum())(areas)  # (3,)
for_w = jax.grad(total)(1.0, guarded_root)  # ()
filled = jnp.nan_to_num(per_area), jnp.nan_to_num(for_w)
print("Per area:", per_area, "filled:", filled[0])
print("For w:", for_w, "filled:", filled[1])
assert abs(filled[1] - by_formula) > 1, "filling with 0 gave the slope for w"


# %% exercise: ratio
def safe_ratio(top, bottom):
    """Return top / bottom, and 0 where bottom is 0; slopes as well."""
    # SOLUTION: two wheres around the division
    some = bottom != 0
    spare = jnp.where(some, bottom, 1.0)
    return jnp.where(some, top / spare, 0.0)
    # END SOLUTION


hits = jnp.array([0.0, 3.0, 6.0])  # (3,)
tries = jnp.array([0.0, 4.0, 8.0])  # (3,)
rates = safe_ratio(hits, tries)  # SOLUTION: the share of hits
rate_slopes = jax.grad(
    lambda top, bottom: safe_ratio(top, bottom).sum(), argnums=(0, 1)
)(hits, tries)  # SOLUTION: both gradients of the sum of the rates
print("Rates:", rates)
print("Slopes:", rate_slopes)


# %% check: ratio
def near(got, expected):
    """Return whether the numbers agree, up to rounding, in one shape."""
    try:
        got, expected = jnp.asarray(got), jnp.asarray(expected)
        close = jnp.allclose(got, expected, rtol=1e-4, atol=1e-6)
        return got.shape == expected.shape and bool(close)
    except Exception:
        return False


ratio_cases = {
    "both signs": ([1.0, -2.0, 3.0, 0.5], [-2.0, 0.0, 4.0, -1.0]),
    "tiny bottoms": ([2.0, 5.0, 0.0, 1.0], [1e-18, 0.0, 0.0, -1e-18]),
}
for name, columns in ratio_cases.items():
    title = f"safe_ratio on {name}, under jax.jit"
    pairs = list(zip(*columns, strict=True))
    expected = [a / b if b else 0.0 for a, b in pairs]
    to_top = [1 / b if b else 0.0 for a, b in pairs]
    to_bottom = [-a / b**2 if b else 0.0 for a, b in pairs]
    args = [jnp.array(column) for column in columns]
    try:
        got, pull = jax.vjp(jax.jit(safe_ratio), *args)
        got_slopes = pull(jnp.ones(len(pairs)))
    except Exception as error:
        raise AssertionError(
            f"{title}: expected an array like top, got {type(error).__name__}: "
            f"{str(error)[:120]} … Revisit the two wheres: each takes whole "
            "arrays, and no `if` asks a traced value."
        ) from error
    assert near(got, expected), (
        f"{title}: expected the values {expected}, got {got}. Revisit the "
        "outer where: it gives 0 where bottom is 0, and no other place changes."
    )
    for which, slopes, right in [
        ("top", got_slopes[0], to_top),
        ("bottom", got_slopes[1], to_bottom),
    ]:
        assert near(slopes, right), (
            f"{title}: expected the slopes {right} for {which}, got {slopes}. "
            "Revisit the inner where: NaN means that the division met a 0. "
            "Any other number means that something was stopped or shifted."
        )
assert near(rates, [0.0, 0.75, 0.75]), (
    f"rates: expected 0, 0.75 and 0.75, got {rates}. Revisit its line: "
    "safe_ratio of hits and tries."
)
right = [[0.0, 0.25, 0.125], [0.0, -0.1875, -0.09375]]
is_pair = isinstance(rate_slopes, (tuple, list)) and len(rate_slopes) == 2
assert is_pair and all(map(near, rate_slopes, right)), (
    f"rate_slopes: expected a pair, for hits and for tries, {right}, got "
    f"{rate_slopes}. Revisit argnums: both arguments move."
)


# %% practice: distances
def total_distance(points):
    """Return the sum of the distances of all pairs, each counted once."""
    # SOLUTION: a safe length for each pair
    gaps = points[:, None] - points[None, :]  # (n, n, d)
    return jax.vmap(jax.vmap(safe_norm))(gaps).sum() / 2
    # END SOLUTION


corners = jnp.array([[0.0, 0.0], [3.0, 4.0], [3.0, 4.0]])  # (3, 2)
corner_slopes = jax.grad(total_distance)(
    corners
)  # SOLUTION: the gradient at the corners
print("Slopes at the corners:")
print(corner_slopes)

# %% check: distances
import math


def distances_by_loop(points):
    """Return the sum of all distances and its slopes, from the formula."""
    value, slopes = 0.0, [[0.0] * len(point) for point in points]
    for i, p in enumerate(points):
        for q in points:
            length = math.dist(p, q)
            value = value + length / 2
            for k in range(len(p)):
                slopes[i][k] += (p[k] - q[k]) / length if length else 0.0
    return value, slopes


distance_cases = {
    "three points, two of them equal": [[0.0, 0.0], [3.0, 4.0], [3.0, 4.0]],
    "two points in space": [[1.0, 2.0, 3.0], [1.0, 0.0, 5.0]],
    "three equal points": [[2.0, 1.0]] * 3,
    "points 0.00001 apart": [[0.0, 0.0], [1e-5, 0.0], [0.0, 3e-5]],
    "neighbours far from 0": [[3.0, 1.0], [3 + 2**-12, 1.0], [3.0, 0.0]],
}
for name, points in distance_cases.items():
    title = f"total_distance on {name}, under jax.jit"
    expected, right = distances_by_loop(points)
    try:
        got, slopes = jax.jit(jax.value_and_grad(total_distance))(
            jnp.array(points)
        )
    except Exception as error:
        raise AssertionError(
            f"{title}: expected one number, got {type(error).__name__}: "
            f"{str(error)[:120]} … Revisit the shapes: gaps of all pairs, a "
            "length for each, their sum."
        ) from error
    assert bool(abs(got - expected) <= 1e-4 * expected), (
        f"{title}: expected {expected:.6g}, got {got:.6g}. Revisit the pairs: "
        "each counts once, and its length has nothing added to it."
    )
    assert near(slopes, right), (
        f"{title}: expected the slopes {right}, got {slopes.tolist()}. Revisit "
        "the root: it must not meet the gap of a point to itself or its equal, "
        "and a gap is the difference of two points."
    )
assert near(corner_slopes, [[-1.2, -1.6], [0.6, 0.8], [0.6, 0.8]]), (
    f"corner_slopes: expected three rows of two slopes, got {corner_slopes}. "
    "Revisit its line: the gradient of total_distance at the corners."
)


# %% challenge: spread
def masked_spread(readings, mask):
    """Return the spread of each row's readings where the mask is true."""
    # SOLUTION: guard what can fail
    count = jnp.maximum(mask.sum(axis=1), 1)  # (n,)
    kept = jnp.where(mask, readings, 0.0)
    mean = kept.sum(axis=1) / count
    gaps = jnp.where(mask, kept - mean[:, None], 0.0)
    return safe_root((gaps**2).sum(axis=1) / count)
    # END SOLUTION


nan = jnp.nan
table = jnp.array([[1.0, nan, 3.0, nan], [nan, nan, 2.0, nan], [nan] * 4])
present = ~jnp.isnan(table)  # (3, 4)
spreads = masked_spread(table, present)  # SOLUTION: one spread for each row
spread_slopes = jax.grad(lambda t: masked_spread(t, present).sum())(
    table
)  # SOLUTION: the gradient of their sum
print("Spreads:", spreads)
print("Slopes:")
print(spread_slopes)


# %% check: spread
def spread_by_loop(rows, masks):
    """Return spreads and slopes, from the formulas."""
    spreads, slopes = [], []
    for row, keep in zip(rows, masks, strict=True):
        kept = [x for x, k in zip(row, keep, strict=True) if k]
        n = max(len(kept), 1)
        mean = sum(kept) / n
        s = (sum((x - mean) ** 2 for x in kept) / n) ** 0.5
        spreads.append(s)
        pairs = zip(row, keep, strict=True)
        slopes.append(
            [(x - mean) / (n * s) if k and s else 0.0 for x, k in pairs]
        )
    return spreads, slopes


inf = jnp.inf
spread_cases = {
    "missing readings": (
        [[1.0, nan, 3.0, nan], [nan, nan, 2.0, nan], [nan] * 4],
        [[1, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0]],
    ),
    "equal readings, and a sound one left out": (
        [[5.0, 5.0, 9.0, 5.0], [-1.0, 4.0, 7.0, 0.0], [1.0, 2.0, 6.0, 7.0]],
        [[1, 1, 0, 1], [1, 0, 1, 0], [1, 1, 1, 1]],
    ),
    "inf and huge numbers left out": (
        [[inf, 2.0, 4.0, -inf], [1e30, 0.0, 8.0, 1e30], [inf, nan, 1.0, inf]],
        [[0, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0]],
    ),
}
for name, (rows, masks) in spread_cases.items():
    title = f"masked_spread on {name}, under jax.jit"
    expected, right = spread_by_loop(rows, masks)
    mask = jnp.array(masks) == 1
    try:
        got, pull = jax.vjp(
            lambda r, mask=mask: jax.jit(masked_spread)(r, mask),
            jnp.array(rows),
        )
        (slopes,) = pull(jnp.ones(len(rows)))
    except Exception as error:
        raise AssertionError(
            f"{title}: expected one spread for each row, got "
            f"{type(error).__name__}: {str(error)[:120]} … Revisit the shapes "
            "beside the formula; the number of kept readings is traced."
        ) from error
    assert near(got, expected), (
        f"{title}: expected the spreads {expected}, got {got}. Revisit the "
        "formula: mean and spread divide by the number of kept readings, and "
        "an empty row gives 0."
    )
    zeros = [s for s, e in zip(got.tolist(), expected, strict=True) if e == 0]
    assert not any(zeros), (
        f"{title}: expected spreads of exactly 0 among {expected}, got "
        f"{got}. Revisit the root: nothing is added below it."
    )
    assert near(slopes, right), (
        f"{title}: expected the slopes {right}, got {slopes.tolist()}. Revisit "
        "the three guards: readings left out, an empty row, a spread of 0. "
        "Each acts before the operation that fails."
    )
assert near(spreads, [1.0, 0.0, 0.0]), (
    f"spreads: expected 1, 0 and 0 for the table, got {spreads}. Revisit its "
    "line: the table and the mask of what is present."
)
assert near(spread_slopes, [[-0.5, 0.0, 0.5, 0.0], [0.0] * 4, [0.0] * 4]), (
    f"spread_slopes: expected three rows of four slopes, got {spread_slopes}. "
    "Revisit its line: the gradient of the sum, for the table."
)

# %% pass
print("PASS: autodiff-04")
