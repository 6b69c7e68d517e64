"""Run one small program in NumPy and in JAX, and explain the last digits."""

# %% build: original
import numpy as np

POINTS = 1000


def area_numpy(points):
    """Add up strips under one arch of the sine, from 0 to pi."""
    width = np.pi / points
    middles = (np.arange(points) + 0.5) * width
    return width * np.sin(middles).sum()


original = area_numpy(POINTS)  # ()
print(f"NumPy: {original:.9f} in {original.dtype}")

# %% build: port
import jax
import jax.numpy as jnp


def area_jax(points):
    """Do the same with JAX: every np has become jnp."""
    width = jnp.pi / points
    middles = (jnp.arange(points) + 0.5) * width
    return width * jnp.sin(middles).sum()


ported = area_jax(POINTS)  # ()
print(f"JAX: {ported:.9f} in {ported.dtype}")
print("A JAX array:", isinstance(ported, jax.Array))

# %% build: closed-form
strip = np.pi / POINTS
exact = strip / np.sin(strip / 2)
print(f"Closed form: {exact:.9f}")
print("NumPy within 1e-11:", bool(abs(original - exact) < 1e-11))
print("JAX within 1e-11:", bool(abs(float(ported) - exact) < 1e-11))

# %% build: steps
# Two thousand random orders of addition drifted by 18 steps at most.
MOST_STEPS = 40

step = np.spacing(np.float32(exact))
steps_apart = abs(float(ported) - original) / step
print(f"Step of float32 at 2: {step:.1e}")
print("JAX within forty steps of NumPy:", bool(steps_apart <= MOST_STEPS))
assert original.dtype == np.float64 and ported.dtype == np.float32
assert abs(original - exact) < 1e-11, "NumPy misses the closed form"
assert steps_apart <= MOST_STEPS, "JAX and NumPy differ by more than rounding"

# %% figure: steps
import matplotlib.pyplot as plt

sizes = 10.0 ** np.arange(10)  # (10,)
plt.loglog(sizes, np.spacing(np.float32(sizes)), "o-", label="float32")
plt.loglog(sizes, np.spacing(sizes), "s-", label="float64")
plt.xlabel("size of the number")
plt.ylabel("distance to the next number")
plt.legend()
plt.show()

# %% experiment: same-dtype
narrow_width = np.float32(np.pi / POINTS)
counts = np.arange(POINTS, dtype=np.float32)  # (1000,)
narrow = narrow_width * np.sin((counts + np.float32(0.5)) * narrow_width).sum()
narrow_apart = abs(float(narrow) - float(ported)) / step
print(f"NumPy float64: {original:.9f}")
print(f"NumPy float32: {narrow:.9f}")
print(f"JAX float32: {ported:.9f}")
print("Both float32 within forty steps:", bool(narrow_apart <= MOST_STEPS))
print("NumPy float32 within 1e-11:", bool(abs(float(narrow) - exact) < 1e-11))
assert narrow.dtype == ported.dtype
assert narrow_apart <= MOST_STEPS, "two float32 programs differ too much"

# %% experiment: lost-variance
readings = np.array([10000.0, 10001.0, 10002.0, 10003.0])
routes = {
    "NumPy float64": readings,
    "NumPy float32": readings.astype(np.float32),
    "JAX float32": jnp.asarray(readings),
}
for label, x in routes.items():
    print(f"{label}: {(x**2).mean() - x.mean() ** 2:.2f}")

print("Step of float32 at 1e8:", np.spacing(np.float32(1e8)))
lost = (routes["JAX float32"] ** 2).mean() - routes["JAX float32"].mean() ** 2
assert lost == 0.0, "the variance survived in float32"

# %% experiment: forgotten-prefix
ported_middles = (jnp.arange(POINTS) + 0.5) * (jnp.pi / POINTS)  # (1000,)
for label, sines in [
    ("jnp.sin", jnp.sin(ported_middles)),
    ("np.sin", np.sin(ported_middles)),
]:
    total = sines.sum() * (jnp.pi / POINTS)
    is_jax = isinstance(total, jax.Array)
    print(f"{label}: {total:.5f} in {total.dtype}, a JAX array: {is_jax}")
    assert is_jax == (label == "jnp.sin"), "the prefix made no difference"


# %% exercise: damped
def damped_numpy(times):
    """Return a swing that dies away, at each of the times."""
    return np.exp(-times) * np.cos(2 * np.pi * times)


def damped_jax(times):
    """Return the same as damped_numpy, computed by JAX."""
    # SOLUTION: the same formula in jax.numpy
    return jnp.exp(-times) * jnp.cos(2 * jnp.pi * times)
    # END SOLUTION


thirds = jnp.arange(4) / 3  # SOLUTION: 0, 1/3, 2/3, 1 as a JAX array
swing = damped_jax(thirds)  # SOLUTION: the swing at the thirds
print("Swing:", swing)

# %% check: damped
damped_inputs = {
    "the thirds": np.arange(4) / 3,
    "a hundred times up to 4": np.linspace(0.0, 4.0, 100),
    "a grid of two rows": np.array([[0.1, 0.2, 0.3], [1.1, 1.2, 1.3]]),
}
for name, times in damped_inputs.items():
    expected = damped_numpy(times)
    got = damped_jax(jnp.asarray(times))
    assert isinstance(got, jax.Array), (
        f"damped_jax on {name}: expected a JAX array, got {type(got)}. Revisit "
        "the forgotten prefix: one np call takes the result back to NumPy."
    )
    assert got.shape == expected.shape, (
        f"damped_jax on {name}: expected the shape {expected.shape}, got "
        f"{got.shape}. Revisit the docstring: one value for each time."
    )
    gap = float(np.abs(np.asarray(got) - expected).max())
    assert gap < 1e-5, (
        f"damped_jax on {name}: expected the values of damped_numpy within "
        f"1e-5, got a gap of {gap:.1e}. Revisit the port: only the prefix "
        "changes, every factor stays."
    )
used = set(damped_jax.__code__.co_names) & {"np", "damped_numpy"}
assert not used, (
    f"damped_jax: expected JAX calls alone, got one that uses {used}. Revisit "
    "the prompt: JAX computes every step."
)
assert isinstance(thirds, jax.Array) and thirds.shape == (4,), (
    f"thirds: expected a JAX array of four times, got {thirds!r}. Revisit "
    "jnp.arange: it counts from 0 and ends before its number."
)
assert np.allclose(thirds, np.arange(4) / 3, atol=1e-6), (
    f"thirds: expected 0, 1/3, 2/3 and 1, got {thirds}. Revisit jnp.arange: "
    "the four counts are divided by 3."
)
assert isinstance(swing, jax.Array), (
    f"swing: expected a JAX array, got {type(swing)}. Revisit the last line: "
    "damped_jax computes the swing, and nothing takes it back to NumPy."
)
assert np.allclose(swing, damped_numpy(np.arange(4) / 3), atol=1e-5), (
    f"swing: expected {damped_numpy(np.arange(4) / 3)}, got {swing}. Revisit "
    "the last line: the swing at the thirds."
)


# %% practice: within-steps
def within_steps(result, reference, steps=40):
    """Say whether all entries agree within that many float32 steps."""
    # SOLUTION: compare shapes, then the largest gap
    result, reference = np.asarray(result), np.asarray(reference)
    if result.shape != reference.shape:
        return False
    largest = np.float32(np.abs(reference).max())
    gap = np.abs(result - reference).max()
    return bool(gap <= steps * np.spacing(largest))
    # END SOLUTION


port_agrees = within_steps(ported, original)  # SOLUTION: judge the port
print("The port agrees:", port_agrees)

# %% check: within-steps
zero_and_two = np.array([0.0, 2.0])
hundred_twos = 2.0 * np.ones(100)
last_one_less = hundred_twos - 20 * float(step) * (np.arange(100) == 99)
step_cases = {
    "2 and one step more": (2.0 + float(step), 2.0, 1, True),
    "2 and ten steps more, four allowed": (
        2.0 + 10 * float(step),
        2.0,
        4,
        False,
    ),
    "1e8 and 8 more": (100000008.0, 1e8, 1, True),
    "1e8 and 1000 more": (100001000.0, 1e8, 4, False),
    "1e-6 and a thousandth of it more": (1.001e-6, 1e-6, 4, False),
    "-2 and one step less": (-2.0 - float(step), -2.0, 1, True),
    "0 and 2, the 0 off by half a step": (
        zero_and_two + np.array([1e-7, 0.0]),
        zero_and_two,
        4,
        True,
    ),
    "a flat array and a column": (np.ones(4), np.ones((4, 1)), 4, False),
    "one entry of a hundred, 20 steps less, four allowed": (
        jnp.asarray(last_one_less),
        hundred_twos,
        4,
        False,
    ),
}
for name, (result, reference, steps, expected) in step_cases.items():
    got = within_steps(result, reference, steps)
    assert isinstance(got, bool), (
        f"within_steps on {name}: expected True or False, got {got!r}. Revisit "
        "the docstring: bool(...) makes one of them of a NumPy or JAX answer."
    )
    assert got == expected, (
        f"within_steps on {name}: expected {expected}, got {got!r}. Revisit "
        "the step: it grows with the largest reference, shapes must be equal, "
        "and the largest gap decides, whichever its sign."
    )
assert port_agrees is True, (
    f"port_agrees: expected True for ported and original, got {port_agrees!r}. "
    "Revisit the last line: the result of JAX, then the reference of NumPy."
)


# %% challenge: variance
def variance(readings):
    """Return the mean squared distance from the mean, safe in float32."""
    # SOLUTION: an order that keeps the digits
    distances = readings - readings.mean()
    return (distances**2).mean()
    # END SOLUTION


kept = variance(jnp.asarray(readings))  # SOLUTION: of the four readings
print("Variance:", kept)

# %% check: variance
spread_inputs = {
    "the four readings": readings,
    "four readings at a million": readings + 990000.0,
    "four uneven readings": np.array([0.0, 1.0, 2.0, 9.0]),
    "negative readings": -readings,
    "a wave at 20,000": np.float32(20000.0 + np.sin(np.arange(500.0))),
}
for name, values in spread_inputs.items():
    expected = float(np.float64(values).var())
    got = variance(jnp.asarray(values))
    assert isinstance(got, jax.Array) and got.shape == (), (
        f"variance of {name}: expected a JAX array of shape (), got {got!r}. "
        "Revisit the prompt: JAX computes one number, without NumPy."
    )
    assert abs(float(got) - expected) <= 1e-3 * expected, (
        f"variance of {name}: expected {expected:.4f}, got {float(got):.4f}. "
        "Revisit the lost variance: large squares have no room for small "
        "differences, so the mean goes before the square."
    )
used = set(variance.__code__.co_names) & {"np", "var", "std"}
assert not used, (
    f"variance: expected it from its definition, got one that uses {used}. "
    "Revisit the prompt: means and differences are enough."
)
assert abs(float(kept) - 1.25) < 1e-3, (
    f"kept: expected 1.25 for the four readings, got {kept}. Revisit the last "
    "line: it passes the readings as a JAX array."
)

# %% pass
print("PASS: setup-02")
