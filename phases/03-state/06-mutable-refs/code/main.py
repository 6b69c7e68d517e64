"""Count inside compiled functions with a Ref, and meet its limits."""

# %% build: bill
import jax
import jax.numpy as jnp

FEES = jnp.array([3.0, 5.0, 9.0])  # (3,)
weights = jnp.array([4.0, 7.0, 25.0])  # (3,)


def lane_of(weight):
    """Lane 0 takes parcels below 10 kg, lane 1 below 20, lane 2 below 30."""
    return (weight // 10).astype(jnp.int32)


def fee(weight):
    return FEES[lane_of(weight)]


@jax.jit
def bill(weights):
    return sum(fee(weight) for weight in weights)


print(f"Bill: {bill(weights):.1f}")


# %% build: thread
def fee_and_count(counts, weight):
    lane = lane_of(weight)
    return counts.at[lane].add(1), FEES[lane]


@jax.jit
def bill_and_count(counts, weights):
    total = 0.0
    for weight in weights:
        counts, one_fee = fee_and_count(counts, weight)
        total = total + one_fee
    return counts, total


no_counts = jnp.zeros(3, jnp.int32)  # (3,)
threaded, total = bill_and_count(no_counts, weights)
print(f"Bill with counts: {total:.1f}, counts:", threaded)

# %% build: new-ref
used = jax.new_ref(no_counts)
used[1] = 5
print("The Ref:", used)
print("Its value:", used[...])
print("The array it was made from:", no_counts)
used[...] = no_counts


# %% build: count
def hit(lane):
    used[lane] += 1


def counted_fee(weight):
    hit(lane_of(weight))
    return fee(weight)


@jax.jit
def counted_bill(weights):
    return sum(counted_fee(weight) for weight in weights)


for call in [1, 2]:
    total = counted_bill(weights)
    print(f"Call {call}: bill {total:.1f}, counts so far", used[...])

# %% build: compare
lanes = lane_of(weights)  # (3,)
by_formula = (lanes[:, None] == jnp.arange(3)).sum(axis=0)  # (3,)
threaded_agrees = bool(jnp.array_equal(threaded, by_formula))
ref_agrees = bool(jnp.array_equal(used[...], 2 * by_formula))
print("By formula:", by_formula)
print("Counts handed through = formula:", threaded_agrees)
print("Ref after two calls = twice the formula:", ref_agrees)
assert threaded_agrees and ref_agrees, "a way of counting misses a parcel"

# %% build: record
print(jax.make_jaxpr(hit)(0))

# %% build: snapshot
before = used[...]
hit(1)
print("Read before:", before, "read now:", used[...])
assert not jnp.array_equal(before, used[...]), "an array changed with its Ref"


# %% build: inside
@jax.jit
def count_lanes(weights):
    counts = jax.new_ref(no_counts)
    for weight in weights:
        counts[lane_of(weight)] += 1
    return jax.freeze(counts)


for call in [1, 2]:
    inside = count_lanes(weights)
    print(f"Call {call}, Ref made inside:", inside)
assert jnp.array_equal(inside, by_formula), "a Ref inside kept its counts"

# %% figure: captured
import matplotlib.pyplot as plt

factor = 2.0
factor_ref = jax.new_ref(2.0)
times_name = jax.jit(lambda x: factor * x)
times_ref = jax.jit(lambda x: factor_ref[...] * x)

factors = [2.0, 3.0, 4.0, 5.0, 6.0]
by_name, by_ref = [], []
for factor in factors:
    factor_ref[...] = factor
    by_name.append(float(times_name(1.0)))
    by_ref.append(float(times_ref(1.0)))

plt.plot(factors, by_name, label="reads a name outside")
plt.plot(factors, by_ref, "o", label="reads a Ref outside")
plt.xlabel("factor at the time of the call")
plt.xticks(factors)
plt.ylabel("answer for 1")
plt.legend()
plt.show()


# %% experiment: all-at-once
def hit_each(lanes):
    for lane in lanes:
        used[lane] += 1


def hit_all(lanes):
    used[lanes] += 1


def hit_update(lanes):
    jax.ref.addupdate(used, lanes, jnp.ones(3, jnp.int32))


for name, function in [
    ("One by one", hit_each),
    ("addupdate", hit_update),
    ("In one line", hit_all),
]:
    used[...] = no_counts
    jax.jit(function)(lanes)
    print(f"{name}:", used[...])
print("Array, at[lanes].add(1):", no_counts.at[lanes].add(1))
assert used[...].sum() == 2, "a repeated lane was counted twice in one line"

# %% experiment: lane-outside
used[...] = no_counts
jax.jit(hit)(3)
outside = used[...]
print("Ref, lane 3, compiled:", outside)
add_to_array = jax.jit(lambda lane: no_counts.at[lane].add(1))
dropped = add_to_array(3)
print("Array, lane 3, compiled:", dropped)
assert jnp.array_equal(dropped, no_counts), "the array took lane 3"


# %% experiment: two-names
def both(first, second):
    return first[...] + second[...]


def pass_on(ref):
    return ref


def with_used(ref):
    return both(ref, used)


print("Plain, one Ref as both arguments:", both(used, used))
for name, function, refs in [
    ("Compiled, one Ref as both arguments", both, (used, used)),
    ("Compiled, a Ref passed and read outside", with_used, (used,)),
    ("Compiled, a Ref returned", pass_on, (used,)),
]:
    try:
        jax.jit(function)(*refs)
    except ValueError as error:
        print(f"{name}:", type(error).__name__)
    else:
        raise AssertionError(f"{name}: it was accepted")

twin = jax.new_ref(used[...])
print("Compiled, two Refs of equal value:", jax.jit(both)(used, twin))

# %% experiment: many-writers
try:
    jax.vmap(hit)(lanes)
except Exception as error:
    message = str(error).partition(" of type")[0]
    if "unbatched array reference" not in message:
        raise
    print("One Ref for all:", type(error).__name__)
    print(message)
else:
    raise AssertionError("a batch wrote to one Ref")


def hit_row(row, lane):
    row[lane] += 1


rows = jax.new_ref(jnp.zeros((3, 3), jnp.int32))
jax.vmap(hit_row)(rows, lanes)
for row in rows[...]:
    print("Row:", row)
row_sum = rows[...].sum(axis=0)  # (3,)
print("Sum of the rows:", row_sum)
assert jnp.array_equal(row_sum, by_formula), "the rows miss a parcel"


# %% exercise: keep-best
def keep_best(best, player, points):
    """Keep the higher score in the Ref; return whether points are a record."""
    # SOLUTION: read, write, answer
    old = best[player]
    best[player] = jnp.maximum(old, points)
    return points > old
    # END SOLUTION


best = jax.new_ref(jnp.array([10.0, 20.0, 30.0]))
answers = [
    keep_best(best, 0, 15.0),
    keep_best(best, 2, 25.0),
    keep_best(best, 0, 12.0),
]  # SOLUTION: 15.0, 25.0, 12.0
print("Best:", best)

# %% check: keep-best
best_cases = {
    "a record": ([10.0, 20.0, 30.0], [(0, 15.0)]),
    "no record": ([10.0, 20.0, 30.0], [(2, 25.0)]),
    "an equal score": ([10.0, 20.0], [(1, 20.0)]),
    "below zero": ([-5.0, -5.0, -1.0], [(1, -2.0), (2, -3.0)]),
    "one player, three scores": ([0.0, 0.0], [(1, 2.0), (1, 5.0), (1, 3.0)]),
}
for name, (start, scores) in best_cases.items():
    table, expected = list(start), []
    for player, points in scores:
        expected.append(points > table[player])
        table[player] = max(table[player], points)
    for way, function in [("plain", keep_best), ("compiled", None)]:
        function = function or jax.jit(keep_best)
        title = f"{way} keep_best on {name}"
        ref = jax.new_ref(jnp.array(start))
        try:
            got = [function(ref, player, points) for player, points in scores]
        except Exception as error:
            raise AssertionError(
                f"{title}: expected a truth value for each score, got "
                f"{type(error).__name__}: {str(error)[:120]} … Revisit what a "
                "Ref can do: read and write by index; no `if` on its value "
                "where it is compiled, and no Ref as a result."
            ) from error
        assert ref[...].tolist() == table, (
            f"{title}: expected {table} in the Ref, got {ref[...].tolist()}. "
            "Revisit the write: `best[player] = …` changes the Ref itself, "
            "by the higher of two scores."
        )
        plain = [getattr(a, "tolist", lambda a=a: a)() for a in got]
        assert plain == expected, (
            f"{title}: expected the answers {expected}, got {plain}. Revisit "
            "the answer, points against the old score: after the write, the "
            "old score is gone."
        )
assert isinstance(answers, list) and len(answers) == 3, (
    f"answers: expected a list of three results, got {answers}. Revisit the "
    "three calls."
)
got = best[...].tolist(), [bool(answer) for answer in answers]
assert got == ([15.0, 20.0, 30.0], [True, False, False]), (
    f"best and answers: expected [15.0, 20.0, 30.0] and one record, got "
    f"{got[0]} and {got[1]}. Revisit the three calls: players, points, order."
)


# %% practice: lane-weights
def lane_weights(lanes, weights, num_lanes):
    """Return the summed weight of each lane, with a Ref made inside."""
    # SOLUTION: fill a Ref, return its value
    totals = jax.new_ref(jnp.zeros(num_lanes))
    for lane, weight in zip(lanes, weights, strict=True):
        totals[lane] += weight
    return jax.freeze(totals)
    # END SOLUTION


first_sums = lane_weights(lanes, weights, 3)  # SOLUTION: of weights
second_sums = lane_weights(lanes, weights, 3)  # SOLUTION: the same again
print("First call:", first_sums, "second call:", second_sums)

# %% check: lane-weights
import re

weight_cases = {
    "the three parcels": (lanes, weights, 3),
    "five lanes": (jnp.array([3, 1, 3, 0]), jnp.arange(4.0), 5),
    "no parcel": (jnp.zeros(0, jnp.int32), jnp.zeros(0), 2),
}


def sum_by_lane(lanes, weights, num_lanes):
    """Take the sums from a table of lanes and parcels."""
    return weights @ (lanes[:, None] == jnp.arange(num_lanes))


for name, (where, what, size) in weight_cases.items():

    def sums(where, what, size=size):
        return lane_weights(where, what, size)

    def length(where, what):
        return (sums(where, what) ** 2).sum()

    title = f"lane_weights on {name}"
    expected = sum_by_lane(where, what, size)
    two = (jnp.stack([where, where]), jnp.stack([what, 2 * what]))
    try:
        got = {"plain": (sums(where, what), expected)}
        if name == "five lanes":
            slope = jax.grad(length, argnums=1)(where, what)
            got["compiled"] = (jax.jit(sums)(where, what), expected)
            got["batched"] = (jax.vmap(sums)(*two)[1], 2 * expected)
            got["gradient"] = (slope, 2 * expected[where])
        record = str(jax.make_jaxpr(sums)(where, what))
    except Exception as error:
        raise AssertionError(
            f"{title}: expected an array, plain and under jit, vmap and grad, "
            f"got {type(error).__name__}: {str(error)[:120]} … Revisit the "
            "Ref: made inside, of floats, and its value is what goes out."
        ) from error
    for way, (a, b) in got.items():
        assert isinstance(a, jax.Array), (
            f"{title}, {way}: expected an array, got {a}. Revisit the result: "
            "the value of the Ref, not the Ref."
        )
        assert a.shape == b.shape and jnp.allclose(a, b), (
            f"{title}, {way}: expected {b}, got {a}. Revisit the Ref: it "
            "starts from zeros in each call, and takes one parcel at a time."
        )
    # A write stands as `a[b] <- c`, a read as `c:f32[] <- a[b]`.
    writes = re.search(r"\s\w+\[[^\]]*\] (<-|\+=) ", record)
    assert "Ref{" in record and (writes or len(where) == 0), (
        f"{title}: expected writes to a Ref in the record, got none. Revisit "
        "the prompt: make it with `jax.new_ref` inside, and fill it."
    )
both_arrays = all(isinstance(a, jax.Array) for a in (first_sums, second_sums))
assert both_arrays and first_sums.tolist() == [11.0, 0.0, 25.0], (
    f"first_sums: expected [11. 0. 25.], got {first_sums}. Revisit both lines."
)
assert jnp.array_equal(second_sums, first_sums), (
    f"second_sums: expected {first_sums}, got {second_sums}. Revisit its line: "
    "the same call again."
)


# %% challenge: to-step
def write(ref, value):
    """Replace all that the Ref holds."""
    ref[...] = value


def to_step(writer):
    """Return a pure step that does what `writer` does to a tree of Refs."""

    # SOLUTION: Refs in, writer, values out
    def step(state, x):
        refs = jax.tree.map(jax.new_ref, state)
        output = writer(refs, x)
        return jax.tree.map(lambda ref: ref[...], refs), output

    return step
    # END SOLUTION


def to_writer(step):
    """Return a function that keeps the state of `step` in a tree of Refs."""

    # SOLUTION: values in, step, write back
    def writer(refs, x):
        state = jax.tree.map(lambda ref: ref[...], refs)
        state, output = step(state, x)
        jax.tree.map(write, refs, state)
        return output

    return writer
    # END SOLUTION


def smooth(refs, reading):
    """Write the new mean and count into the Refs, and show the mean."""
    refs["mean"][...] = 0.9 * refs["mean"][...] + 0.1 * reading
    refs["count"][...] += 1
    return refs["mean"][...]


empty = {"mean": jnp.zeros(()), "count": jnp.zeros((), jnp.int32)}
first_state, shown = to_step(smooth)(empty, 1.0)  # SOLUTION: one reading, 1.0
print("State:", first_state)
print("Empty:", empty)


# %% check: to-step
def add_up(total, x):
    """Carry the sum so far; show the sum before this input."""
    return total + x, total


def swap(refs, x):
    """Exchange two entries, and show x times the first one before."""
    old = refs[0][...]
    refs[0][...] = refs[1][...]
    refs[1][...] = old
    return x * old


def swap_values(state, x):
    return (state[1], state[0]), x * state[0]


xs = jnp.arange(1.0, 6.0)  # (5,)
pair = (jnp.array([1.0, 2.0]), jnp.array([3.0, 4.0]))
ones = jnp.ones(50)
smooth_end = {"mean": 1 - jnp.array(0.9) ** 50, "count": jnp.array(50)}
means = 1 - 0.9 ** jnp.arange(1, 51)  # (50,)
swapped = xs[:, None] * jnp.stack([*pair, *pair, pair[0]])  # (5, 2)
step_cases = {
    "swap, 5 inputs": (swap, pair, xs, pair[::-1], swapped),
    "smooth, 50 readings": (smooth, empty, ones, smooth_end, means),
}
for name, (writer, state, inputs, expected, shows) in step_cases.items():
    title = f"to_step of {name}"
    try:
        step = to_step(writer)
        end, outputs = jax.lax.scan(step, state, inputs)
        again, _ = jax.lax.scan(step, state, inputs)
        many = jax.tree.map(lambda leaf: jnp.stack([leaf, leaf]), state)
        moved, _ = jax.vmap(step)(many, inputs[:2])
        once, _ = step(state, inputs[0])
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a step that a scan and vmap accept, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the step: "
            "new Refs for each call, and values in the state that goes out."
        ) from error
    for label, a, b in [
        ("the state", end, expected),
        ("a second scan from the same state", again, expected),
        ("the first of a batch", jax.tree.map(lambda m: m[0], moved), once),
    ]:
        assert jax.tree.structure(a) == jax.tree.structure(b), (
            f"{title}, {label}: expected {b}, got {a}. Revisit the state: its "
            "structure stays."
        )
        leaves = zip(jax.tree.leaves(a), jax.tree.leaves(b), strict=True)
        assert all(jnp.allclose(x, y, atol=1e-5) for x, y in leaves), (
            f"{title}, {label}: expected {b}, got {a}. Revisit the order: "
            "the values are read when the writer has written."
        )
    shape = getattr(outputs, "shape", None)
    assert shape == shows.shape and jnp.allclose(outputs, shows, atol=1e-5), (
        f"{title}: expected the outputs {shows}, got {outputs}. Revisit what a "
        "step returns: the new state, then what the writer returned."
    )
for name, step, state in [
    ("add_up", add_up, jnp.zeros(())),
    ("swap_values", swap_values, pair),
    ("to_step of smooth", to_step(smooth), empty),
]:
    title = f"to_writer of {name}"
    refs = jax.tree.map(jax.new_ref, state)
    expected, outputs = jax.lax.scan(step, state, xs)
    try:
        writer = jax.jit(to_writer(step))
        got = [writer(refs, x) for x in xs]
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a function that a jit accepts, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit what "
            "goes where: the step gets values, and the output alone goes out."
        ) from error
    values = jax.tree.leaves(jax.tree.map(lambda ref: ref[...], refs))
    leaves = zip(values, jax.tree.leaves(expected), strict=True)
    assert all(jnp.allclose(x, y, atol=1e-5) for x, y in leaves), (
        f"{title}: expected {expected} in the Refs, got {values}. Revisit the "
        "write: each Ref that came in gets the new value, at every call."
    )
    alike = [getattr(a, "shape", None) == outputs.shape[1:] for a in got]
    assert all(alike) and jnp.allclose(jnp.stack(got), outputs, atol=1e-5), (
        f"{title}: expected the outputs {outputs}, got {got}. Revisit the "
        "result: what the step shows, and nothing else."
    )
assert (
    isinstance(first_state, dict)
    and isinstance(shown, jax.Array)
    and int(first_state["count"]) == 1
    and abs(shown - 0.1) < 1e-6
), (
    f"first_state: expected the count 1 and the mean 0.1, got {first_state} "
    f"and {shown}. Revisit its line: one reading of 1.0, from `empty`."
)

# %% pass
print("PASS: state-06")
