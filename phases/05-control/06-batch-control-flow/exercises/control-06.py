"""Batch a branch and a loop, and count what each lane of the batch runs."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: notes
import jax
import jax.numpy as jnp

ran = []


def noted(name, function):
    """Wrap `function` so that the program notes each value it runs on."""

    def wrapped(x):
        jax.debug.callback(lambda _: ran.append(name), x)
        return function(x)

    return wrapped


def tally(title):
    """Wait for all notes, print how many there are, and clear them."""
    jax.effects_barrier()
    notes = {name: ran.count(name) for name in sorted(set(ran))}
    print(title, notes)
    ran.clear()
    return notes


def collatz(n):
    """Make one round: halve an even number, 3n + 1 for an odd one."""
    return jnp.where(n % 2 == 0, n // 2, 3 * n + 1)


noted_round = noted("round", collatz)
jax.jit(noted_round)(26)
tally("One compiled call:")

# %% build: sides
batch = jnp.array([2.0, -1.0, 0.5, 3.0])  # (4,)
sine, cosine = noted("sine", jnp.sin), noted("cosine", jnp.cos)


def noted_choose(above, x):
    return jax.lax.cond(above, sine, cosine, x)


noted_choose(True, batch[0])
tally("One value above 0:")
jax.vmap(noted_choose)(jnp.full(4, True), batch)
mapped = tally("Four conditions, all true:")
jax.vmap(noted_choose, in_axes=(None, 0))(True, batch)
shared = tally("One shared condition, true:")
assert mapped == {"sine": 4, "cosine": 4}, "a mapped condition spared a side"
assert shared == {"sine": 4}, "a shared condition ran both sides"

# %% build: loop
def count(n, make_round=collatz):
    return jax.lax.while_loop(
        lambda state: state[0] > 1,
        lambda state: (make_round(state[0]), state[1] + 1),
        (n, 0),
    )[1]


pair = jnp.array([26, 27])
found = [int(count(n, noted_round)) for n in pair]
tally(f"One by one, counts {found}:")
found = jax.vmap(lambda n: count(n, noted_round))(pair).tolist()
together = tally(f"In a batch, counts {found}:")
assert together == {"round": 2 * max(found)}, "a lane stopped by itself"

# %% build: held
@jax.jit
def count_held(numbers):
    """Return the rounds of each lane, and those of the whole batch."""

    def body(state):
        numbers, counts, rounds = state
        running = numbers > 1
        numbers = jnp.where(running, collatz(numbers), numbers)
        return numbers, jnp.where(running, counts + 1, counts), rounds + 1

    return jax.lax.while_loop(
        lambda state: jnp.any(state[0] > 1),
        body,
        (numbers, jnp.zeros_like(numbers), 0),
    )[1:]


numbers = jnp.arange(1, 61)  # (60,)
counts, rounds = count_held(numbers)
same = jax.vmap(count)(numbers).tolist() == counts.tolist()
print(f"Rounds of the batch: {rounds}, counts = vmap:", same)
assert same, "lanes were not held"

# %% build: share
made, used = 60 * int(rounds), int(counts.sum())
by_formula = counts.mean() / counts.max()
print(f"Made {made}, used {used}, share {used / made:.2f}")
agrees = bool(jnp.allclose(used / made, by_formula, rtol=1e-5))
print("Share = mean / max:", agrees)
assert agrees, "the batch did not last as long as its longest lane"

# %% experiment: outside
def inside(x):
    return jax.vmap(lambda x: noted_choose(x > 0, x))(x)


def outside(x):
    """Ask once for the whole batch; if need be, ask for each lane."""
    return jax.lax.cond(jnp.any(x > 0), inside, jax.vmap(cosine), x)


for name, x in {"None above 0": -jnp.ones(4), "One above 0": -batch}.items():
    by_lane = inside(x)
    tally(f"{name}, inside:")
    by_batch = outside(x)
    tally(f"{name}, outside:")
    same = bool(jnp.allclose(by_batch, by_lane, atol=1e-6))
    print("Same values:", same)
    assert same, "the outer cond changed a value"

# %% experiment: groups
by_length = numbers[jnp.argsort(counts)]  # (60,)
for name, order in {"as they come": numbers, "by length": by_length}.items():
    groups = order.reshape(6, 10)
    made = sum(10 * int(count_held(group)[1]) for group in groups)
    print(f"Six groups, {name}: made {made}, share {used / made:.2f}")

# %% experiment: guard
LIMIT = 300


def endless(n):
    """Count rounds until n is 1, which 0 never becomes; stop at LIMIT."""
    return jax.lax.while_loop(
        lambda state: (state[0] != 1) & (state[1] < LIMIT),
        lambda state: (noted_round(state[0]), state[1] + 1),
        (n, 0),
    )[1]


def guarded(n):
    return jax.lax.cond(n > 0, endless, lambda n: -1, n)


def spared(n):
    def from_spare(n):
        return endless(jnp.maximum(n, 1))

    return jax.lax.cond(n > 0, from_spare, lambda n: -1, n)


with_zero = jnp.array([3, 0])
found = [int(guarded(n)) for n in with_zero]
tally(f"guarded, one by one, {found}:")
for function in [guarded, spared]:
    found = jax.vmap(function)(with_zero).tolist()
    notes = tally(f"{function.__name__}, in a batch, {found}:")
    print("Right results:", found == [7, -1])
assert notes == {"round": 14}, "the spare input did not keep the loop short"

# %% exercise: bill
def bill(counts, size):
    """Return the lane-rounds made in groups of `size`, and the share used."""
    raise NotImplementedError("TODO: longest lane of each group")

# %% check: bill
bill_cases = [
    ([10, 111, 3, 5], 2),
    ([10, 111, 3, 5], 1),
    ([4, 1, 0, 9, 2, 2], 3),
    ([1, 8, 1, 2, 0, 1], 2),
]
for lanes, size in bill_cases:
    starts = range(0, len(lanes), size)
    expected = sum(size * max(lanes[k : k + size]) for k in starts)
    title, got = f"bill of {lanes} in groups of {size}", "none"
    try:
        got = bill(jnp.array(lanes), size)
        lane_rounds, share = [float(jnp.asarray(part)) for part in got]
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{title}: expected two numbers, got {got}, "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the shape, "
            "one row for each group, and what comes back: the lane-rounds "
            "made, and the share used."
        ) from error
    assert abs(lane_rounds - expected) < 1e-3, (
        f"{title}: expected {expected} lane-rounds made, got {lane_rounds}. "
        "Revisit the groups: neighbours, each as long as its longest lane, "
        "for all its lanes."
    )
    needed = sum(lanes) / expected
    assert abs(share - needed) < 1e-4, (
        f"{title}: expected the share {needed:.4f}, got {share}. Revisit the "
        "formula: all rounds that lanes need, over all that are made."
    )
print("In pairs:", *bill(jnp.array([10, 111, 3, 5]), 2))

# %% practice: euclid-batch
def euclid_batch(a, b):
    """Return divisors (n,), rounds of each lane (n,), and of the batch."""

    raise NotImplementedError("TODO: one loop over whole arrays")

# %% check: euclid-batch
def loop_tests(jaxpr):
    """List the shapes of the tests of all while loops in a record."""
    shapes = []
    for eqn in jaxpr.eqns:
        if eqn.primitive.name == "while":
            shapes.append(eqn.params["cond_jaxpr"].out_avals[0].shape)
        elif hasattr(eqn.params.get("jaxpr"), "eqns"):
            shapes.extend(loop_tests(eqn.params["jaxpr"]))
    return shapes


euclid_cases = [
    ([1071, 12, 987], [462, 0, 610]),
    ([4, 12], [0, 0]),
    ([462, 7, 5], [1071, 7, 1]),
]
for a, b in euclid_cases:
    title, expected = f"euclid_batch of {a} and {b}", [[], [], 0]
    for big, small in zip(a, b, strict=True):
        needed = 0
        while small > 0:
            big, small, needed = small, big % small, needed + 1
        expected[0].append(big)
        expected[1].append(needed)
    expected[2] = max(expected[1])
    got = "none"
    try:
        got = jax.jit(euclid_batch)(jnp.array(a), jnp.array(b))
        record = jax.make_jaxpr(euclid_batch)(jnp.array(a), jnp.array(b))
        values = [jnp.asarray(part).tolist() for part in got]
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{title}: expected three results, got {got}, "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the test, "
            "one truth value for the whole batch by `jnp.any`, no Python loop, "
            "and what comes back."
        ) from error
    assert len(values) == 3, (
        f"{title}: expected divisors, rounds of the lanes and rounds of the "
        f"batch, got {got}. Revisit what comes back."
    )
    assert values[:2] == expected[:2], (
        f"{title}: expected divisors and rounds of the lanes {expected[:2]}, "
        f"got {values[:2]}. Revisit the pair: both new numbers come from the "
        "old a and b. Revisit `held`: a finished lane keeps both numbers and "
        "its count, and the loop lasts while any lane runs."
    )
    assert values[2] == expected[2], (
        f"{title}: expected {expected[2]} rounds of the batch, got "
        f"{values[2]}. Revisit the last part of the state: one number, counted "
        "in each round."
    )
    assert loop_tests(record) == [()], (
        f"{title}: expected one while loop whose test gives one truth value, "
        f"got tests of shapes {loop_tests(record)}. Revisit `held`: write the "
        "batch yourself, without vmap."
    )
three = euclid_batch(jnp.array([1071, 12, 987]), jnp.array([462, 0, 610]))
print("Three pairs:", *three)

# %% challenge: in-waves
@jax.jit
def advance(n, limit):
    """Make rounds until n is 1, but not more than `limit` of them."""
    return jax.lax.while_loop(
        lambda state: (state[0] > 1) & (state[1] < limit),
        lambda state: (collatz(state[0]), state[1] + 1),
        (n, 0),
    )


def in_waves(numbers, limit):
    """Return the counts, in the order of numbers, and the lane-rounds made."""
    raise NotImplementedError("TODO: map advance over what still runs")

# %% check: in-waves
for start, limit in [
    ([26, 27, 1, 3], 60),
    ([26, 27, 1, 3], 200),
    ([1, 1, 1, 1], 7),
    ([6, 5, 7, 16], 5),
]:
    expected = [int(counts[n - 1]) for n in start]
    lanes, done, total = len(start), 0, 0
    while lanes > 0:
        total += lanes * min(limit, max(expected) - done)
        done += limit
        lanes = sum(needed > done for needed in expected)
    title, got = f"in_waves of {start}, limit {limit}", "none"
    try:
        got = in_waves(jnp.array(start), limit)
        values = [jnp.asarray(part).tolist() for part in got]
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{title}: expected counts and lane-rounds, got {got}, "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the waves: "
            "outside a compiled function, an array may get shorter. Revisit "
            "what comes back, too."
        ) from error
    assert len(values) == 2, (
        f"{title}: expected counts and lane-rounds made, got {got}. Revisit "
        "what comes back."
    )
    assert values[0] == expected, (
        f"{title}: expected counts {expected}, got {values[0]}. Revisit the "
        "places: what a lane does in each wave is added where the lane began, "
        "and the new array is kept."
    )
    assert values[1] == total, (
        f"{title}: expected {total} lane-rounds made, got {values[1]}. Revisit "
        "the bill: in each wave, the lanes it began with, in the first one "
        "all, times the rounds of the longest."
    )
print("In waves: made", in_waves(numbers, 40)[1])

# %% pass
print("PASS: control-06")
