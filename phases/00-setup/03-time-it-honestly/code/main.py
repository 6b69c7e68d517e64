"""Separate preparing, handing over and computing in the time of a JAX call."""

# %% build: workload
import jax
import jax.numpy as jnp

SIZE = 200
body_runs = []


def square(matrix):
    # A compiled call skips this line; here it is a probe that counts.
    body_runs.append(matrix.shape)
    return matrix @ matrix


matrix = jnp.ones((SIZE, SIZE)) / SIZE  # (200, 200)
entries_right = bool(jnp.allclose(square(matrix), 1 / SIZE, rtol=1e-4))
print("Every entry of the product is 1/200:", entries_right)
print("Runs of the body:", len(body_runs))
assert entries_right, "the product of the averages is wrong"


# %% build: operations
def count_operations(size):
    """Count the multiplications and additions of one product."""
    return size**2 * (2 * size - 1)


small = [[0.25] * 4] * 4
counted = 0
for row in range(4):
    for column in range(4):
        entry = small[row][0] * small[0][column]
        counted += 1
        for k in range(1, 4):
            entry += small[row][k] * small[k][column]
            counted += 2  # One multiplication and one addition.
print("4 by 4, by loop and by formula:", counted, count_operations(4))
print("200 by 200:", count_operations(SIZE))
assert entry == 0.25, "the loop does not compute the product"
assert counted == count_operations(4), "formula and loop disagree"

# %% build: first-call
import time

body_runs.clear()
compiled = jax.jit(square)
matrix.block_until_ready()

start = time.perf_counter()
compiled(matrix).block_until_ready()
first_seconds = time.perf_counter() - start
print(f"Milliseconds, first call: {1e3 * first_seconds:.3f}")
print("Runs of the body:", len(body_runs))

# %% build: repeats
repeat_seconds = []
for _ in range(5):
    start = time.perf_counter()
    compiled(matrix).block_until_ready()
    repeat_seconds.append(time.perf_counter() - start)

in_milliseconds = [f"{1e3 * seconds:.3f}" for seconds in repeat_seconds]
print("Milliseconds, five repeats:", *in_milliseconds)
print("Runs of the body in six calls:", len(body_runs))
assert len(body_runs) == 1, "six new compiled calls must run the body once"

# %% figure: six-calls
import matplotlib.pyplot as plt

calls = ["1st", "2nd", "3rd", "4th", "5th", "6th"]
plt.bar(calls, [1e3 * seconds for seconds in [first_seconds, *repeat_seconds]])
plt.yscale("log")
plt.xlabel("call of the compiled function")
plt.ylabel("time to completion (ms)")
plt.show()

# %% experiment: stop-at-return
import statistics


def summary(seconds):
    """Give median, extremes and count of durations, in milliseconds."""
    median = 1e3 * statistics.median(seconds)
    low, high = 1e3 * min(seconds), 1e3 * max(seconds)
    return f"median {median:.3f}, {low:.3f} to {high:.3f}, n {len(seconds)}"


large = jnp.ones((1000, 1000)) / 1000  # (1000, 1000)
compiled(large).block_until_ready()

to_return, to_completion = [], []
for _ in range(7):
    start = time.perf_counter()
    product = compiled(large)
    to_return.append(time.perf_counter() - start)
    product.block_until_ready()
    to_completion.append(time.perf_counter() - start)

work = count_operations(1000)
print("Operations of one product:", work)
print("Milliseconds to return:", summary(to_return))
print("Milliseconds to completion:", summary(to_completion))
for label, seconds in [("return", to_return), ("completion", to_completion)]:
    billions = work / statistics.median(seconds) / 1e9
    print(f"Billion operations per second, by {label}: {billions:.0f}")

# %% experiment: new-shape
body_runs.clear()
shapes = [(200, 200), (300, 300), (300, 300), (200, 200)]
for shape in shapes:
    compiled(jnp.ones(shape)).block_until_ready()
    print(shape, "runs of the body so far:", len(body_runs))
assert body_runs == [(300, 300)], "another shape than 300 by 300 was prepared"

# %% experiment: three-routes
import numpy as np


def chain(sin, x):
    """Twenty rounds of three small operations."""
    for _ in range(20):
        x = sin(x) * 1.01 + 0.1
    return x


def chain_numpy():
    return chain(np.sin, numpy_input)


def chain_jax():
    return chain(jnp.sin, jax_input).block_until_ready()


def chain_compiled():
    return compiled_chain(jax_input).block_until_ready()


numpy_input = np.linspace(0, 1, 1000, dtype=np.float32)  # (1000,)
jax_input = jnp.asarray(numpy_input)  # (1000,)
compiled_chain = jax.jit(lambda x: chain(jnp.sin, x))
routes = {"NumPy": chain_numpy, "JAX": chain_jax, "compiled": chain_compiled}
samples = {label: [] for label in routes}
for route in routes.values():
    route()

# They take turns, so that a busy moment of the machine can hit all three.
for _ in range(20):
    for label, route in routes.items():
        start = time.perf_counter()
        route()
        samples[label].append(time.perf_counter() - start)

for label, seconds in samples.items():
    print(f"Milliseconds, {label}: {summary(seconds)}")
close = np.allclose(chain_compiled(), chain_numpy(), atol=1e-5)
print("Same numbers:", close)
assert close, "NumPy and compiled JAX disagree"


# %% exercise: completed-seconds
def completed_seconds(function, x, clock=time.perf_counter):
    """Return the seconds of one call, from its start until it is complete."""
    # SOLUTION: start, call, wait, stop
    start = clock()
    function(x).block_until_ready()
    return clock() - start
    # END SOLUTION


repeats_line = summary(
    [completed_seconds(compiled, matrix) for _ in range(5)]
)  # SOLUTION: the summary of five repeats
print("Milliseconds, by completed_seconds:", repeats_line)

# %% check: completed-seconds
ticks = {"now": 0.0, "waiting": 0}


class FakeResult:
    """A result that takes ten ticks of a fake clock to become ready."""

    def __init__(self):
        ticks["waiting"] += 1

    def block_until_ready(self):
        ticks["now"] += 10.0
        ticks["waiting"] -= 1
        return self


def fake_call(x):
    """Return at once, after as many ticks as x says."""
    ticks["now"] += x
    return FakeResult()


for x in [3.0, 0.5, 200.0]:
    ticks.update(now=5.0, waiting=0)
    got = completed_seconds(fake_call, x, lambda: ticks["now"])
    assert got == x + 10.0, (
        f"completed_seconds of a call that returns after {x} ticks and is "
        f"complete 10 later: expected {x + 10.0}, got {got}. Revisit the "
        "interval: from before one call until its result is ready, by clock()."
    )
    assert ticks["waiting"] == 0 and ticks["now"] == x + 15.0, (
        f"completed_seconds: expected one call and one wait, got the clock at "
        f"{ticks['now']} and {ticks['waiting']} results not awaited. Revisit "
        "the prompt: one call, no more."
    )
assert isinstance(repeats_line, str) and repeats_line.endswith("n 5"), (
    f"repeats_line: expected the summary of five durations, got "
    f"{repeats_line!r}. Revisit the last line: summary takes a list of five."
)


# %% practice: count-preparations
def count_preparations(function, inputs):
    """Return how often jax.jit runs the body of function for the inputs."""
    # SOLUTION: compile a probe once, call it on all
    runs = []

    def probe(x):
        runs.append(x.shape)
        return function(x)

    prepared = jax.jit(probe)
    for x in inputs:
        prepared(x)
    return len(runs)
    # END SOLUTION


growing = [jnp.ones(n) for n in (1, 2, 3, 3, 2)]
preparations = count_preparations(jnp.sum, growing)  # SOLUTION: count for these
print("Preparations for five growing inputs:", preparations)

# %% check: count-preparations
seen = []


def noted_double(x):
    seen.append(x.shape)
    return 2 * x


ones = jnp.ones(3)
input_lists = {
    "four times the same array": ([ones] * 4, 1),
    "other values, same shape": ([ones, 5 * ones, -ones], 1),
    "shapes (3,), (4,), (3,)": ([ones, jnp.ones(4), ones], 2),
    "a vector and a column": ([ones, jnp.ones((3, 1))], 2),
    "floats and whole numbers": ([ones, jnp.arange(3), ones], 2),
    "no input at all": ([], 0),
    "one array": ([ones], 1),
}
for name, (inputs, expected) in input_lists.items():
    seen.clear()
    got = count_preparations(noted_double, inputs)
    assert got == expected, (
        f"count_preparations on {name}: expected {expected}, got {got}. "
        "Revisit the new shape: a program is prepared once for each shape and "
        "dtype, one compiled function has to see all inputs, and each use "
        "starts at zero."
    )
    assert len(seen) == expected, (
        f"count_preparations on {name}: expected the body of the function to "
        f"run {expected} times, got {len(seen)}. Revisit the probe: inside "
        "jax.jit it calls the function."
    )
assert preparations == 3, (
    f"preparations: expected 3 for five growing inputs, got {preparations}. "
    "Revisit the last line: it passes all of them."
)


# %% challenge: split-call
def measure(function, x, repeats=7, clock=time.perf_counter):
    """Return the first duration, then lists to return and to completion."""
    # SOLUTION: the first call, then two readings a call
    start = clock()
    function(x).block_until_ready()
    first = clock() - start
    to_return, to_completion = [], []
    for _ in range(repeats):
        start = clock()
        result = function(x)
        to_return.append(clock() - start)
        result.block_until_ready()
        to_completion.append(clock() - start)
    return first, to_return, to_completion
    # END SOLUTION


def split(first, to_return, to_completion):
    """Return the seconds to prepare, to hand over and to compute."""
    # SOLUTION: three parts of the first call
    hand_over = statistics.median(to_return)
    repeat = statistics.median(to_completion)
    return first - repeat, hand_over, repeat - hand_over
    # END SOLUTION


def parts_line(parts):
    names = ["prepare", "hand over", "compute"]
    texts = [f"{n} {1e3 * p:.3f}" for n, p in zip(names, parts, strict=True)]
    return ", ".join(texts)


fresh = jax.jit(lambda matrix: matrix @ matrix @ matrix)
split_line = parts_line(
    split(*measure(fresh, large))
)  # SOLUTION: split the time of fresh on large
print("Milliseconds to", split_line)

# %% check: split-call
calls = []


def fake_compiled(x):
    """Take 1000 ticks at first, then as many as calls so far."""
    calls.append(x)
    ticks["now"] += 1000.0 if len(calls) == 1 else len(calls)
    return FakeResult()


for repeats in [3, 7]:
    calls.clear()
    ticks.update(now=0.0, waiting=0)
    got = measure(fake_compiled, "x", repeats, lambda: ticks["now"])
    assert isinstance(got, tuple) and len(got) == 3, (
        f"measure with {repeats} repeats: expected first, to_return and "
        f"to_completion, got {got!r}. Revisit the docstring."
    )
    later = [float(call) for call in range(2, 2 + repeats)]
    assert got[0] == 1010.0, (
        f"measure: expected 1010 ticks for the first call, 10 of them for "
        f"waiting, got {got[0]}. Revisit the first call: no call precedes it, "
        "and it is complete when its result is ready."
    )
    assert list(got[1]) == later, (
        f"measure: expected {later} ticks to return, got {got[1]}. Revisit the "
        "two readings: the first one comes before the wait."
    )
    completed = [ticks_to_return + 10.0 for ticks_to_return in later]
    assert list(got[2]) == completed, (
        f"measure: expected {completed} ticks to completion, got {got[2]}. "
        "Revisit the two readings: both intervals begin before the call."
    )
    assert ticks["waiting"] == 0, (
        f"measure: expected every result awaited, got {ticks['waiting']} that "
        "are not. Revisit the wait inside the loop."
    )

for first, to_return, to_completion, expected in [
    (100.0, [1.0, 1.0, 1.0], [5.0, 5.0, 5.0], (95.0, 1.0, 4.0)),
    (60.0, [2.0, 1.0, 50.0], [6.0, 5.0, 90.0], (54.0, 2.0, 4.0)),
]:
    got = tuple(split(first, to_return, to_completion))
    assert got == expected, (
        f"split of {first}, {to_return}, {to_completion}: expected {expected}, "
        f"got {got}. Revisit the parts: medians stand for a usual call, and "
        "the three parts add up to the first one."
    )
got = sum(split(10.0, [1.0, 2.0, 3.0], [4.0, 9.0, 6.0]))
assert got == 10.0, (
    f"split of 10.0, [1.0, 2.0, 3.0], [4.0, 9.0, 6.0]: expected parts that add "
    f"up to 10.0, got {got}. Revisit the parts: what is no preparation was "
    "handed over or computed."
)
assert isinstance(split_line, str) and "hand over" in split_line, (
    f"split_line: expected the three parts of fresh on large, got "
    f"{split_line!r}. Revisit the last line: measure, then split, then a line."
)

# %% pass
print("PASS: setup-03")
