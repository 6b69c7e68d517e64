"""Compile one loss with jax.jit, check it by two routes and time it fairly."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: inputs
import jax
import jax.numpy as jnp

x = jnp.arange(12, dtype=jnp.float32).reshape(4, 3) / 10  # (4, 3)
w = jnp.array([1.0, 2.0, -1.0])  # (3,)
y = jnp.ones(4)  # (4,)


def loss(w, x, y):
    differences = x @ w - y
    return jnp.mean(differences**2)


eager_loss = loss(w, x, y)  # ()
print(f"Eager loss: {eager_loss:.6f}")

# %% build: compile
import time

compiled_loss = jax.jit(loss)

# The inputs must exist before the clock starts, or it counts their creation.
jax.block_until_ready((w, x, y))

start = time.perf_counter()
first_loss = compiled_loss(w, x, y).block_until_ready()
first_seconds = time.perf_counter() - start
print(f"First compiled loss: {first_loss:.6f}")

# %% build: verify
# A reordered float32 sum moves 0.46 in steps of 3e-8: 1e-6 allows thirty.
VALUE_TOLERANCE = 1e-6

start = time.perf_counter()
repeat_loss = compiled_loss(w, x, y).block_until_ready()
repeat_seconds = time.perf_counter() - start
same_as_eager = bool(abs(first_loss - eager_loss) <= VALUE_TOLERANCE)
same_as_first = bool(abs(repeat_loss - first_loss) <= VALUE_TOLERANCE)
print(f"Loss: {repeat_loss:.6f}")
print(f"First/repeat seconds: {first_seconds:.6f} / {repeat_seconds:.6f}")
print("Compiled = eager, repeat = first:", same_as_eager, same_as_first)
assert same_as_eager and same_as_first, "the three paths disagree"

# %% experiment: analytic-check
hand_predictions = jnp.array([0.0, 0.6, 1.2, 1.8])  # (4,)
hand_pair = (0.46, jnp.array([0.36, 0.34, 0.32]))


def agree(pair, reference):
    """Compare two pairs of value and gradient, shapes included."""
    if [jnp.shape(a) for a in pair] != [jnp.shape(b) for b in reference]:
        return False
    value = jnp.allclose(pair[0], reference[0], rtol=0.0, atol=VALUE_TOLERANCE)
    grads = jnp.allclose(pair[1], reference[1], rtol=1e-5, atol=1e-6)
    return bool(value and grads)


compiled_pair = jax.jit(jax.value_and_grad(loss))
value, grads = jax.block_until_ready(compiled_pair(w, x, y))

predictions_agree = bool(jnp.allclose(x @ w, hand_predictions, atol=1e-6))
pair_agrees = agree((value, grads), hand_pair)
print(f"Compiled value: {value:.4f}")
print("Compiled gradient:", *[f"{entry:.4f}" for entry in grads])
print("Predictions = by hand:", predictions_agree)
print("Value and gradient = by hand:", pair_agrees)
assert predictions_agree, "x @ w differs from the predictions by hand"
assert pair_agrees, "the compiled pair differs from the pair by hand"

# %% experiment: broadcast-trap
perfect = x @ w  # (4,)
perfect_column = perfect[:, None]  # (4, 1)

for label, targets in [
    ("Ones, flat", y),
    ("Ones, column", y[:, None]),
    ("Perfect, flat", perfect),
    ("Perfect, column", perfect_column),
]:
    eager, compiled = loss(w, x, targets), compiled_loss(w, x, targets)
    print(f"{label}: eager {eager:.2f}, compiled {compiled:.2f}")

print("Shape of x @ w - flat:", (x @ w - perfect).shape)
print("Shape of x @ w - column:", (x @ w - perfect_column).shape)
trap = compiled_loss(w, x, perfect_column)
assert abs(trap - 0.9) <= VALUE_TOLERANCE, "the column did not broadcast"

# %% experiment: early-return
import statistics


def summary(seconds):
    """Give median, extremes and count of durations, in microseconds."""
    median = 1e6 * statistics.median(seconds)
    low, high = 1e6 * min(seconds), 1e6 * max(seconds)
    return f"median {median:.1f}, {low:.1f} to {high:.1f}, n {len(seconds)}"


# The loss is too small to outlast its call, so a larger product stands in.
big = jnp.ones((800, 800))  # (800, 800)
cube = jax.jit(lambda matrix: matrix @ matrix @ matrix)
cube(big).block_until_ready()

to_return, to_completion = [], []
for _ in range(7):
    start = time.perf_counter()
    result = cube(big)
    to_return.append(time.perf_counter() - start)
    result.block_until_ready()
    to_completion.append(time.perf_counter() - start)

print("Microseconds to return:", summary(to_return))
print("Microseconds to completion:", summary(to_completion))

# %% experiment: latency-sample
eager_seconds, compiled_seconds = [], []
routes = [(loss, eager_seconds), (compiled_loss, compiled_seconds)]
for function, _ in routes:
    function(w, x, y).block_until_ready()

# The two take turns, so that a busy moment of the machine can hit both.
for _ in range(20):
    for function, seconds in routes:
        start = time.perf_counter()
        function(w, x, y).block_until_ready()
        seconds.append(time.perf_counter() - start)

print("Backend:", jax.default_backend())
print("Shapes:", w.shape, x.shape, y.shape, "dtype:", x.dtype)
print("Microseconds eager:", summary(eager_seconds))
print("Microseconds compiled:", summary(compiled_seconds))

compiled_median = statistics.median(compiled_seconds)
saving = statistics.median(eager_seconds) - compiled_median
setup = first_seconds - compiled_median
print("Break-even calls:", round(setup / saving) if saving > 0 else "never")

# %% exercise: value-and-grad
def formula_pair(w, x, y):
    """Return loss and gradient from the formula, without jax.grad."""
    raise NotImplementedError("TODO: value and gradient by the formula")


def audit(function, w, x, y):
    """Return two verdicts: compiled = eager, compiled = formula."""
    raise NotImplementedError("TODO: run three routes, compare the pairs")


verdicts = ...  # TODO: audit the loss of the build
print("Compiled = eager, compiled = formula:", verdicts)

# %% check: value-and-grad
assert verdicts is not ..., "value-and-grad: `verdicts` is still `...`"
audit_inputs = {
    "the inputs of the build": (w, x, y),
    "perfect targets": (w, x, perfect),
    "forty rows, two columns": (
        jnp.array([0.5, -0.25]),
        jnp.sin(jnp.arange(80.0)).reshape(40, 2),
        jnp.cos(jnp.arange(40.0)),
    ),
}
for name, args in audit_inputs.items():
    expected = jax.value_and_grad(loss)(*args)
    got = formula_pair(*args)
    assert isinstance(got, (tuple, list)) and len(got) == 2, (
        f"formula_pair on {name}: expected the pair (value, gradient), got "
        f"{got}. Revisit what value_and_grad returns."
    )
    assert jnp.shape(got[1]) == args[0].shape, (
        f"formula_pair on {name}: expected a gradient shaped like w, "
        f"{args[0].shape}, got {jnp.shape(got[1])}. Revisit the shapes beside "
        "the formula."
    )
    assert agree(got, expected), (
        f"formula_pair on {name}: expected {expected}, got {got}. "
        "Revisit the 1/n of the mean and the 2/n of its gradient."
    )
    got = audit(loss, *args)
    assert isinstance(got, tuple) and len(got) == 2, (
        f"audit of the loss on {name}: expected a tuple of two verdicts, got "
        f"{got}. Revisit the prompt: one verdict for each route."
    )
    assert got == (True, True), (
        f"audit of the loss on {name}: expected (True, True), got {got}. "
        "Revisit the tolerances: float32 routes agree up to their last bits, "
        "not exactly."
    )

formula = getattr(formula_pair, "__wrapped__", formula_pair)
shared = {"loss", "grad", "value_and_grad"} & set(formula.__code__.co_names)
assert not shared, (
    f"formula_pair: expected the formula alone, got one that uses {shared}. "
    "Revisit the two routes: they must not share code."
)


def column_loss(w, x, y):
    return loss(w, x, y[:, None])


def shifted_loss(w, x, y):
    return loss(w, x, y) + 1e-3


def frozen_loss(w, x, y):
    return loss(jax.lax.stop_gradient(w), x, y)


for function, flaw, idea in [
    (column_loss, "it broadcasts", "take the second route from the formula"),
    (shifted_loss, "it adds 0.001", "a tolerance must still see a mistake"),
    (frozen_loss, "its gradient is zero", "compare value and gradient"),
]:
    got = audit(function, *audit_inputs["forty rows, two columns"])
    assert got == (True, False), (
        f"audit of {function.__name__} on forty rows, two columns: expected "
        f"(True, False), since {flaw} in both programs, got {got}. "
        f"Revisit the two routes: {idea}."
    )


def traced_loss(w, x, y):
    """Add 1 under jax.jit, where a new array is a stand-in."""
    return loss(w, x, y) + isinstance(jnp.ones(()), jax.core.Tracer)


got = audit(traced_loss, w, x, y)
assert got == (False, False), (
    "audit of a loss that adds 1 under jax.jit: expected (False, False), got "
    f"{got}. Revisit the first route: it compiles the transform with jax.jit, "
    "and it runs the transform once without jax.jit."
)
assert verdicts == (True, True), (
    f"verdicts on the inputs of the build: expected (True, True), got "
    f"{verdicts}. Revisit the last line: it audits the loss of the build."
)

# %% practice: runtime-data
def reuse(function, known_args, new_args):
    """Return the new result and whether one program serves both inputs."""
    raise NotImplementedError("TODO: new result, and compare two programs")


new_w = ...  # TODO: every weight of w plus 0.25
new_loss, same_program = ..., ...  # TODO: reuse the program with new_w
print("New loss:", new_loss, "Same program:", same_program)

# %% check: runtime-data
assert new_w is not ..., "runtime-data: `new_w` is still `...`"
assert new_loss is not ..., "runtime-data: `new_loss` is still `...`"
assert same_program is not ..., "runtime-data: `same_program` is still `...`"
assert jnp.shape(new_w) == (3,) and jnp.allclose(new_w - w, 0.25), (
    f"new_w: expected {w + 0.25} from w = {w}, got {new_w}. Revisit the "
    "prompt: every weight grows by 0.25."
)
reuse_cases = {
    "w + 0.25": ((w + 0.25, x, y), True),
    "doubled x": ((w, 2 * x, y), True),
    "five rows": ((w, jnp.ones((5, 3)), jnp.ones(5)), False),
    "integer weights": ((w.astype(jnp.int32), x, y), False),
}
for name, (args, expected) in reuse_cases.items():
    got = reuse(compiled_loss, (w, x, y), args)
    assert isinstance(got, (tuple, list)) and len(got) == 2, (
        f"reuse on {name}: expected (new loss, same program), got {got}. "
        "Revisit the docstring of reuse."
    )
    assert abs(got[0] - loss(*args)) <= VALUE_TOLERANCE, (
        f"reuse on {name}: expected the loss {loss(*args):.6f} of the new "
        f"inputs, got {got[0]:.6f}. Revisit program and data: the values "
        "travel with each call."
    )
    assert bool(got[1]) == expected, (
        f"reuse on {name}: expected {expected} for same program, got "
        f"{got[1]}. Revisit what a program is prepared for: shapes and "
        "dtypes, not values."
    )
assert abs(new_loss - 0.9484375) <= VALUE_TOLERANCE and same_program, (
    f"last line: expected the loss 0.9484375 and True for w + 0.25, got "
    f"{new_loss} and {same_program}. Revisit the order of the two input sets."
)

# %% challenge: timing-report
def sample_seconds(function, args, repeats=20, clock=time.perf_counter):
    """Return the seconds of each completed call, after a warm-up."""
    raise NotImplementedError("TODO: warm up, then time completed calls")


def report_text(seconds, args):
    """Return the report: setting, latency, and what it leaves out."""
    raise NotImplementedError("TODO: the three lines of the report")


pair_seconds = ...  # TODO: 20 calls
report = ...  # TODO: report on them
print(report)

# %% check: timing-report
assert pair_seconds is not ..., "timing-report: `pair_seconds` is still `...`"
assert report is not ..., "timing-report: `report` is still `...`"
fake = {"now": 0, "calls": 0, "pending": 0}


class FakeOutput:
    """An output that takes ten ticks of a fake clock to become ready."""

    def __init__(self):
        self.pending = 1
        fake["pending"] += 1

    def block_until_ready(self):
        fake["now"] += 10 * self.pending
        fake["pending"] -= self.pending
        self.pending = 0
        return self


def fake_pair(*args):
    """Return at once, after as many ticks as calls so far; 1000 at first."""
    fake["calls"] += 1
    fake["now"] += 1000 if fake["calls"] == 1 else fake["calls"]
    return FakeOutput(), FakeOutput()


def fake_tree(*args):
    return {"value": FakeOutput(), "grads": fake_pair(*args)}


for function, repeats, waiting in [(fake_pair, 7, 20), (fake_tree, 5, 30)]:
    name = f"sample_seconds on {function.__name__}"
    fake.update(now=0, calls=0, pending=0)
    try:
        got = sample_seconds(function, (w,), repeats, lambda: fake["now"])
    except (AttributeError, KeyError, TypeError) as error:
        raise AssertionError(
            f"{name}: expected {repeats} durations, got {error!r}. Revisit "
            "waiting: outputs come as any tree, and jax.block_until_ready "
            "takes the whole tree."
        ) from error
    assert isinstance(got, list) and len(got) == repeats, (
        f"{name}: expected a list of {repeats} durations, got {got}. "
        "Revisit the sample: one interval for each call."
    )
    assert max(got) < 1000, (
        f"{name}: expected no duration of 1000 ticks or more, got {got}. "
        "Revisit the warm-up: the first call stays outside the sample."
    )
    last = fake["calls"] + 1
    expected = [call + waiting for call in range(last - repeats, last)]
    assert got == expected, (
        f"{name}: expected {expected} ticks, {waiting} of each for waiting, "
        f"got {got}. Revisit the interval: one for each call, read with "
        "clock(), stopped after every leaf is ready."
    )
    assert fake["pending"] == 0, (
        f"{name}: expected all outputs awaited, got {fake['pending']} not "
        "awaited. Revisit the warm-up: it is a completed call as well."
    )

report_args = (jnp.ones((5, 2), jnp.float16), jnp.ones(7, jnp.int32))
text = report_text([0.002, 0.001, 0.009], report_args)
assert isinstance(text, str) and len(text.strip().splitlines()) == 3, (
    "report_text for three durations and two inputs: expected one text of "
    f"three lines, got {text!r}. Revisit the prompt: a line each for setting, "
    "numbers and limits."
)
for part in [
    jax.default_backend(),
    *["(5, 2)", "float16", "(7,)", "int32"],
    *["Microseconds per pair:", summary([0.002, 0.001, 0.009])],
    "Left out:",
]:
    assert part in text, (
        "report_text for three durations, float16 (5, 2) and int32 (7,): "
        f"expected {part!r} in the text, got {text!r}. Revisit the setting: "
        "a number needs what it was measured on."
    )
assert len(pair_seconds) == 20 and summary(pair_seconds) in report, (
    f"report: expected the summary of 20 durations, got {pair_seconds} and "
    f"{report!r}. Revisit the last two lines."
)

# %% pass
print("PASS: transforms-04")
