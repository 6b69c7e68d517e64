"""Loop inside a compiled program, and see why each loop ended."""

# %% build: python
import jax
import jax.numpy as jnp


def count_python(n):
    """Count the rounds from n down to 1: halve even, 3n + 1 for odd."""
    rounds = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        rounds += 1
    return rounds


print("Rounds from 26 and 27:", count_python(26), count_python(27))

# %% build: compiled
try:
    jax.jit(count_python)(27)
except TypeError as error:
    print(type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("a Python while took a traced value")


# %% build: while
def collatz(n):
    """Make one round, for a traced number too."""
    return jnp.where(n % 2 == 0, n // 2, 3 * n + 1)


def above_one(state):
    n, _ = state
    return n > 1


def make_round(state):
    n, rounds = state
    return collatz(n), rounds + 1


@jax.jit
def count(n):
    """Return the last number and the rounds that led to it."""
    return jax.lax.while_loop(above_one, make_round, (n, 0))


last, rounds = count(27)
print(f"From 27: {rounds} rounds, last number {last}")

# %% build: formula
numbers = range(1, 61)
counts = [int(count(n)[1]) for n in numbers]
powers = [int(count(2**k)[1]) for k in range(31)]
same_as_python = counts == [count_python(n) for n in numbers]
same_as_formula = powers == list(range(31))
print("Graph = Python, from 1 to 60:", same_as_python)
print("Rounds from 2**k = k, for k from 0 to 30:", same_as_formula)
assert same_as_python and same_as_formula, "the loop miscounts the rounds"


# %% build: written-out
def primitives(function, *args):
    """List the primitives that JAX records for `function`."""
    return [eqn.primitive.name for eqn in jax.make_jaxpr(function)(*args).eqns]


def follow_python(n, num_rounds):
    """Make a given number of rounds, in a Python loop."""
    for _ in range(num_rounds):
        n = collatz(n)
    return n


for num_rounds in [10, 100]:
    record = primitives(lambda n, k=num_rounds: follow_python(n, k), 27)
    print(f"Python loop, {num_rounds} rounds: {len(record)} equations")
assert len(record) == 600, "the Python loop was not written out"


# %% build: fori
def follow(n, num_rounds):
    """Make a given number of rounds, in one equation."""
    return jax.lax.fori_loop(0, num_rounds, lambda i, n: collatz(n), n)


for num_rounds in [10, 100]:
    record = primitives(lambda n, k=num_rounds: follow(n, k), 27)
    print(f"fori_loop, {num_rounds} rounds: {len(record)} equation")
assert len(record) == 1, "the loop takes more than one equation"
same_number = int(follow(27, 10)) == int(follow_python(27, 10))
print("Tenth number = Python loop:", same_number)
assert same_number, "the two loops disagree"

# %% figure: rounds
import matplotlib.pyplot as plt

plt.plot(numbers, counts, "o")
plt.xlabel("starting number")
plt.ylabel("rounds to 1")
plt.show()


# %% experiment: slash
def slash_round(state):
    n, rounds = state
    return jnp.where(n % 2 == 0, n / 2, 3 * n + 1), rounds + 1


by_hand = slash_round((26, 0))
print("One round from 26, by hand:", by_hand[0])
try:
    jax.lax.while_loop(above_one, slash_round, (jnp.int32(26), 0))
except TypeError as error:
    print("In the loop:", type(error).__name__)
    print(str(error).partition(",")[0])
    print(str(error).split("\n\n")[1])
else:
    raise AssertionError("the loop took a state that changes its dtype")

# %% experiment: bounds
start = jnp.int32(27)
print("Known bound:", *primitives(lambda n: follow(n, 100), start))
print("Traced bound:", *primitives(follow, start, 100))

traces = []


def noted_follow(n, num_rounds):
    traces.append(num_rounds)
    return follow(n, num_rounds)


for name, static in [("Known", "num_rounds"), ("Traced", ())]:
    traces.clear()
    compiled = jax.jit(noted_follow, static_argnames=static)
    ends = [int(compiled(start, num_rounds=k)) for k in [10, 100, 111]]
    print(f"{name} bound: traces {len(traces)}, ends {ends}")
assert len(traces) == 1, "a traced bound was traced for each value"

# %% experiment: wide
exact = count_python(113383)
for dtype in [jnp.uint32, jnp.int32]:
    last, rounds = count(jnp.array(113383, dtype))
    print(f"{last.dtype}: {rounds} rounds, last number {last}")
    print("Rounds = Python:", int(rounds) == exact)
assert int(last) < 0, "the number did not wrap around"


# %% exercise: euclid
def euclid_python(a, b):
    """Return the greatest common divisor, and the rounds made."""
    rounds = 0
    while b > 0:
        a, b = b, a % b
        rounds += 1
    return a, rounds


def euclid(a, b):
    """Return the same two results, by a loop in the graph."""

    # SOLUTION: test, body and while_loop
    def test(state):
        _, b, _ = state
        return b > 0

    def body(state):
        a, b, rounds = state
        return b, a % b, rounds + 1

    a, _, rounds = jax.lax.while_loop(test, body, (a, b, 0))
    return a, rounds
    # END SOLUTION


# %% check: euclid
def is_whole(got, expected):
    """Return whether an integer of shape () has the expected value."""
    if not hasattr(got, "dtype") or got.dtype.kind not in "iu":
        return False
    return got.shape == () and int(got) == expected


compiled_euclid = jax.jit(euclid)
for pair in [(1071, 462), (462, 1071), (12, 0), (0, 5), (7, 7), (987, 610)]:
    title, expected = f"euclid of {pair}, compiled", euclid_python(*pair)
    try:
        got = compiled_euclid(*pair)
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{title}: expected {expected}, got {type(error).__name__}: "
            f"{str(error)[:300]} … Revisit the state: test and body get it "
            "whole, its parts keep their types, and no Python loop asks them."
        ) from error
    assert isinstance(got, (tuple, list)) and len(got) == 2, (
        f"{title}: expected two results, the divisor and the rounds, got "
        f"{got}. Revisit what the loop returns: its whole last state."
    )
    assert is_whole(got[0], expected[0]), (
        f"{title}: expected the divisor {expected[0]}, got {got[0]}. Revisit "
        "the test, what comes back first, and the body: both new numbers come "
        "from the old state."
    )
    assert is_whole(got[1], expected[1]), (
        f"{title}: expected {expected[1]} rounds, got {got[1]}. Revisit the "
        "order: the test comes before the round, and the count starts at 0."
    )
divisor, rounds = compiled_euclid(1071, 462)
print("Divisor and rounds:", divisor, rounds)


# %% practice: trail
def trail(n, size):
    """Return n and the numbers that follow it, (size,), 0 after the 1."""

    # SOLUTION: fill an array of fixed size
    def body(place, state):
        numbers, n = state
        n = jnp.where(n > 1, collatz(n), 0)
        return numbers.at[place].set(n), n

    numbers = jnp.zeros(size, jnp.int32).at[0].set(n)  # (size,)
    return jax.lax.fori_loop(1, size, body, (numbers, n))[0]
    # END SOLUTION


# %% check: trail
compiled_trail = jax.jit(trail, static_argnames="size")
for n, size in [(6, 12), (1, 12), (7, 12), (27, 112), (5, 1), (8, 4)]:
    expected, number = [], n
    while len(expected) < size:
        expected.append(number)
        if number > 1:
            number = number // 2 if number % 2 == 0 else 3 * number + 1
        else:
            number = 0
    title = f"trail from {n}, {size} places, compiled"
    try:
        got = compiled_trail(n, size=size)
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{title}: expected {expected[:12]}, got {type(error).__name__}: "
            f"{str(error)[:300]} … Revisit the state: the array has all its "
            "places from the start, and no Python loop or `if` asks n."
        ) from error
    shape, dtype = getattr(got, "shape", None), getattr(got, "dtype", None)
    assert shape == (size,) and dtype == jnp.int32, (
        f"{title}: expected an int32 array of shape ({size},), got {got}. "
        "Revisit the array: it is made before the loop and keeps its type."
    )
    assert got.tolist() == expected, (
        f"{title}: expected {expected[:12]} …, got {got.tolist()[:12]} … "
        "Revisit the places: n at 0, one number a round, 0 after the 1, in "
        "the array that the body returns."
    )
text_lengths = []
for size in [12, 112]:
    record = jax.make_jaxpr(lambda n, size=size: trail(n, size))(27)
    text_lengths.append(len(str(record)))
assert text_lengths[1] < 1.5 * text_lengths[0], (
    "trail, 12 and 112 places: expected records of about one length, got "
    f"{text_lengths} characters. Revisit the Python loop: it is written out."
)
print("From 6:", compiled_trail(6, size=12))


# %% challenge: converge
def converge(step, start, tolerance, limit):
    """Return the last x, shaped like start, and the rounds made."""

    # SOLUTION: repeat until it settles
    def test(state):
        _, moved, rounds = state
        return (moved > tolerance) & (rounds < limit)

    def body(state):
        x, _, rounds = state
        new = step(x)
        return new, jnp.max(jnp.abs(new - x)), rounds + 1

    x, _, rounds = jax.lax.while_loop(test, body, (start, jnp.inf, 0))
    return x, rounds
    # END SOLUTION


# %% check: converge
def halve(x):
    return x / 2


def flip(x):
    return -x / 2


ones = jnp.ones(2)  # (2,)
converge_cases = {
    "tolerance 0.01": (halve, ones, 0.01, 100),
    "limit 3": (halve, ones, 0.01, 3),
    "limit 0": (halve, ones, 0.01, 0),
    "a round that moves by the tolerance": (halve, ones, 0.125, 100),
    "a tolerance above the first move": (halve, ones, 1e6, 100),
    "entries 0.25 and 8": (halve, jnp.array([0.25, 8.0]), 0.01, 100),
    "a step to both sides": (flip, ones, 0.01, 100),
    "8 at the first place of (2, 2)": (
        halve,
        jnp.array([[8.0, 1.0], [1.0, 0.25]]),
        0.01,
        100,
    ),
    "shape ()": (jnp.cos, jnp.array(1.0), 1e-5, 1000),
}
compiled_converge = jax.jit(converge, static_argnames="step")
for name, (step, first, tolerance, limit) in converge_cases.items():
    x, moved, expected = first, float("inf"), 0
    while moved > tolerance and expected < limit:
        new = step(x)
        x, moved = new, float(jnp.max(jnp.abs(new - x)))
        expected += 1
    title = f"converge with {step.__name__}, {name}, compiled"
    try:
        got = compiled_converge(step, first, tolerance=tolerance, limit=limit)
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{title}: expected an x and {expected} rounds, got "
            f"{type(error).__name__}: {str(error)[:300]} … Revisit the test: "
            "one truth value, from the state, without `and`, `if` or `while`; "
            "and the body: each part keeps its type."
        ) from error
    assert isinstance(got, (tuple, list)) and len(got) == 2, (
        f"{title}: expected the last x and the rounds, got {got}. Revisit what "
        "the loop returns: its whole last state."
    )
    got, got_rounds = got
    assert is_whole(got_rounds, expected), (
        f"{title}: expected {expected} rounds, got {got_rounds}. Revisit the "
        "test: go on while the largest move is above the tolerance and the "
        "rounds are below the limit. Then the body: does x change?"
    )
    assert jnp.shape(got) == first.shape and jnp.allclose(got, x), (
        f"{title}: expected {x}, got {got}. Revisit the body: it returns the "
        "new x."
    )
print("Fixed point:", got, "rounds:", got_rounds)

# %% pass
print("PASS: control-02")
