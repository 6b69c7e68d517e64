"""Change single entries of an array that itself never changes."""

# %% build: keep
import jax
import jax.numpy as jnp

squares = jnp.zeros(5)  # (5,)
for i in range(5):
    squares.at[i].set(i * i)
print("Results dropped:", squares.sum())

for i in range(5):
    squares = squares.at[i].set(i * i)
print("Results kept:", squares.sum())
assert squares.tolist() == [i * i for i in range(5)], "an update was lost"

# %% build: refuse
try:
    squares[0] = 100.0
except TypeError as error:
    print("Assignment:", type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("an entry was assigned in place")

# %% build: compare
changed = squares.at[0].set(100.0)  # (5,)
print("Original:", squares)
print("Changed: ", changed)
print("Types:", jax.typeof(squares), jax.typeof(changed))
assert squares[0] == 0 and changed[0] == 100, "the original changed"
assert jax.typeof(squares) == jax.typeof(changed), "an update changed the type"

# %% build: votes
import numpy as np

votes = [0, 1, 1, 3, 1, 0, 4, 1, 3, 1, 0, 1]
no_counts = jnp.zeros(5, dtype=jnp.int32)  # (5,)
counts = no_counts.at[jnp.array(votes)].add(1)  # (5,)

numpy_counts = np.zeros(5, dtype=np.int32)
numpy_counts[votes] += 1

by_hand = [votes.count(item) for item in range(5)]
print("JAX:    ", counts, "sum", counts.sum())
print("NumPy:  ", numpy_counts, "sum", numpy_counts.sum())
print("By hand:", by_hand, "sum", sum(by_hand))
assert counts.tolist() == by_hand, "repeated indices did not add up"
assert no_counts.sum() == 0, "the array of zeros changed"

# %% figure: counts
import matplotlib.pyplot as plt

items = np.arange(5)
plt.bar(items - 0.2, np.asarray(counts), width=0.4, label="JAX .at[].add")
plt.bar(items + 0.2, numpy_counts, width=0.4, label="NumPy +=")
plt.xlabel("item")
plt.ylabel("counted votes")
plt.legend()
plt.show()

# %% experiment: second-name
for library, make in [("NumPy", np.zeros), ("JAX", jnp.zeros)]:
    first = make(3)
    second = first
    second += 1
    print(f"{library}: first {first}, second {second}")
assert first.sum() == 0, "adding to the second name changed the first"

# %% experiment: one-index
fours = jnp.full(4, 4.0)  # (4,)
thrice = jnp.array([3, 3, 3])
values = jnp.array([5.0, 9.0, 2.0])
print("add:     ", fours.at[thrice].add(values))
print("multiply:", fours.at[thrice].multiply(values))
print("max:     ", fours.at[thrice].max(values))
print("min:     ", fours.at[thrice].min(values))
print("apply:   ", fours.at[thrice].apply(lambda entry: 2 * entry))

# %% experiment: room
million = jnp.ones(1_000_000)  # (1000000,)


def chain(array):
    """Update ten entries and return the last array alone."""
    for i in range(10):
        array = array.at[i].set(i)
    return array


def all_states(array):
    """Update the same ten entries and return all ten arrays."""
    states = []
    for i in range(10):
        array = array.at[i].set(i)
        states.append(array)
    return states


for function in (chain, all_states):
    program = jax.jit(function).lower(million).compile()
    plan = program.memory_analysis()
    room = plan.output_size_in_bytes + plan.temp_size_in_bytes
    print(f"{function.__name__}: {room / 1e6:.1f} MB besides the input")
print(f"The array itself: {million.nbytes / 1e6:.1f} MB")


# %% exercise: deposits
def book(balances, accounts, amounts):
    """Return the balances after all bookings; account numbers may repeat."""
    # SOLUTION: add every amount
    return balances.at[accounts].add(amounts)
    # END SOLUTION


def close(balances, account):
    """Return the balances with one account set to zero."""
    # SOLUTION: set one entry
    return balances.at[account].set(0)
    # END SOLUTION


opening = jnp.array([100, 50, 0, 20])
accounts = jnp.array([1, 2, 1, 3, 1])
amounts = jnp.array([10, 30, -5, 1, 10])
booked = book(opening, accounts, amounts)  # SOLUTION: the day's bookings
closed = close(opening, 0)  # SOLUTION: opening without account 0
print("Opening, booked, closed:", opening, booked, closed)

# %% check: deposits
booking_cases = {
    "no repeated account": ([5, 5, 5], [0, 2], [1, 2], [6, 5, 7]),
    "one account thrice": ([5, 5, 5], [1, 1, 1], [1, 2, 4], [5, 12, 5]),
    "opposite amounts": ([5, 5, 5], [0, 0], [9, -9], [5, 5, 5]),
}
for name, (before, numbers, sums, expected) in booking_cases.items():
    given = jnp.array(before)
    got = book(given, jnp.array(numbers), jnp.array(sums))
    assert got is not None, (
        f"book on {name}: expected {expected}, got None. Revisit what `.at` "
        "gives back: the function has to return it."
    )
    assert jnp.shape(got) == given.shape and got.tolist() == expected, (
        f"book on {name}: {before} with {sums} for accounts {numbers}: "
        f"expected {expected}, got {got}. Revisit repeated indices: every "
        "amount counts, and the balance before it stays."
    )
given = jnp.array([7, 8, 9])
got = close(given, 1)
assert got is not None and got.tolist() == [7, 0, 9], (
    f"close on [7, 8, 9], account 1: expected [7, 0, 9], got {got}. Revisit "
    "`.set`, and return the new array."
)
assert booked.tolist() == [100, 65, 30, 21], (
    f"booked: expected [100, 65, 30, 21], got {booked}. Revisit the call: "
    "the day starts from `opening`."
)
assert closed.tolist() == [0, 50, 0, 20], (
    f"closed: expected [0, 50, 0, 20], got {closed}. Revisit which array goes "
    "in: `opening`, which the bookings left as it was."
)
assert opening.tolist() == [100, 50, 0, 20], (
    f"opening: expected [100, 50, 0, 20] as before, got {opening}. Revisit "
    "names: bind each result to its own."
)


# %% practice: best-scores
def keep_best(table, players, rounds, scores):
    """Return the table with a score where it beats the one that stands."""
    # SOLUTION: take the maximum at pairs
    return table.at[players, rounds].max(scores)
    # END SOLUTION


table = jnp.full((3, 4), 10)  # (3, 4)
players = jnp.array([0, 2, 0, 1])
rounds = jnp.array([1, 3, 1, 0])
scores = jnp.array([25, 7, 18, 40])
best = keep_best(table, players, rounds, scores)  # SOLUTION: best so far
print(best)

# %% check: best-scores
score_cases = {
    "the scores of the exercise": (
        (players, rounds, scores),
        [[10, 25, 10, 10], [40, 10, 10, 10], [10, 10, 10, 10]],
    ),
    "the same pair in rising order": (
        (jnp.array([1, 1]), jnp.array([2, 2]), jnp.array([11, 12])),
        [[10, 10, 10, 10], [10, 10, 12, 10], [10, 10, 10, 10]],
    ),
    "the same pair in falling order": (
        (jnp.array([1, 1]), jnp.array([2, 2]), jnp.array([12, 11])),
        [[10, 10, 10, 10], [10, 10, 12, 10], [10, 10, 10, 10]],
    ),
    "scores below the standing ones": (
        (jnp.array([0, 2]), jnp.array([0, 1]), jnp.array([3, -4])),
        [[10, 10, 10, 10]] * 3,
    ),
}
for name, (arguments, expected) in score_cases.items():
    try:
        got = keep_best(table, *arguments)
    except ValueError as error:
        raise AssertionError(
            f"keep_best on {name}: expected {expected}, got {error!r}. "
            "Revisit the index: a player and a round make one pair, both in "
            "the brackets."
        ) from error
    assert getattr(got, "shape", None) == (3, 4), (
        f"keep_best on {name}: expected a table of shape (3, 4), got {got}. "
        "Revisit the type: an update keeps it, and the function returns it."
    )
    assert got.tolist() == expected, (
        f"keep_best on {name}: expected {expected}, got {got.tolist()}. "
        "Revisit the method: the larger of the two stays, whatever the order, "
        "and only at the given pairs."
    )
assert best.tolist() == score_cases["the scores of the exercise"][1], (
    f"best: expected the updated table, got {best}. Revisit the call: it "
    "starts from `table`."
)


# %% challenge: history
def smooth(heights):
    """Return heights with each inner one the mean of its old neighbours."""
    # SOLUTION: all inner entries at once
    means = (heights[:-2] + heights[2:]) / 2
    return heights.at[1:-1].set(means)
    # END SOLUTION


def history(heights, num_steps):
    """Return the list of all states, from the first to the last."""
    # SOLUTION: collect every state
    states = [heights]
    for _ in range(num_steps):
        states.append(smooth(states[-1]))
    return states
    # END SOLUTION


bump = jnp.array([0.0, 0.0, 8.0, 0.0, 0.0])  # (5,)
states = history(bump, 3)  # SOLUTION: three steps from the bump
last = states[-1]  # SOLUTION: the last state
print("Last state:", last)

# %% check: history
height_cases = {
    "one bump": [0.0, 0.0, 8.0, 0.0, 0.0],
    "a slope with a step": [1.0, 1.0, 1.0, 5.0, 5.0, 9.0],
    "three heights": [4.0, 0.0, 2.0],
}
for name, old in height_cases.items():
    pairs = zip(old[:-2], old[2:], strict=True)
    expected = [old[0], *[(a + b) / 2 for a, b in pairs], old[-1]]
    got = smooth(jnp.array(old))
    assert jnp.shape(got) == (len(old),), (
        f"smooth on {name}: expected shape {(len(old),)}, got {got}. Revisit "
        "the ends: they stay, so no entry is lost."
    )
    assert got.tolist() == expected, (
        f"smooth on {name}, {old}: expected {expected}, got {got.tolist()}. "
        "Revisit which neighbours are read: the old ones, for every entry."
    )
    got = history(jnp.array(old), 2)
    assert isinstance(got, list) and len(got) == 3, (
        f"history on {name}, 2 steps: expected a list of 3 states, got {got}. "
        "Revisit the docstring: a Python list, and the first state belongs to "
        "it."
    )
    second = smooth(jnp.array(expected)).tolist()
    assert [jnp.asarray(s).tolist() for s in got] == [old, expected, second], (
        f"history on {name}, 2 steps: expected {[old, expected, second]}, got "
        f"{got}. Revisit values and names: each state is an array of its own, "
        "made from the one before."
    )
assert len(states) == 4 and states[-1].tolist() == [0.0, 2.0, 0.0, 2.0, 0.0], (
    f"states: expected four, the last [0, 2, 0, 2, 0], got {states}. Revisit "
    "the number of steps."
)
assert jnp.asarray(last).tolist() == states[-1].tolist(), (
    f"last: expected {states[-1]}, got {last}. Revisit which state is last."
)
assert bump.tolist() == height_cases["one bump"], (
    f"bump: expected it as before, got {bump}. Revisit what was updated."
)

# %% pass
print("PASS: arrays-02")
