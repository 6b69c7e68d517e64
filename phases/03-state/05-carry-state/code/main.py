"""Carry a smoothed mean and its peak through a pure step, and scan it."""

# %% build: object
import jax
import jax.numpy as jnp

KEEP = 0.9


class Display:
    """Remembers its mean on itself."""

    def __init__(self):
        self.mean = 0.0

    def update(self, reading):
        self.mean = KEEP * self.mean + (1 - KEEP) * reading
        return self.mean


readings = jnp.ones(50)  # (50,)
display = Display()
for reading in readings:
    shown = display.update(reading)
print(f"Plain method, after 50 readings: {shown:.4f}")

# %% build: compiled-method
compiled_display = Display()
update = jax.jit(compiled_display.update)
by_method = [float(update(reading)) for reading in readings]
print(f"Compiled method, first call: {by_method[0]:.4f}")
print(f"Compiled method, after 50 readings: {by_method[-1]:.4f}")
print("Mean on the object:", compiled_display.mean)
assert by_method[-1] == by_method[0], "the compiled method remembered"

# %% build: step
from typing import NamedTuple


class State(NamedTuple):
    """All that the display has to remember: two numbers of shape ()."""

    mean: jax.Array
    peak: jax.Array


def smooth(state, reading, keep=KEEP):
    """Return the new state, and the mean to show."""
    mean = keep * state.mean + (1 - keep) * reading
    return State(mean, jnp.maximum(state.peak, mean)), mean


start = State(jnp.zeros(()), jnp.zeros(()))
second, _ = smooth(start, readings[0])
print(f"Mean at the start: {start.mean:.4f}, after: {second.mean:.4f}")

# %% build: thread
compiled_smooth = jax.jit(smooth)
state = start
for reading in readings:
    state, shown = compiled_smooth(state, reading)

by_formula = 1 - KEEP**50
# Below 1, float32 numbers lie 6e-8 apart or less: 1e-6 allows sixteen steps.
same = bool(abs(shown - by_formula) < 1e-6)
print(f"Compiled step, after 50 readings: {shown:.4f}")
print("Step = formula:", same)
assert same, "the step handed on 50 times misses 1 - 0.9**50"

# %% build: scan
last, all_shown = jax.lax.scan(smooth, start, readings)
print("Carry, mean and peak:", *[f"{leaf:.4f}" for leaf in last])
print("Outputs:", all_shown.shape)

# %% build: compare
counts = jnp.arange(1, 51)  # (50,)
formula = 1 - KEEP**counts  # (50,)
outputs_agree = bool(jnp.allclose(all_shown, formula, atol=1e-6))
carry_agrees = bool(jnp.allclose(last.mean, state.mean, atol=1e-6))
print("Outputs = formula at each count:", outputs_agree)
print("Carry = state of the loop:", carry_agrees)
assert outputs_agree and carry_agrees, "scan differs from formula or loop"

# %% build: body-runs
body_runs = []


def noted_smooth(state, reading):
    body_runs.append("smooth")
    return smooth(state, reading)


jax.lax.scan(noted_smooth, start, readings)
print("Body runs for 50 readings:", len(body_runs))
assert len(body_runs) < len(readings), "scan ran the body for each reading"


# %% build: lift
def scan_with(keep, readings):
    """Scan the readings, from `start`, with this share kept."""
    return jax.lax.scan(lambda s, x: smooth(s, x, keep), start, readings)


bag = jnp.concatenate([readings, jnp.zeros(50)])  # (100,)
lifted, _ = scan_with(KEEP, bag)
print(f"Bag lifted: mean {lifted.mean:.4f}, peak {lifted.peak:.4f}")

# %% figure: keeps
import matplotlib.pyplot as plt

numbers = jnp.arange(1, 101)  # (100,)
for keep in [0.5, 0.9, 0.98]:
    plt.plot(numbers, scan_with(keep, bag)[1], label=f"keep {keep}")

plt.xlabel("number of the reading")
plt.ylabel("mean shown (kg)")
plt.legend()
plt.show()

# %% experiment: growing-state
traces = []


def remember(history, reading):
    """Keep all readings as the state, and show their mean."""
    traces.append(len(history))
    history = jnp.append(history, reading)
    return history, history.mean()


compiled_remember = jax.jit(remember)
history = jnp.zeros(0)  # (0,)
for reading in readings[:5]:
    history, shown = compiled_remember(history, reading)
print(f"Mean of five readings: {shown:.4f}")
print("Traces for five calls:", len(traces))
assert len(traces) == 5, "a longer history found a program"

try:
    jax.lax.scan(remember, jnp.zeros(0), readings)
except TypeError as error:
    print("Scan:", type(error).__name__)
    print(str(error).partition(",")[0])
else:
    raise AssertionError("scan accepted a carry that grows")

# %% experiment: whole-start
zero = jnp.zeros((), jnp.int32)
starts = {
    "float32": start,
    "Python 0": State(0, 0),
    "int32": State(zero, zero),
}
for name, first in starts.items():
    state = first
    for reading in readings[:5]:
        state, shown = compiled_smooth(state, reading)
    try:
        end, _ = jax.lax.scan(smooth, first, readings[:5])
        by_scan = f"{end.mean:.4f}"
    except TypeError as error:
        by_scan = type(error).__name__
    print(f"{name}: loop {shown:.4f}, scan {by_scan}")
assert by_scan == "TypeError", "scan accepted a carry that changes its dtype"

# %% experiment: many-displays
keeps = jnp.array([0.5, 0.9, 0.98])  # (3,)
ends, many_shown = jax.vmap(scan_with, in_axes=(0, None))(keeps, readings)
print("Mean of the carry:", ends.mean.shape, "outputs:", many_shown.shape)
print("Means at the end:", *[f"{mean:.4f}" for mean in ends.mean])
many_agree = bool(jnp.allclose(ends.mean, 1 - keeps**50, atol=1e-6))
print("Each = 1 - keep**50:", many_agree)
assert many_agree, "a display in the batch misses its formula"

# %% exercise: jump-step
LIMIT = 0.5


class Jumps:
    """Counts readings more than LIMIT away from the one before."""

    def __init__(self):
        self.last = 0.0
        self.count = 0

    def update(self, reading):
        jump = abs(reading - self.last) > LIMIT
        self.last = reading
        self.count = self.count + jump
        return jump


class JumpState(NamedTuple):
    last: jax.Array
    count: jax.Array


jump_start = JumpState(jnp.zeros(()), jnp.zeros((), jnp.int32))


def jump_step(state, reading):
    """Return the new state, and whether this reading is a jump."""
    # SOLUTION: the method as a pure step
    jump = abs(reading - state.last) > LIMIT
    return JumpState(reading, state.count + jump), jump
    # END SOLUTION


def loop(step, state, readings):
    """Hand the state on in Python; return the last one and the outputs."""
    outputs = []
    for reading in readings:
        result = step(state, reading)
        assert isinstance(result, tuple) and type(result[0]) is type(state), (
            f"the step: expected a {type(state).__name__} and an output, got "
            f"{result}. Revisit what a step returns: the new state, then the "
            "output."
        )
        state, output = result
        outputs.append(output)
    return state, jnp.array(outputs)


around = bag[48:52]  # (4,)
jump_end, is_jump = loop(
    jump_step, jump_start, around
)  # SOLUTION: loop over around
print("After four readings:", jump_end)

# %% check: jump-step
jump_cases = {
    "exactly the limit": jnp.array([0.5, 1.0, 0.5]),
    "up and down": jnp.array([2.0, -2.0, -2.0, 0.0, 0.25, 1.0]),
    "no reading": jnp.zeros(0),
    "the bag": bag,
}
started_from = {"jump_start": jump_start}
started_from["last 2, count 7"] = JumpState(
    jnp.array(2.0, jnp.float32), jnp.array(7, jnp.int32)
)
for name, xs in jump_cases.items():
    for origin, first in started_from.items():
        title = f"jump_step on {name}, from {origin}"
        machine, expected = Jumps(), []
        machine.last, machine.count = float(first.last), int(first.count)
        for x in xs.tolist():
            expected.append(machine.update(x))
        try:
            end, got = jax.lax.scan(jump_step, first, xs)
        except Exception as error:
            raise AssertionError(
                f"{title}: expected a step that jax.lax.scan accepts, got "
                f"{type(error).__name__}: {str(error)[:150]} … Revisit the "
                "carry: it goes out as a JumpState with the dtypes that came "
                "in, and no `if` asks a traced value."
            ) from error
        shape = getattr(got, "shape", None)
        assert isinstance(end, JumpState) and shape == xs.shape, (
            f"{title}: expected a JumpState and one output for each reading, "
            f"got {end} and {got}. Revisit what a step returns: the new "
            "state, then the output."
        )
        assert got.tolist() == expected, (
            f"{title}: expected the outputs {expected}, got {got.tolist()}. "
            "Revisit the output: whether this reading jumps, judged by the "
            "last reading that came in, and by more than LIMIT."
        )
        assert int(end.count) == machine.count, (
            f"{title}: expected the count {machine.count}, got {end.count}. "
            "Revisit the state: the count that came in, plus 1 for a jump."
        )
        assert abs(float(end.last) - machine.last) < 1e-6, (
            f"{title}: expected the last reading {machine.last}, got "
            f"{end.last}. Revisit the state: it keeps the newest reading."
        )
assert isinstance(jump_end, JumpState) and int(jump_end.count) == 2, (
    f"jump_end: expected a JumpState with the count 2 for `around`, "
    f"got {jump_end}. Revisit its line: the step, its start, the readings."
)
assert isinstance(is_jump, jax.Array) and is_jump.tolist() == [1, 0, 1, 0], (
    f"is_jump: expected True, False, True and False, got {is_jump}. Revisit "
    "what `loop` returns: the last state, then the outputs."
)


# %% practice: in-parts
def run_in_parts(step, start, parts):
    """Return the last state, and a list with the outputs of each part."""
    # SOLUTION: part after part
    state, outputs = start, []
    for part in parts:
        state, shown = jax.lax.scan(step, state, part)
        outputs.append(shown)
    return state, outputs
    # END SOLUTION


evening, evening_shown = run_in_parts(
    smooth, start, [bag[:20], bag[20:60], bag[60:]]
)  # SOLUTION: bag, in parts of 20, 40 and 40
print("Evening:", evening)


# %% check: in-parts
def last_two(state, x):
    """Show the last two readings as a pair; the state is a dictionary."""
    return {"before": x}, (state["before"], x)


wave = jnp.sin(jnp.arange(12.0))  # (12,)
part_cases = {
    "smooth, 5 and 7 readings": (smooth, start, [5, 7]),
    "jump_step, 1, 0, 1 and 10 readings": (
        jump_step,
        jump_start,
        [1, 0, 1, 10],
    ),
    "last_two, 6 and 6": (last_two, {"before": jnp.zeros(())}, [6, 6]),
}
for name, (step, first, lengths) in part_cases.items():
    body_runs.clear()
    asked_after = []

    def noted_step(state, x, step=step):
        body_runs.append("step")
        return step(state, x)

    def deliver(lengths=lengths, asked_after=asked_after):
        begin = 0
        for length in lengths:
            asked_after.append(len(body_runs))
            yield wave[begin : begin + length]
            begin = begin + length

    title = f"run_in_parts on {name}"
    end, at_once = jax.lax.scan(step, first, wave)
    try:
        got = run_in_parts(noted_step, first, deliver())
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a state and a list, got {error!r}. Revisit "
            "`parts`: it may be a generator, which a `for` goes through once."
        ) from error
    assert isinstance(got, tuple) and len(got) == 2, (
        f"{title}: expected a tuple of a state and a list, got {got}. "
        "Revisit the docstring."
    )
    assert not isinstance(got[0], list), (
        f"{title}: expected the last state first, got {got[0]}. Revisit the "
        "order of the results: the last state, then the list."
    )
    assert isinstance(got[1], list) and len(got[1]) == len(lengths), (
        f"{title}: expected a list with {len(lengths)} entries, got {got[1]}. "
        "Revisit the outputs: one entry for each part."
    )
    assert len(lengths) == 1 or asked_after[1] > 0, (
        f"{title}: expected the first part to be run before the second is "
        "asked for, got a step that had not run. Revisit the parts: they "
        "arrive one by one, and the state waits between them."
    )
    assert jax.tree.structure(got[0]) == jax.tree.structure(end), (
        f"{title}: expected the state {end}, got {got[0]}. Revisit the order "
        "of the results: the last state, then the list."
    )
    pairs = zip(jax.tree.leaves(got[0]), jax.tree.leaves(end), strict=True)
    assert all(jnp.allclose(a, b, atol=1e-6) for a, b in pairs), (
        f"{title}: expected the state {end}, as of one scan, got {got[0]}. "
        "Revisit the state: each part starts where the one before it ended."
    )
    for part, length in zip(got[1], lengths, strict=True):
        shapes = {jnp.shape(leaf) for leaf in jax.tree.leaves(part)}
        assert shapes == {(length,)}, (
            f"{title}: expected {length} outputs for a part of {length}, got "
            f"{part}. Revisit the outputs: all of a part, not the last one."
        )
    joined = [jax.tree.leaves(part) for part in got[1]]
    for place, whole in enumerate(jax.tree.leaves(at_once)):
        row = jnp.concatenate([leaves[place] for leaves in joined])
        assert jnp.allclose(row, whole, atol=1e-6), (
            f"{title}: expected the outputs {whole}, as of one scan, got "
            f"{row}. Revisit the state: each part starts where the one before "
            "it ended."
        )
try:
    no_parts = run_in_parts(smooth, start, [])
except Exception as error:
    no_parts = error
assert no_parts == (start, []), (
    f"run_in_parts without a part: expected the start and an empty list, got "
    f"{no_parts!r}. Revisit the first line: before any part, the state is the "
    "start."
)
assert (
    isinstance(evening, State)
    and jnp.allclose(jnp.array(evening), jnp.array(lifted), atol=1e-6)
    and [len(part) for part in evening_shown] == [20, 40, 40]
), (
    f"evening: expected {lifted} and parts of 20, 40 and 40, got {evening} and "
    f"{evening_shown}. Revisit their line: all of `bag`, from `start`."
)


# %% challenge: chain
def chain(first, second):
    """Return one step that feeds the output of `first` to `second`."""

    # SOLUTION: a step whose state is a pair of states
    def step(states, x):
        first_state, between = first(states[0], x)
        second_state, output = second(states[1], between)
        return (first_state, second_state), output

    return step
    # END SOLUTION


twice_end, twice_shown = jax.lax.scan(
    chain(smooth, smooth), (start, start), readings
)  # SOLUTION: smooth readings twice
print("Smoothed once, then twice:", twice_end)


# %% check: chain
def add_up(total, x):
    """Show the sum so far, from the total that goes out."""
    return total + x, total + x


def before(kept, x):
    """Show the reading before this one."""
    return x, kept


wave = jnp.sin(jnp.arange(12.0))  # (12,)
zero = jnp.zeros(())
far = State(jnp.array(3.0), jnp.array(9.0))
chain_cases = {
    "smooth, then add_up": (smooth, add_up, (start, zero)),
    "add_up, then smooth": (add_up, smooth, (zero, far)),
    "smooth twice, from two states": (smooth, smooth, (start, far)),
    "before, then add_up": (before, add_up, (zero + 5.0, zero)),
    "jumps, then their sum": (jump_step, add_up, (jump_start, zero)),
}
for name, (first, second, starts) in chain_cases.items():
    title = f"chain of {name}"
    first_end, between = jax.lax.scan(first, starts[0], wave)
    second_end, outputs = jax.lax.scan(second, starts[1], between)
    try:
        step = chain(first, second)
        (got_first, got_second), got = jax.lax.scan(step, starts, wave)
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a step over a pair of states, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the pair: "
            "a tuple of two states goes in and out, and each step gets its own."
        ) from error
    shape = getattr(got, "shape", None)
    assert shape == (12,) and jnp.allclose(got, outputs, atol=1e-5), (
        f"{title}: expected the outputs {outputs} of two scans in a row, got "
        f"{got}. Revisit the middle: what `first` shows is what `second` reads."
    )
    ends = jax.tree.leaves((first_end, second_end))
    pairs = zip(jax.tree.leaves((got_first, got_second)), ends, strict=True)
    assert all(jnp.allclose(a, b, atol=1e-5) for a, b in pairs), (
        f"{title}: expected the states {first_end} and {second_end}, got "
        f"{got_first} and {got_second}. Revisit the pair: each step gets its "
        "own state and gives a new one."
    )
twice = chain(add_up, add_up)
again = [float(twice((zero, zero), 1.0)[1]) for _ in range(2)]
assert again == [1.0, 1.0], (
    f"one chain, called twice from the same states: expected the outputs 1.0 "
    f"and 1.0, got {again}. Revisit the promise of a step: nothing stays in it."
)
three = chain(chain(add_up, before), smooth)
try:
    _, got = jax.lax.scan(three, ((zero, zero), start), wave)
except Exception as error:
    raise AssertionError(
        f"a chain inside a chain: expected a step that a scan accepts, got "
        f"{type(error).__name__}: {str(error)[:150]} … Revisit what chain "
        "returns: a step like any other, with a pair as its state."
    ) from error
shifted = jnp.concatenate([jnp.zeros(1), jnp.cumsum(wave)[:-1]])
expected = jax.lax.scan(smooth, start, shifted)[1]
assert jnp.allclose(got, expected, atol=1e-5), (
    f"a chain inside a chain: expected {expected}, got {got}. Revisit what "
    "chain returns: a step like any other, with a pair as its state."
)
twice_formula = 1 - KEEP**50 * (1 + 50 * (1 - KEEP))
assert getattr(twice_shown, "shape", None) == (50,) and bool(
    abs(twice_shown[-1] - twice_formula) < 1e-5
), (
    f"twice_shown: expected 50 outputs that end at {twice_formula:.4f}, got "
    f"{twice_shown}. Revisit its line: smooth after smooth, on `readings`."
)

# %% pass
print("PASS: state-05")
