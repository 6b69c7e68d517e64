"""See what a compiled function keeps of Python, and write pure functions."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: bill
import jax
import jax.numpy as jnp

prices = jnp.array([1.0, 2.0, 3.0])  # (3,)
rate = 2.0
body_runs = []


def bill(prices):
    body_runs.append("bill")
    return rate * prices.sum()


plain_before = bill(prices)
rate = 3.0
plain_after = bill(prices)
print(f"Plain: {plain_before:.1f}, then {plain_after:.1f}")
print("Body runs in two plain calls:", len(body_runs))

# %% build: freeze
compiled_bill = jax.jit(bill)
runs_before = len(body_runs)
rate = 2.0
compiled_before = compiled_bill(prices)
rate = 3.0
compiled_after = compiled_bill(prices)
print(f"Compiled: {compiled_before:.1f}, then {compiled_after:.1f}")
new_runs = len(body_runs) - runs_before
print("Body runs in two compiled calls:", new_runs)
assert compiled_after == 12.0, "the compiled call noticed the new rate"
assert new_runs <= 1, "two compiled calls ran the body more than once"

# %% build: argument
@jax.jit
def pure_bill(rate, prices):
    return rate * prices.sum()


pure_totals = [pure_bill(2.0, prices), pure_bill(3.0, prices)]
print(f"Rate as argument: {pure_totals[0]:.1f}, then {pure_totals[1]:.1f}")
assert pure_totals == [12.0, 18.0], "the rate did not travel with the call"

# %% build: step
@jax.jit
def add_reading(state, reading):
    """Return the new state (count, mean), and the gap to the old mean."""
    count, mean = state
    gap = reading - mean
    count = count + 1
    return (count, mean + gap / count), gap


start = (jnp.zeros(()), jnp.zeros(()))  # two numbers, both of shape ()
_, first_gap = add_reading(start, 18.0)
print(f"First gap: {first_gap:.1f}, count at the start: {start[0]:.0f}")

# %% build: thread
readings = jnp.array([18.0, 21.0, 20.0, 25.0])  # (4,)
state = start
for reading in readings:
    state, gap = add_reading(state, reading)
    print(f"Reading {reading:.0f}: gap {gap:.1f}, mean {state[1]:.2f}")

# Near 20, float32 numbers lie 2e-6 apart: 1e-5 allows five such steps.
same_mean = bool(abs(state[1] - readings.mean()) < 1e-5)
print("Mean by steps = mean at once:", same_mean)
assert same_mean, "the running mean differs from the mean of all readings"

# %% experiment: new-shape
traced_lengths = []


@jax.jit
def total_at_rate(prices):
    traced_lengths.append(len(prices))
    return rate * prices.sum()


used = []
for length, rate in [(3, 2.0), (3, 3.0), (4, 4.0), (3, 5.0), (4, 6.0)]:
    total = total_at_rate(jnp.ones(length))
    used.append(float(total / length))
    runs = len(traced_lengths)
    print(f"{length} prices at {rate}: used {used[-1]}, body runs {runs}")
assert used == [2.0, 2.0, 4.0, 2.0, 4.0], "a program read its rate again"
assert traced_lengths == [3, 4], "the body did not run once for each shape"

# %% experiment: own-copy
def take_one(stock):
    stock["tea"] = stock["tea"] - 1
    return stock["tea"]


for name, function in [("Plain", take_one), ("Compiled", jax.jit(take_one))]:
    stock = {"tea": 10}
    answers = [int(function(stock)), int(function(stock))]
    print(f"{name}: answers {answers}, the caller's stock {stock}")
assert stock == {"tea": 10}, "the compiled function changed its caller's dict"

# %% experiment: kept-stand-in
kept = []


@jax.jit
def doubled_sum(prices):
    doubled = 2 * prices
    kept.append(doubled)
    return doubled.sum()


print("Returned:", doubled_sum(prices))
print("Kept:", kept[0])
try:
    kept[0] + 1
except jax.errors.UnexpectedTracerError as error:
    print("Used later:", type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("a stand-in could be used after its call")

# %% exercise: invoice
settings = {"rate": 2.0, "fee": 1.5}
invoices = []


def invoice_with_globals(prices):
    total = settings["rate"] * prices.sum() + settings["fee"]
    invoices.append(total)
    return total


def invoice(state, settings, prices):
    """Return the new state (count, turnover), and the total to pay."""
    raise NotImplementedError("TODO: the total, and the state after it")


opening = (0, 0.0)
day_one, first_total = ..., ...  # TODO: one invoice from opening
day_two, second_total = ..., ...  # TODO: the next, at rate 3.0
turnover = ...  # TODO: the turnover of day_two
print("Turnover after two invoices:", turnover)

# %% check: invoice
assert day_one is not ..., "invoice: `day_one` is still `...`"
assert first_total is not ..., "invoice: `first_total` is still `...`"
assert day_two is not ..., "invoice: `day_two` is still `...`"
assert second_total is not ..., "invoice: `second_total` is still `...`"
assert turnover is not ..., "invoice: `turnover` is still `...`"
invoice_cases = {
    "rate 2.0, fee 1.5": ((0, 0.0), {"rate": 2.0, "fee": 1.5}, 13.5),
    "rate 3.0, fee 1.5": ((0, 0.0), {"rate": 3.0, "fee": 1.5}, 19.5),
    "rate 3.0, no fee": ((4, 100.0), {"rate": 3.0, "fee": 0.0}, 18.0),
}
for way, function in [("plain", invoice), ("compiled", jax.jit(invoice))]:
    for name, (before, given, total) in invoice_cases.items():
        title = f"{way} invoice at {name} from {before}"
        noted, settings_before = len(invoices), dict(given)
        try:
            got = function(before, given, prices)
        except TypeError as error:
            raise AssertionError(
                f"{title}: expected a new state and a total, got "
                f"{type(error).__name__}. Revisit the state: a tuple cannot "
                "change, so make a new one. If the compiled call alone fails, "
                "look for a line such as `float(…)`, which needs a number."
            ) from error
        assert isinstance(got, tuple) and len(got) == 2, (
            f"{title}: expected (new state, total), got {got}. Revisit what "
            "`add_reading` returns: a new state and an output."
        )
        after = (before[0] + 1, before[1] + total)
        assert isinstance(got[0], tuple) and len(got[0]) == 2, (
            f"{title}: expected the state {after} first, got {got[0]}. Revisit "
            "the order in which `add_reading` returns, and the state: a tuple "
            "of count and turnover."
        )
        assert jnp.shape(got[1]) == () and abs(got[1] - total) < 1e-4, (
            f"{title}: expected the total {total}, got {got[1]}. Revisit the "
            "total: rate times the sum, plus the fee once, both from the "
            "arguments, at each call."
        )
        assert abs(got[0][0] - after[0]) + abs(got[0][1] - after[1]) < 1e-4, (
            f"{title}: expected the state {after}, got {got[0]}. Revisit the "
            "state: what comes in plus this one invoice."
        )
        assert len(invoices) == noted, (
            f"{title}: expected `invoices` as before, got another entry. "
            "Revisit side effects: a pure function notes nothing outside."
        )
        assert given == settings_before, (
            f"{title}: expected the settings {settings_before} after the call, "
            f"got {given}. Revisit side effects: arguments stay as they are."
        )
assert (day_one[0], day_two[0]) == (1, 2), (
    f"day_one and day_two: expected the counts 1 and 2, got {day_one} and "
    f"{day_two}. Revisit the chain: each call starts from the state before it."
)
assert abs(first_total - 13.5) < 1e-4 and abs(second_total - 19.5) < 1e-4, (
    f"first_total, second_total: expected 13.5 and 19.5, got {first_total} and "
    f"{second_total}. Revisit the settings of each call."
)
assert abs(day_two[1] - 33.0) < 1e-4 and turnover == day_two[1], (
    f"turnover: expected 33.0 from day_two, got {turnover} and {day_two}. "
    "Revisit the order in the state: count first, then turnover."
)

# %% practice: is-stale
def is_stale(function, x, change):
    """Return whether compiled `function` misses what `change()` changes."""
    raise NotImplementedError("TODO: compare after the change")


weather = {"offset": 1.0, "wind": 0.0}


def warmer(x):
    return x + weather["offset"]


def change_offset():
    weather["offset"] = weather["offset"] + 1.0


warmer_is_stale = ...  # TODO: judge
print("warmer is stale:", warmer_is_stale)

# %% check: is-stale
assert warmer_is_stale is not ..., "is-stale: `warmer_is_stale` is still `...`"
class Scale:
    """A scale factor that lives outside the function that reads it."""

    factor = 2.0


scale = Scale()


def change_factor():
    scale.factor = scale.factor + 1.0


def change_wind():
    weather["wind"] = weather["wind"] + 1.0


def change_slightly():
    weather["offset"] = weather["offset"] + 0.01


stale_cases = {
    "a global dictionary": (warmer, change_offset, True),
    "the same function again": (warmer, change_offset, True),
    "a change of 0.01": (
        lambda x: x + weather["offset"],
        change_slightly,
        True,
    ),
    "an attribute": (lambda x: scale.factor * x, change_factor, True),
    "one entry of three": (
        lambda x: x.at[0].add(weather["offset"]),
        change_offset,
        True,
    ),
    "arguments alone": (lambda x: 2 * x, change_offset, False),
    "another key": (lambda x: x + weather["offset"], change_wind, False),
    "a sum, arguments alone": (lambda x: x.sum(), change_factor, False),
}
for name, (function, change, expected) in stale_cases.items():
    calls = []

    def counted_change(change=change, calls=calls):
        calls.append("change")
        change()

    got = is_stale(function, prices, counted_change)
    assert len(calls) == 1, (
        f"is_stale on {name}: expected one call of change(), got {len(calls)}. "
        "Revisit the order: call, change, call again."
    )
    assert isinstance(got, bool), (
        f"is_stale on {name}: expected True or False, got {got!r}. Revisit the "
        "comparison: `bool(jnp.allclose(…))` gives one verdict."
    )
    assert got == expected, (
        f"is_stale on {name}: expected {expected}, got {got}. Revisit what is "
        "compared: the compiled answer, first made before the change, with "
        "plain Python after it."
    )
looks = []


def watched(x):
    looks.append(isinstance(x, jax.core.Tracer))
    return 2 * x


is_stale(watched, prices, change_wind)
assert any(looks), (
    "is_stale on a function that notes its arguments: expected a compiled "
    f"call, which brings a stand-in, got {len(looks)} plain runs. Revisit "
    "`jax.jit(function)`: the answer under test is the compiled one."
)
assert warmer_is_stale is True, (
    f"warmer_is_stale: expected True, got {warmer_is_stale}. Revisit the call: "
    "it passes warmer, prices and change_offset."
)

# %% challenge: spread
class Spread:
    """Readings so far: count, mean and sum of squared distances."""

    def __init__(self):
        self.count, self.mean, self.squares = 0.0, 0.0, 0.0

    def add(self, reading):
        gap = reading - self.mean
        self.count += 1
        self.mean += gap / self.count
        self.squares += gap * (reading - self.mean)


def step(state, reading):
    """Return the state (count, mean, squares) after one more reading."""
    raise NotImplementedError("TODO: three new numbers from three old")


def run(state, readings):
    """Return the state after all readings, by a compiled step."""
    raise NotImplementedError("TODO: thread the state through")


def variance(state):
    """Return the mean squared distance from the mean."""
    raise NotImplementedError("TODO: from the state alone")


empty = (0.0, 0.0, 0.0)
halfway = ...  # TODO: after two readings
finished = ...  # TODO: on from halfway
other_end = ...  # TODO: halfway, first two again
spread_all = ...  # TODO: of finished
spread_other = ...  # TODO: and the other
print("Variance of all:", spread_all)
print("Variance of the other end:", spread_other)

# %% check: spread
assert halfway is not ..., "spread: `halfway` is still `...`"
assert finished is not ..., "spread: `finished` is still `...`"
assert other_end is not ..., "spread: `other_end` is still `...`"
assert spread_all is not ..., "spread: `spread_all` is still `...`"
assert spread_other is not ..., "spread: `spread_other` is still `...`"
spread_cases = {
    "the four readings": [18.0, 21.0, 20.0, 25.0],
    "one reading": [7.0],
    "equal readings": [3.0, 3.0, 3.0],
    "readings near 1000": [1000.0, 1001.0, 1003.0, 999.0, 1002.0],
}
for name, values in spread_cases.items():
    series = jnp.array(values)
    got = run(empty, series)
    assert isinstance(got, tuple) and len(got) == 3, (
        f"run on {name}: expected (count, mean, squares), got {got}. Revisit "
        "what `step` returns: a tuple of three numbers, as its docstring says."
    )
    by_object = Spread()
    for reading in values:
        by_object.add(reading)
    expected = (by_object.count, by_object.mean, by_object.squares)
    assert all(abs(a - b) < 1e-2 for a, b in zip(got, expected, strict=True)), (
        f"run on {name}: expected {expected} as the object has it, got {got}. "
        "Revisit the order in `add`: the gap uses the old mean, the last line "
        "uses both. In `run`, each call gets the state of the call before."
    )
    assert abs(variance(got) - jnp.var(series)) < 1e-2, (
        f"variance on {name}: expected {jnp.var(series):.4f} from jnp.var, got "
        f"{variance(got)}. Revisit what is divided by what."
    )
for way, function in [("plain", step), ("compiled", jax.jit(step))]:
    saved = (2.0, 19.5, 4.5)
    twice = [function(saved, 20.0), function(saved, 20.0)]
    assert jnp.allclose(jnp.array(twice[0]), jnp.array(twice[1])), (
        f"{way} step from {saved}, twice with 20: expected the same state, got "
        f"{twice}. Revisit what step reads: its arguments alone."
    )
    assert jnp.allclose(
        jnp.array(twice[0]), jnp.array([3.0, 19.6667, 4.6667])
    ), (
        f"{way} step from {saved} with 20: expected (3, 19.6667, 4.6667), got "
        f"{twice[0]}. Revisit the state: step goes on from what comes in."
    )
written_step, step_runs = step, []


def step(state, reading):
    step_runs.append("step")
    return written_step(state, reading)


run(empty, jnp.ones(9))
step = written_step
assert 0 < len(step_runs) <= 2, (
    "run on nine readings: expected a compiled step, whose body runs once or "
    f"twice, got {len(step_runs)} runs. Revisit `jax.jit(step)`: it stands "
    "inside `run`, once before the loop."
)
for name, state, values in [
    ("halfway", halfway, [18.0, 21.0]),
    ("finished", finished, [18.0, 21.0, 20.0, 25.0]),
    ("other_end", other_end, [18.0, 21.0, 18.0, 21.0]),
]:
    count, spread = len(values), jnp.var(jnp.array(values))
    assert state[0] == count and abs(variance(state) - spread) < 1e-3, (
        f"{name}: expected {count} readings with variance {spread:.4f}, got "
        f"{state}. Revisit from which state the run starts."
    )
for name, got, expected in [
    ("spread_all", spread_all, variance(finished)),
    ("spread_other", spread_other, variance(other_end)),
]:
    assert abs(got - expected) < 1e-3, (
        f"{name}: expected the variance {expected:.4f}, got {got}. Revisit "
        "which end it describes."
    )

# %% pass
print("PASS: transforms-01")
