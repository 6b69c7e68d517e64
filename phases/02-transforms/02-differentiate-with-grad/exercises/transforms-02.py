"""Differentiate functions with jax.grad, and check each gradient twice."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: difference
import jax
import jax.numpy as jnp


def cube(x):
    return x**3


x, h = jnp.float32(2.0), 1e-7  # x has shape ()
forward = (cube(x + h) - cube(x)) / h
print(f"Forward difference: {forward:.1f}")
print("x + h equals x:", bool(x + h == x))

# %% build: slope
slope = jax.grad(cube)
central = (cube(x + 1e-2) - cube(x - 1e-2)) / 2e-2
print("Derivative:", slope(2.0))
print(f"Central difference, step 0.01: {central:.3f}")
assert slope(2.0) == 12.0, "the derivative of x**3 at 2 is not 12"
assert abs(central - slope(2.0)) < 1e-3, "the difference says something else"

# %% build: gradient
def energy(positions, rest):
    """Return half the sum of squared stretches of a chain of springs."""
    stretches = positions[1:] - positions[:-1] - rest
    return 0.5 * jnp.sum(stretches**2)


positions = jnp.array([0.0, 1.0, 3.0, 3.5])  # (4,)
grads = jax.grad(energy)(positions, 1.0)  # (4,)
print("Energy:", energy(positions, 1.0))
print("Gradient:", grads)

# %% build: by-hand
stretches = positions[1:] - positions[:-1] - 1.0  # (3,)
zero = jnp.zeros(1)
from_left = jnp.concatenate([zero, stretches])
from_right = jnp.concatenate([stretches, zero])
hand_grads = from_left - from_right  # (4,)
print("By hand: ", hand_grads)
assert jnp.array_equal(grads, hand_grads), "grad and the formula differ"

# %% build: downhill
energy_and_grads = jax.value_and_grad(energy)
value, grads = energy_and_grads(positions, 1.0)
moved = positions - 0.25 * grads  # (4,)
print("Value and gradient:", value, grads)
print(f"Energy after a step: {energy(moved, 1.0):.3f}")
assert energy(moved, 1.0) < value, "a step against the gradient went uphill"

# %% experiment: argnums
print("Default:", jax.grad(energy)(positions, 1.0))
print("argnums=1:", jax.grad(energy, argnums=1)(positions, 1.0))
both = jax.grad(energy, argnums=(0, 1))(positions, 1.0)
print("argnums=(0, 1):", both[0], both[1])
assert both[1] == -stretches.sum(), "the rest length has another derivative"

# %% experiment: many-outputs
def energies(positions, rest):
    """Return one energy for each spring."""
    return 0.5 * (positions[1:] - positions[:-1] - rest) ** 2


try:
    jax.grad(energies)(positions, 1.0)
except TypeError as error:
    print("Three outputs:", type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("three outputs were differentiated")

summed = jax.grad(lambda p: energies(p, 1.0).sum())(positions)  # (4,)
cubes = jax.grad(lambda v: cube(v).sum())(jnp.array([1.0, 2.0, 3.0]))  # (3,)
print("Sum of three energies:", summed)
print("Sum of three cubes:", cubes)
assert jnp.array_equal(summed, grads), "the sum has another gradient"

# %% experiment: whole-numbers
try:
    jax.grad(energy)(jnp.array([0, 1, 3, 4]), 1.0)
except TypeError as error:
    print("Integers in:", type(error).__name__)
    print(str(error).partition(" (")[0])
else:
    raise AssertionError("integers were differentiated")


def energy_of_whole(positions, rest):
    """Return the energy of the positions cut to whole numbers."""
    return energy(positions.astype(jnp.int32), rest)


silent = jax.grad(energy_of_whole)(positions, 1.0)  # (4,)
print("Energy of whole positions:", energy_of_whole(positions, 1.0))
print("Integers inside:", silent)
assert silent.tolist() == [0, 0, 0, 0], "a gradient came through the integers"

# %% exercise: check-gradient
def numeric_gradient(function, x, h=1e-2):
    """Return central differences of function(x), one for each entry of x."""
    raise NotImplementedError("TODO: move one entry at a time")


def gradient_agrees(gradient, function, x):
    """Return whether gradient(x) agrees with the central differences."""
    raise NotImplementedError("TODO: compare shapes, then every entry")


def chain(positions):
    return energy(positions, 1.0)


chain_agrees = ...  # TODO: judge jax.grad of the chain
print("jax.grad agrees with differences:", chain_agrees)

# %% check: check-gradient
assert chain_agrees is not ..., "check-gradient: `chain_agrees` is still `...`"
def product(x):
    return x[0] * x[1] ** 2 + jnp.sin(x[2])


def hidden(x):
    """Return a sum of squares whose slope jax.grad cannot see."""
    return jnp.sum(jax.lax.stop_gradient(x) ** 2)


gradient_cases = {
    "a chain": (chain, positions, [0.0, -1.0, 1.5, -0.5]),
    "a product": (product, jnp.array([3.0, 2.0, 0.0]), [4.0, 12.0, 1.0]),
    "one entry": (lambda x: x[0] ** 3, jnp.array([2.0]), [12.0]),
}
for name, (function, point, expected) in gradient_cases.items():
    got = numeric_gradient(function, point)
    assert jnp.shape(got) == point.shape, (
        f"numeric_gradient of {name} at {point}: expected one difference for "
        f"each of the {len(point)} entries, got {got}. Revisit the shape: a "
        "gradient has the shape of its input."
    )
    assert jnp.allclose(got, jnp.array(expected), rtol=2e-3, atol=2e-3), (
        f"numeric_gradient of {name} at {point}: expected about {expected}, "
        f"got {got}. Revisit the formula: one entry moves, up and down, and "
        "the distance between the two is 2h."
    )
    got = numeric_gradient(function, point, 0.5)
    half_steps = [
        float(function(point.at[i].add(0.5)) - function(point.at[i].add(-0.5)))
        for i in range(len(point))
    ]
    assert jnp.allclose(got, jnp.array(half_steps), rtol=1e-4, atol=1e-4), (
        f"numeric_gradient of {name} with h = 0.5: expected {half_steps}, got "
        f"{got}. Revisit the step: it is the argument h."
    )
for name, gradient, function, point, expected in [
    ("jax.grad of the chain", jax.grad(chain), chain, positions, True),
    ("jax.grad of a product", jax.grad(product), product, jnp.ones(3), True),
    ("a doubled gradient", lambda x: 2 * grads, chain, positions, False),
    ("a turned gradient", lambda x: -grads, chain, positions, False),
    ("a reversed gradient", lambda x: grads[::-1], chain, positions, False),
    (
        "1.05 times the gradient",
        lambda x: 1.05 * grads,
        chain,
        positions,
        False,
    ),
    ("zeros, for a sum of squares", jax.grad(hidden), hidden, positions, False),
    ("a single number", lambda x: jnp.float32(1.0), jnp.sum, positions, False),
]:
    got = gradient_agrees(gradient, function, point)
    assert isinstance(got, bool), (
        f"gradient_agrees on {name}: expected True or False, got {got!r}. "
        "Revisit the comparison: one Python bool for all entries."
    )
    assert got == expected, (
        f"gradient_agrees on {name}: expected {expected}, got {got}. Revisit "
        "what is compared: shapes first, then every entry, within a tolerance "
        "that forgives rounding and still sees an error of 5 %."
    )
assert chain_agrees is True, (
    f"chain_agrees: expected True, got {chain_agrees}. Revisit the call: it "
    "judges jax.grad(chain) at positions."
)

# %% practice: line-step
def line_loss(slope, offset, x, y):
    """Return the mean squared distance of the line from the points."""
    return jnp.mean((slope * x + offset - y) ** 2)


def line_step(slope, offset, x, y, rate):
    """Return the loss, and slope and offset after one step downhill."""
    raise NotImplementedError("TODO: one call, two steps")


points_x = jnp.arange(4.0)  # (4,)
points_y = 2 * points_x + 1  # (4,)
first_loss, new_slope, new_offset = ..., ..., ...  # TODO: one step from zero at 0.1
print("First loss:", first_loss)
print("Line after one step:", new_slope, new_offset)

# %% check: line-step
assert first_loss is not ..., "line-step: `first_loss` is still `...`"
assert new_slope is not ..., "line-step: `new_slope` is still `...`"
assert new_offset is not ..., "line-step: `new_offset` is still `...`"
line_cases = {
    "slope 0, offset 0, rate 0.1": ((0.0, 0.0), 0.1, (21.0, 1.7, 0.8)),
    "slope 2, offset 1, rate 0.1": ((2.0, 1.0), 0.1, (0.0, 2.0, 1.0)),
    "slope 2, offset 0, rate 0.5": ((2.0, 0.0), 0.5, (1.0, 3.5, 1.0)),
    "slope 3, offset 1, rate 0.2": ((3.0, 1.0), 0.2, (3.5, 1.6, 0.4)),
}
for name, (start, rate, expected) in line_cases.items():
    got = line_step(*start, points_x, points_y, rate)
    assert isinstance(got, tuple | list) and len(got) == 3, (
        f"line_step from {name}: expected (loss, slope, offset), got {got}. "
        "Revisit the return: three values, one after the other."
    )
    for part, value, wanted in zip(
        ("loss", "slope", "offset"), got, expected, strict=True
    ):
        assert jnp.shape(value) == () and abs(value - wanted) < 1e-3, (
            f"line_step from {name}: expected the {part} {wanted}, got "
            f"{value}. Revisit the order of what comes back, which gradients "
            "you ask for, and where they are taken: both at the old line, and "
            "the step goes against them, times the rate."
        )
assert abs(first_loss - 21.0) < 1e-3, (
    f"first_loss: expected 21.0, got {first_loss}. Revisit the call: slope and "
    "offset start at 0.0."
)
assert abs(new_slope - 1.7) < 1e-3 and abs(new_offset - 0.8) < 1e-3, (
    f"new_slope, new_offset: expected 1.7 and 0.8, got {new_slope} and "
    f"{new_offset}. Revisit the rate of this step, 0.1."
)

# %% challenge: flat-point
def flat_point(function, x, num_steps=8):
    """Return the place near x where the derivative is zero."""
    raise NotImplementedError("TODO: divide slope by curvature")


def kind_of(function, x):
    """Return "minimum", "maximum" or "unclear" for a flat point x."""
    raise NotImplementedError("TODO: by the sign of the curvature")


def wave(x):
    return x**3 - 3 * x


from_two = ...  # TODO: from the integer 2
from_minus_two = ...  # TODO: from the integer -2
from_two_kind = ...  # TODO: what it is
from_minus_two_kind = ...  # TODO: and that one
print("From 2:", from_two, from_two_kind)
print("From -2:", from_minus_two, from_minus_two_kind)

# %% check: flat-point
assert from_two is not ..., "flat-point: `from_two` is still `...`"
assert from_minus_two is not ..., "flat-point: `from_minus_two` is still `...`"
assert from_two_kind is not ..., "flat-point: `from_two_kind` is still `...`"
assert from_minus_two_kind is not ..., "flat-point: `from_minus_two_kind` is still `...`"
one_step = flat_point(lambda x: x**4, 1.0, 1)
assert jnp.shape(one_step) == () and abs(one_step - 2 / 3) < 1e-5, (
    "flat_point of x**4 from 1 in one step: expected 1 - 4/12 = 0.6667, got "
    f"{one_step}. Revisit the formula: the first derivative divided by the "
    "second, both at x."
)
flat_cases = {
    "x**3 - 3 x from 2.0": (wave, 2.0, 1.0, "minimum"),
    "x**3 - 3 x from -2.0": (wave, -2.0, -1.0, "maximum"),
    "(x - 4)**2 from -5": (lambda x: (x - 4) ** 2, -5, 4.0, "minimum"),
    "the cosine from the integer 3": (jnp.cos, 3, 3.1415927, "minimum"),
    "the cosine from 0.5": (jnp.cos, 0.5, 0.0, "maximum"),
    "x**2 / 2 - 5 x, from 0": (lambda x: x**2 / 2 - 5 * x, 0, 5.0, "minimum"),
}
for name, (function, start, place, kind) in flat_cases.items():
    try:
        got = flat_point(function, start)
    except TypeError as error:
        raise AssertionError(
            f"flat_point of {name}: expected {place}, got {error!r}. Revisit "
            "integers: a derivative needs a float to move."
        ) from error
    assert jnp.shape(got) == () and abs(got - place) < 1e-3, (
        f"flat_point of {name}: expected {place}, got {got}. Revisit the "
        "number of steps and the formula."
    )
    got = kind_of(function, jnp.float32(place))
    assert got == kind, (
        f"kind_of {name} at {place}: expected {kind!r}, got {got!r}. Revisit "
        "the second derivative: first its size, then its sign."
    )
for name, function, curvature, kind in [
    ("x**3", lambda x: x**3, 0.0, "unclear"),
    ("0.0004 x**2", lambda x: 0.0004 * x**2, 0.0008, "unclear"),
    ("-0.0004 x**2", lambda x: -0.0004 * x**2, -0.0008, "unclear"),
    ("0.001 x**2", lambda x: 0.001 * x**2, 0.002, "minimum"),
]:
    got = kind_of(function, jnp.float32(0.0))
    assert got == kind, (
        f"kind_of {name} at 0: expected {kind!r}, as the second derivative is "
        f"{curvature}, got {got!r}. Revisit the third answer: below 0.001 in "
        "size, whatever the sign."
    )
assert abs(from_two - 1) < 1e-3 and abs(from_minus_two + 1) < 1e-3, (
    f"from_two, from_minus_two: expected 1 and -1, got {from_two} and "
    f"{from_minus_two}. Revisit the starts of the two searches."
)
assert (from_two_kind, from_minus_two_kind) == ("minimum", "maximum"), (
    "from_two_kind, from_minus_two_kind: expected 'minimum' and 'maximum', got "
    f"{from_two_kind!r} and {from_minus_two_kind!r}. Revisit which point each "
    "of them judges."
)

# %% pass
print("PASS: transforms-02")
