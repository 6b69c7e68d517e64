"""Predict the dtype of a result, and compute in 64 bits where it matters."""

# %% build: wait
import jax
import jax.numpy as jnp
import numpy as np

# Seconds since the start of 1970, 100 seconds apart.
stamps = np.array([1795910400.0, 1795910500.0])  # (2,)
unasked = jnp.array(stamps)  # (2,)
wait = unasked[1] - unasked[0]  # ()
print("NumPy:", stamps.dtype, "JAX:", unasked.dtype, "Wait:", wait)

# %% build: ask
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    asked = jnp.array(stamps, dtype=jnp.float64)  # (2,)
print(str(caught[0].message).partition(",")[0])
print("Asked for float64, got:", asked.dtype, "Wait:", asked[1] - asked[0])
assert asked.dtype == jnp.float32, "the request was granted"

# %% build: step
import math


def step_at(x, dtype):
    """Give the step of a float dtype at x by the formula."""
    digits = jnp.finfo(dtype).nmant + 1
    return 2.0 ** (math.floor(math.log2(abs(x))) + 1 - digits)


for dtype in (np.float32, np.float64):
    step, spacing = step_at(stamps[0], dtype), np.spacing(dtype(stamps[0]))
    print(f"{dtype.__name__}: step {step:.3g} s, by NumPy {spacing:.3g} s")
    assert step == spacing, "the formula misses the neighbour"

# %% build: local
with jax.enable_x64(True):
    exact = jnp.array(stamps)  # (2,)
    exact_wait = exact[1] - exact[0]  # ()
    print("Inside:", jnp.arange(3.0).dtype, jnp.arange(3).dtype)
print("After: ", jnp.arange(3.0).dtype, jnp.arange(3).dtype)
print("Wait:", exact_wait, exact_wait.dtype)
assert float(exact_wait) == 100, "64 bits did not keep the wait"
assert wait == 128, "32 bits kept the wait"

# %% build: order
# Each dtype with its next wider ones.
NEXT = {
    "bool": ["uint8", "int8"],
    "uint8": ["int16"],
    "int8": ["int16"],
    "int16": ["int32"],
    "int32": ["bfloat16", "float16"],
    "bfloat16": ["float32"],
    "float16": ["float32"],
    "float32": [],
}


def reachable(name):
    """Return the set of a dtype and all that lie above it."""
    above = [reachable(wider) for wider in NEXT[name]]
    return {name}.union(*above)


print("From int16:", ", ".join(sorted(reachable("int16"))))


# %% build: pairs
def promoted(a, b):
    """Return the lowest dtype that both reach: the one with most above it."""
    common = reachable(a) & reachable(b)
    return max(common, key=lambda name: len(reachable(name)))


pairs = [(a, b) for a in NEXT for b in NEXT]
by_order = [promoted(a, b) for a, b in pairs]
by_call = [jnp.promote_types(a, b).name for a, b in pairs]


def add_pairs():
    return [jnp.zeros((), a) + jnp.zeros((), b) for a, b in pairs]


# Compiled as one program, the additions need one preparation, not 64.
by_sum = [total.dtype.name for total in jax.jit(add_pairs)()]
print("int8 + uint8:", promoted("int8", "uint8"))
print("int32 + float16:", promoted("int32", "float16"))
print("Order = promote_types:", by_order == by_call)
print("Order = real additions:", by_order == by_sum)
assert by_order == by_call == by_sum, "the order is not the one of JAX"

# %% build: weak
small = jnp.array([100], dtype=jnp.int8)  # (1,)
halves = jnp.ones(1, dtype=jnp.bfloat16)  # (1,)
for number in (True, 1, 0.5):
    results = (small + number).dtype, (halves + number).dtype
    print(f"With {number}: int8 -> {results[0]}, bfloat16 -> {results[1]}")
print("int8 100 plus 100:", small + 100)
assert (small + 100).dtype == jnp.int8, "a Python number widened int8"

# %% figure: stairs
import matplotlib.pyplot as plt

seconds = np.arange(0.0, 601.0, 10.0)  # (61,)
narrow = jnp.array(stamps[0] + seconds)  # (61,)
with jax.enable_x64(True):
    wide = jnp.array(stamps[0] + seconds)  # (61,)
    wide_waits = wide - wide[0]  # (61,)
plt.plot(seconds, np.asarray(wide_waits), label="float64")
plt.plot(seconds, np.asarray(narrow - narrow[0]), "o", label="float32")
plt.xlabel("true wait (seconds)")
plt.ylabel("computed wait (seconds)")
plt.legend()
plt.show()

# %% experiment: after-the-block
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for label, change in [
        ("exact", lambda stamps: stamps),
        ("-exact", lambda stamps: -stamps),
        ("exact + 1", lambda stamps: stamps + 1),
    ]:
        num_before = len(caught)
        changed = change(exact)
        gap = abs(changed[1] - changed[0])
        warned = len(caught) > num_before
        print(f"{label}: {changed.dtype}, wait {gap}, warned: {warned}")
assert changed.dtype == jnp.float32, "the sum outside kept 64 bits"

# %% experiment: count-and-zero
count = jnp.array([100_000])  # (1,)
for name in ("float32", "bfloat16", "float16"):
    print(f"Count plus {name} zero:", count + jnp.zeros(1, name))
numpy_sum = np.array([100_000], np.int32) + np.zeros(1, np.float16)
print("The last one in NumPy:", numpy_sum, numpy_sum.dtype)

# %% experiment: which-half
factors = {
    "0.5": 0.5,
    "jnp.array(0.5)": jnp.array(0.5),
    "jnp.float32(0.5)": jnp.float32(0.5),
    "np.sqrt(0.25)": np.sqrt(0.25),
}
weights = jnp.ones(1000, dtype=jnp.bfloat16)  # (1000,)
for label, factor in factors.items():
    scaled = weights * factor
    print(f"{label}: {jax.typeof(scaled)}, {scaled.nbytes} bytes")

# %% experiment: strict
TypePromotionError = jax.dtypes.TypePromotionError
cases = {
    "bfloat16 * 0.5": (weights, 0.5),
    "bfloat16 * np.sqrt(0.25)": (weights, np.sqrt(0.25)),
    "int32 * 0.5": (count, 0.5),
    "int32 * float32": (count, jnp.ones(1)),
}
with jax.numpy_dtype_promotion("strict"):
    for label, (left, right) in cases.items():
        try:
            print(f"{label}: {(left * right).dtype}")
        except TypePromotionError as error:
            print(f"{label}: {type(error).__name__}")


# %% exercise: exact-waits
def waits(starts, stops):
    """Return the waits in seconds as float32, computed in 64 bits."""
    # SOLUTION: subtract in 64 bits, return 32
    with jax.enable_x64(True):
        differences = jnp.array(stops) - jnp.array(starts)
        return differences.astype(jnp.float32)
    # END SOLUTION


starts = [1795910400.0, 1795910460.25]
stops = [1795910460.0, 1795910461.0]
two_waits = waits(starts, stops)  # SOLUTION: the waits of both lines
print("Waits:", two_waits)

# %% check: exact-waits
wait_cases = {
    "one minute": ([1795910400.0], [1795910460.0]),
    "a quarter of a second": ([1795910400.0], [1795910400.25]),
    "a stop before its start": ([1795910500.0], [1795910400.0]),
    "three lines": ([0.0, 5e9, 1e9], [0.5, 5e9 + 1, 1e9 + 86400]),
}
for name, (before, after) in wait_cases.items():
    # Python's own floats have 64 bits, so they judge.
    expected = [b - a for a, b in zip(before, after, strict=True)]
    got = waits(before, after)
    assert isinstance(got, jax.Array) and got.shape == (len(before),), (
        f"waits on {name}: expected a JAX array of {len(before)} waits, got "
        f"{got!r}. Revisit the docstring."
    )
    assert got.tolist() == expected, (
        f"waits on {name}, {before} to {after}: expected {expected}, got "
        f"{got.tolist()}. Revisit the block: the stamps must be 64 bits wide "
        "when they are made and when they are subtracted. A wait is the stop "
        "minus the start."
    )
    assert got.dtype == jnp.float32, (
        f"waits on {name}: expected float32, got {got.dtype}. Revisit what "
        "leaves the block: it keeps its 64 bits unless you convert it."
    )
    assert jnp.arange(3.0).dtype == jnp.float32, (
        f"after waits on {name}: expected new arrays of float32 as before, got "
        f"{jnp.arange(3.0).dtype}. Revisit the setting: it ends with the block."
    )
# The program for the compiler shows what JAX does, not what NumPy does.
program = jax.jit(lambda: waits([5e9], [5e9 + 1])).lower().as_text()
assert "stablehlo.subtract" in program, (
    "waits: expected a program in which JAX subtracts, got one without a "
    "subtraction. Revisit the prompt: JAX subtracts, within `jax.enable_x64`."
)
assert two_waits.tolist() == [60.0, 0.75], (
    f"two_waits: expected [60.0, 0.75], got {two_waits}. Revisit the last "
    "lines: starts first, stops second."
)


# %% practice: mean-square
def mean_square(x):
    """Return the mean of the squares in at least 32 bits of float."""
    # SOLUTION: convert first, then square
    working = jnp.promote_types(x.dtype, jnp.float32)
    return (x.astype(working) ** 2).mean()
    # END SOLUTION


loud = jnp.array([300.0, -300.0, 0.0], dtype=jnp.float16)  # (3,)
power = mean_square(loud)  # SOLUTION: the mean square of loud
print("Squared first:", (loud**2).mean(), "Converted first:", power)

# %% check: mean-square
square_cases = {
    "int8": ([100, -128, 0], jnp.int8, 26384 / 3),
    "uint8": ([255, 1], jnp.uint8, 32513.0),
    "float16": ([300.0, 400.0], jnp.float16, 125000.0),
    "bfloat16": ([3.0, 300.0], jnp.bfloat16, 45004.5),
    "int32": ([100_000, -100_000], jnp.int32, 1e10),
    "float32": ([0.5, 1.5], jnp.float32, 1.25),
}
for name, (entries, dtype, expected) in square_cases.items():
    got = mean_square(jnp.array(entries, dtype=dtype))
    assert isinstance(got, jax.Array) and got.shape == (), (
        f"mean_square of {name}: expected a JAX array of shape (), got "
        f"{got!r}. Revisit the docstring."
    )
    assert abs(float(got) / expected - 1) < 1e-5, (
        f"mean_square of {entries} as {name}: expected {expected:.1f}, got "
        f"{got}. Revisit the order: convert, square each entry, then average. "
        "A square outside the range of its dtype is lost before any later "
        "conversion, and Python numbers widen nothing."
    )
    assert got.dtype == jnp.float32, (
        f"mean_square of {name}: expected float32, got {got.dtype}. Revisit "
        "the working dtype: the promotion of the dtype of x with float32."
    )
with jax.enable_x64(True):
    got = mean_square(jnp.array([1.0, 1e-5]))
assert got.dtype == jnp.float64, (
    f"mean_square of float64 inside the block: expected float64, got "
    f"{got.dtype}. Revisit the prompt: at least 32 bits, and no fewer than x."
)
assert abs(float(got) - (1 + 1e-10) / 2) < 1e-14, (
    f"mean_square of 1 and 1e-5 inside the block: expected 0.50000000005, got "
    f"{float(got)}. Revisit the order: the square needs the 64 bits too."
)
assert abs(float(power) - 60000.0) < 1.0, (
    f"power: expected 60000 for loud, got {power}. Revisit the call."
)


# %% challenge: predict-mixed
def predict(*operands):
    """Return the name of the dtype of the sum of arrays and numbers."""
    # SOLUTION: climb an order with weak places
    order = dict(NEXT)
    order["bool"], order["int"] = ["int"], ["uint8", "int8"]
    order["int32"], order["float"] = ["float"], ["bfloat16", "float16"]

    def above(name):
        return {name}.union(*[above(wider) for wider in order[name]])

    common = set(order)
    for operand in operands:
        is_array = isinstance(operand, jax.Array)
        kind = operand.dtype.name if is_array else type(operand).__name__
        common &= above(kind)
    lowest = max(common, key=lambda name: len(above(name)))
    widths = {"int": "int32", "float": "float32"}
    return widths[lowest] if lowest in widths else lowest
    # END SOLUTION


first_guess = predict(small, 0.5)  # SOLUTION: int8 array plus 0.5
second_guess = predict(count, 0.5, loud)  # SOLUTION: count plus 0.5 plus loud
print("Predicted:", first_guess, second_guess)

# %% check: predict-mixed
arrays = {name: jnp.zeros((), name) for name in NEXT}
operand_cases = [(x, y) for x in arrays.values() for y in (True, 1, 0.5)]
operand_cases += [(y, x) for x, y in operand_cases]
operand_cases += [(arrays[a], arrays[b]) for a, b in pairs]
operand_cases += [
    (1, arrays["bool"], 0.5),
    (arrays["int32"], 0.5, arrays["float16"]),
    (0.5, arrays["int32"], arrays["bfloat16"], arrays["float16"]),
    (arrays["int8"], 1, arrays["uint8"]),
    (True, arrays["int16"], 0.5, 1),
    (arrays["float16"],),
]


def add_cases():
    return [sum(operands[1:], operands[0]) for operands in operand_cases]


for operands, total in zip(operand_cases, jax.jit(add_cases)(), strict=True):
    names = [
        f"an array of {x.dtype}" if isinstance(x, jax.Array) else repr(x)
        for x in operands
    ]
    expected = total.dtype.name
    try:
        # Strict mode refuses to add or to promote what predict may only name.
        with jax.numpy_dtype_promotion("strict"):
            got = predict(*operands)
    except TypePromotionError as error:
        raise AssertionError(
            f"predict({', '.join(names)}): expected the order alone, got a "
            f"{type(error).__name__} in strict mode. Revisit the prompt: no "
            "addition, and no promotion by JAX."
        ) from error
    assert got == expected, (
        f"predict({', '.join(names)}): expected {expected!r}, got {got!r}. "
        "Revisit weak types: a Python number decides the kind, the arrays "
        "decide the width, and the order of operands decides nothing."
    )
assert (first_guess, second_guess) == ("float32", "float16"), (
    f"last lines: expected 'float32' and 'float16', got {first_guess!r} and "
    f"{second_guess!r}. Revisit which operands go in."
)

# %% pass
print("PASS: arrays-04")
