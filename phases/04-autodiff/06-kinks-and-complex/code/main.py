"""Measure slopes at kinks, at ties, at jumps and for complex inputs."""

# %% build: spellings
import jax
import jax.numpy as jnp


def by_maximum(x):
    return jnp.maximum(x, 0.0)


def by_abs(x):
    return (x + jnp.abs(x)) / 2


units = {"relu": jax.nn.relu, "maximum": by_maximum, "abs": by_abs}
points = jnp.array([-2.0, -0.5, 0.0, 0.5, 2.0])  # (5,)
for name, unit in units.items():
    same = bool(jnp.array_equal(unit(points), jax.nn.relu(points)))
    print(f"{name}: same values {same}, slope at 0: {jax.grad(unit)(0.0)}")


# %% build: sides
def one_sided(f, x, h=0.01):
    """Return the difference on the left of x and the one on its right."""
    return (f(x) - f(x - h)) / h, (f(x + h) - f(x)) / h


for name, f in {**units, "abs alone": jnp.abs}.items():
    left, right = one_sided(f, 0.0)
    middle = (left + right) / 2
    print(f"{name}: left {left:.1f}, right {right:.1f}, middle {middle:.1f}")
    assert left <= jax.grad(f)(0.0) <= right, f"{name}: not between"

# %% build: start-at-zero
inputs = jnp.array([1.0, 2.0, 3.0, 4.0])  # (4,)
targets = 2 * inputs  # (4,)


def train(unit, w, num_steps=20):
    """Return the weight of unit(w * inputs) after steps downhill."""

    def loss(w):
        return jnp.sum((unit(w * inputs) - targets) ** 2)

    step = jax.jit(lambda w: w - 0.01 * jax.grad(loss)(w))
    for _ in range(num_steps):
        w = step(w)
    return w


weights = {name: float(train(unit, 0.0)) for name, unit in units.items()}
print("Weights:", {name: round(w, 3) for name, w in weights.items()})
assert weights["relu"] == 0, "the weight left the kink"

# %% build: ties
tied = jnp.array([3.0, 1.0, 3.0, 0.0])  # (4,)
max_grads = jax.grad(jnp.max)(tied)  # (4,)
holders = tied == jnp.max(tied)  # (4,)
agree = bool(jnp.allclose(max_grads, holders / jnp.sum(holders)))
print("Gradient of the maximum:", max_grads)
assert agree, "the tie is not shared equally"


# %% build: flat
def place(x):
    """Return the place of the largest entry, as a float."""
    return jnp.argmax(x).astype(jnp.float32)


print("Rounded 2.7:", jnp.round(2.7), "slope", jax.grad(jnp.round)(2.7))
print("Place:", place(tied), "gradient", jax.grad(place)(tied))


# %% build: through
def round_through(x):
    """Return round(x), with the slope of x."""
    passed = x - jax.lax.stop_gradient(x)
    return jax.lax.stop_gradient(jnp.round(x)) + passed


value, slope = jax.value_and_grad(round_through)(2.7)
print(f"Straight through at 2.7: {value}, slope {slope}")
assert (value, slope) == (3.0, 1.0), "the slope did not pass"


# %% build: complex-gradient
def power(z):
    """Return |z| squared, a real number."""
    return jnp.abs(z) ** 2


z = jnp.complex64(1 + 2j)  # ()
g = jax.grad(power)(z)  # ()
parts = jax.grad(lambda x, y: power(x + 1j * y), argnums=(0, 1))
a, b = parts(1.0, 2.0)
print(f"Gradient at {z}: {g}")
print(f"Slope along the real axis {a:.1f}, along the imaginary axis {b:.1f}")
assert jnp.allclose(g, a - 1j * b), "the gradient is not a - ib"

moves = jnp.array([0.001, 0.001j, -0.001, 0.001 - 0.002j])  # (4,)
changes = power(z + moves) - power(z)  # (4,)
promised = jnp.real(g * moves)  # (4,)
# The bend adds |dz|**2, at most 5e-6, and rounding near 5 adds 1e-6.
agree = bool(jnp.allclose(changes, promised, atol=1e-5, rtol=0))
print("Changes in thousandths:", [round(1e3 * float(c)) for c in changes])
print("Re(g dz) agrees within 0.00001:", agree)
assert agree, "the gradient promises other changes"

# %% figure: walks
import matplotlib.pyplot as plt


def walk(direction, num_steps=8):
    """Return num_steps + 1 places, starting from z."""
    places = [z]
    for _ in range(num_steps):
        slope = jax.grad(power)(places[-1])
        places.append(places[-1] - 0.1 * direction(slope))
    return jnp.array(places)


for label, direction in {"g": lambda g: g, "conjugate": jnp.conj}.items():
    places = walk(direction)  # (9,)
    plt.plot(places.real, places.imag, marker="o", label="minus " + label)

plt.xlabel("real part (no unit)")
plt.ylabel("imaginary part (no unit)")
plt.legend()
plt.show()


# %% experiment: two-units
def both_sides(unit):
    """Return unit(x) - unit(-x), which is x for all three units."""
    return lambda x: unit(x) - unit(-x)


for name, unit in units.items():
    f = both_sides(unit)
    same = bool(jnp.array_equal(f(points), points))
    slope = jax.grad(f)
    print(f"{name}: equals x {same}, slopes {slope(0.5)} and {slope(0.0)}")
assert jax.grad(both_sides(jax.nn.relu))(0.0) == 0, "the slope of x is right"

# %% experiment: spell-the-maximum
largest = {
    "max": jnp.max,
    "nested maximum": lambda v: jnp.maximum(jnp.maximum(v[0], v[1]), v[2]),
    "entry at argmax": lambda v: v[jnp.argmax(v)],
}
for name, f in largest.items():
    value, grads = jax.value_and_grad(f)(jnp.array([2.0, 2.0, 2.0]))
    shown = [round(share, 2) for share in grads.tolist()]
    print(f"{name}: {value}, gradient {shown}")
    assert abs(sum(shown) - 1) < 0.02, "the shares do not add up to 1"

# %% experiment: promise
functions = {
    "cube": lambda z: z**3,
    "conjugate": jnp.conj,
    "z times conjugate": lambda z: z * jnp.conj(z),
}
try:
    jax.grad(functions["cube"])(z)
except TypeError as error:
    print(str(error).partition(",")[0])
else:
    raise AssertionError("a complex output was differentiated")

for name, f in functions.items():
    by_grad = jax.grad(f, holomorphic=True)(z)
    right = (f(z + 0.01) - f(z - 0.01)) / 0.02
    up = (f(z + 0.01j) - f(z - 0.01j)) / 0.02j
    # Adding 0j turns a minus zero into a zero.
    shown = [f"{complex(s) + 0j:.1f}" for s in (by_grad, right, up)]
    print(f"{name}: grad {shown[0]}, right {shown[1]}, up {shown[2]}")


# %% exercise: judge-slope
def judge_slope(f, x, tolerance=0.05):
    """Return "smooth", "kink" or "outside" for the slope of f at x."""
    # SOLUTION: compare the slope with both sides
    left, right = one_sided(f, x)
    low, high = min(left, right), max(left, right)
    slope = jax.grad(f)(x)
    if slope < low - tolerance or slope > high + tolerance:
        return "outside"
    return "kink" if high - low > tolerance else "smooth"
    # END SOLUTION


verdicts = [
    judge_slope(both_sides(unit), 0.0) for unit in units.values()
]  # SOLUTION: judge both_sides at 0.0
print("Verdicts:", verdicts)

# %% check: judge-slope
slope_cases = {
    "relu at 0": (jax.nn.relu, 0.0, "kink"),
    "relu at 1": (jax.nn.relu, 1.0, "smooth"),
    "|x| at 0": (jnp.abs, 0.0, "kink"),
    "-|x| at 0": (lambda x: -jnp.abs(x), 0.0, "kink"),
    "0.02 |x| at 0": (lambda x: 0.02 * jnp.abs(x), 0.0, "smooth"),
    "x**2 at 0": (lambda x: x**2, 0.0, "smooth"),
    "x by relu at 0": (both_sides(jax.nn.relu), 0.0, "outside"),
    "round_through at 2.7": (round_through, 2.7, "outside"),
    "a stopped |x| - x at 0": (
        lambda x: jnp.abs(x) - 9 * (x - jax.lax.stop_gradient(x)),
        0.0,
        "outside",
    ),
}
for name, (f, x, expected) in slope_cases.items():
    got = judge_slope(f, x)
    left, right = one_sided(f, x)
    assert got == expected, (
        f"judge_slope of {name}: expected {expected!r}, got {got!r}. The sides "
        f"are {left:.2f} and {right:.2f}, JAX takes {jax.grad(f)(x):.2f}. "
        "Revisit the order: first whether the slope lies between the sides, "
        "the smaller one below, then whether the sides differ."
    )
for name, f, tolerance in [
    ("0.2 |x|", lambda x: 0.2 * jnp.abs(x), 0.5),
    ("x by relu", both_sides(jax.nn.relu), 2.0),
]:
    got = judge_slope(f, 0.0, tolerance)
    assert got == "smooth", (
        f"judge_slope of {name} at 0 with tolerance {tolerance}: expected "
        f"'smooth', got {got!r}. Revisit the tolerance: it is an argument, and "
        "both tests use it."
    )
expected = ["outside", "smooth", "outside"]
assert isinstance(verdicts, list | tuple) and list(verdicts) == expected, (
    "verdicts: expected 'outside', 'smooth' and 'outside', for relu, maximum "
    f"and abs, got {verdicts}. Revisit its line: both_sides of each unit, at "
    "0.0."
)
print("round_through at 2.7:", judge_slope(round_through, 2.7))


# %% practice: quantize
def quantize(x, step, limit):
    """Return x rounded to steps within the limits, with slopes 1 and 0."""
    # SOLUTION: stop the value, pass the slope
    levels = jnp.clip(step * jnp.round(x / step), -limit, limit)
    moving = jnp.where(jnp.abs(x) <= limit, x, 0.0)
    stop = jax.lax.stop_gradient
    return stop(levels) + (moving - stop(moving))
    # END SOLUTION


def clipped(x):
    return jnp.clip(x, -1.0, 1.0)


raw = jnp.array([0.3, -0.9, 1.0, 1.4])  # (4,)
levels = quantize(raw, 0.5, 1.0)  # SOLUTION: raw in steps of 0.5, up to 1.0
print("Levels:", levels)
print("Slope of clip at its limit:", jax.grad(clipped)(1.0))

# %% check: quantize
errors = (TypeError, ValueError, AttributeError, NotImplementedError)


def equals(got, expected):
    """Say whether got is a number or array like expected."""
    return (
        isinstance(got, jax.Array | float | complex)
        and jnp.shape(got) == jnp.shape(expected)
        and bool(jnp.allclose(got, expected, atol=1e-4))
    )


quantize_cases = {
    "steps of 0.5 up to 1": (
        jnp.array([0.25, -0.9, 1.0, 1.4, -1.0, -7.0]),
        (0.5, 1.0),
        [0.0, -1.0, 1.0, 1.0, -1.0, -1.0],
        [1.0, 1.0, 1.0, 0.0, 1.0, 0.0],
    ),
    "steps of 2 up to 4": (
        jnp.array([[0.9, 3.2], [4.1, -3.9]]),
        (2.0, 4.0),
        [[0.0, 4.0], [4.0, -4.0]],
        [[1.0, 1.0], [0.0, 1.0]],
    ),
    "one number beyond": (jnp.array(3e9), (0.25, 2.0), 2.0, 0.0),
}
for name, (x, (step, limit), values, passes) in quantize_cases.items():
    title = f"quantize in {name}, of {x}"
    settings = {"step": step, "limit": limit}
    push = jax.jit(
        lambda v, settings=settings: jax.jvp(
            lambda u: quantize(u, **settings), (v,), (jnp.ones(v.shape),)
        )
    )
    try:
        got, pushed = push(x)
    except errors as error:
        raise AssertionError(
            f"{title}: expected an array, got {error!r}. Revisit the calls: an "
            "array has many entries, so jnp.where chooses, not `if`, and what "
            "rounds comes from jnp."
        ) from error
    assert equals(got, jnp.array(values)), (
        f"{title}: expected the values {values}, got {got}. Revisit the value: "
        "x / step, rounded by jnp.round, times step, and then the limits."
    )
    assert equals(pushed, jnp.array(passes)), (
        f"{title}: expected the slopes {passes}, got {pushed}. Revisit the "
        "slope: the rounded part is stopped, and x passes up to the limit and "
        "at it, not beyond."
    )
assert equals(levels, jnp.array([0.5, -1.0, 1.0, 1.0])), (
    f"levels: expected 0.5, -1, 1 and 1, got {levels}. Revisit its line: raw, "
    "steps of 0.5, the limit 1.0."
)


# %% challenge: complex-slope
def complex_slope(f, z):
    """Return the complex derivative of f at z, or None if there is none."""
    # SOLUTION: push 1 and i, and compare
    z = jnp.complex64(z)
    _, along_one = jax.jvp(f, (z,), (jnp.complex64(1),))
    _, along_i = jax.jvp(f, (z,), (jnp.complex64(1j),))
    if abs(along_i - 1j * along_one) > 1e-3:
        return None
    return along_one
    # END SOLUTION


derivatives = {
    name: complex_slope(f, z) for name, f in functions.items()
}  # SOLUTION: the slope of each function, at z
print("Derivatives:", derivatives)

# %% check: complex-slope
complex_cases = {
    "z**4 at 3 - 1j": (lambda z: z**4, 3 - 1j, 72 - 104j),
    "1j z at 2": (lambda z: 1j * z, 2, 1j),
    "1 / z at 1j": (lambda z: 1 / z, 1j, 1 + 0j),
    "exp at 0": (jnp.exp, 0.0, 1 + 0j),
    "the conjugate at 1j": (jnp.conj, 1j, None),
    "z + 0.01 conj(z) at 1j": (lambda z: z + 0.01 * jnp.conj(z), 1j, None),
    "the real part at 2": (jnp.real, 2 + 0j, None),
    "|z|**2 at 1j": (lambda z: z * jnp.conj(z), 1j, None),
    "|z|**2 at 0": (lambda z: z * jnp.conj(z), 0j, 0j),
}
for name, (f, at, expected) in complex_cases.items():
    title = f"complex_slope of {name}"
    try:
        got = complex_slope(f, at)
    except errors as error:
        raise AssertionError(
            f"{title}: expected {expected}, got {error!r}. Revisit the dtypes: "
            "z and what you push are complex64; the output may be real."
        ) from error
    if expected is None:
        assert got is None, (
            f"{title}: expected None, got {got}. Revisit the two pushes: i "
            "times the push of 1 has to be the push of i."
        )
        continue
    assert got is not None, (
        f"{title}: expected {expected}, got None. Revisit the comparison: "
        "multiply the push of 1 by i before you compare."
    )
    assert equals(got, expected), (
        f"{title}: expected {expected}, got {got}. Revisit what you return: "
        "the push of 1, without f(z) and without a conjugate."
    )
assert (
    isinstance(derivatives, dict)
    and list(derivatives) == list(functions)
    and [d is None for d in derivatives.values()] == [False, True, True]
    and equals(derivatives["cube"], -9 + 12j)
), (
    "derivatives: expected (-9+12j) for the name of the cube and None for the "
    f"two others, got {derivatives}. Revisit its line: at z, which is 1+2j."
)
print("|z|**2 at 0:", complex_slope(functions["z times conjugate"], 0))

# %% pass
print("PASS: autodiff-06")
