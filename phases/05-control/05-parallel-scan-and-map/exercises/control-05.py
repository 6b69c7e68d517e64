"""Compute a recurrence in parallel, and map many of them in little memory."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: scan
import jax
import jax.numpy as jnp

DAYS = 256

keeps = jnp.full(DAYS, 0.9, jnp.float32)  # (256,)
inflows = jnp.ones(DAYS)  # (256,)


def day_step(level, day):
    level = day[0] * level + day[1]
    return level, level


@jax.jit
def by_scan(start, keeps, inflows):
    return jax.lax.scan(day_step, start, (keeps, inflows))[1]


levels = by_scan(0.0, keeps, inflows)  # (256,)
print(f"Scan, last day: {levels[-1]:.2f}")

# %% build: step-alone
def next_level(level, inflow):
    return 0.9 * level + inflow


@jax.jit
def step_alone(inflows):
    return jax.lax.associative_scan(next_level, inflows)


odd_levels = step_alone(inflows)  # (256,)
print(f"Step alone, last day: {odd_levels[-1]:.2f}")
for day in [3, 4]:
    print(f"Day {day}: {odd_levels[day - 1]:.3f}, scan {levels[day - 1]:.3f}")
assert abs(odd_levels[-1] - levels[-1]) > 100, "the step could be regrouped"

# %% build: compose
def compose(earlier, later):
    """Return the one map that does `earlier`, then `later`."""
    keep = later[0] * earlier[0]
    return keep, later[0] * earlier[1] + later[1]


def groupings(combine, a, b, c):
    return combine(combine(a, b), c), combine(a, combine(b, c))


left, right = groupings(next_level, 1.0, 1.0, 1.0)
print(f"Step: {left:.2f} and {right:.2f}")
left, right = groupings(compose, (0.5, 1.0), (2.0, 3.0), (4.0, 5.0))
print("Pairs:", left, "and", right)
assert left == right, "the pairs depend on the grouping"

# %% build: parallel
@jax.jit
def linear_scan(start, keeps, inflows):
    kept, added = jax.lax.associative_scan(compose, (keeps, inflows))
    return kept * start + added


keeps_key, rain_key = jax.random.split(jax.random.key(0))
some_keeps = jax.random.uniform(keeps_key, DAYS, minval=0.5)  # (256,)
rain = jax.random.uniform(rain_key, DAYS)  # (256,)

by_pairs = linear_scan(2.0, some_keeps, rain)
same = jnp.allclose(by_pairs, by_scan(2.0, some_keeps, rain), atol=1e-4)
print(f"Random days, last: {by_pairs[-1]:.2f}, scan agrees: {bool(same)}")
assert same, "the parallel levels are not those of the scan"

# %% build: rounds
def count_rounds(days):
    """Return how many pairs each round combines, for that many days."""
    sizes = []

    def noted_compose(earlier, later):
        sizes.append(len(later[0]))
        return compose(earlier, later)

    def scan_pairs(*pairs):
        return jax.lax.associative_scan(noted_compose, pairs)

    row = jax.ShapeDtypeStruct((days,), jnp.float32)
    jax.eval_shape(scan_pairs, row, row)
    return [size for size in sizes if size > 0]


print("Pairs combined, 16 days:", count_rounds(16))
rounds = count_rounds(DAYS)
print(f"256 days: {len(rounds)} rounds, {sum(rounds)} pairs combined")
assert len(rounds) < 20, "the rounds grow with the days"

# %% build: memory
def misfit(keep):
    """Return the mean squared distance from `levels` with this share."""
    guess = by_scan(0.0, jnp.full(DAYS, keep), inflows)
    return jnp.mean((guess - levels) ** 2)


def prepare(function, *args):
    """Return the compiled program, and the kB that it plans in between."""
    program = jax.jit(function).lower(*args).compile()
    return program, program.memory_analysis().temp_size_in_bytes / 1000


many = jnp.linspace(0.0, 0.999, 1000)  # (1000,)
room = {}
for name, function in {
    "vmap": jax.vmap(misfit),
    "map": lambda xs: jax.lax.map(misfit, xs),
    "tens": lambda xs: jax.lax.map(misfit, xs, batch_size=10),
}.items():
    program, room[name] = prepare(function, many)
    misfits = program(many)  # (1000,)
    print(
        f"{name}: {room[name]:.0f} kB, best share {many[misfits.argmin()]:.3f}"
    )
assert room["vmap"] > 50 * room["tens"], "batches saved nothing"

# %% experiment: division
@jax.jit
def by_division(keeps, inflows):
    products = jnp.cumprod(keeps)
    return products * jnp.cumsum(inflows / products)


for keep in [0.9, 0.5]:
    constant = jnp.full(DAYS, keep, jnp.float32)
    divided = by_division(constant, inflows)[-1]
    by_pairs = linear_scan(0.0, constant, inflows)[-1]
    print(f"Share {keep}: division {divided:.2f}, pairs {by_pairs:.2f}")
assert jnp.isnan(divided) and not jnp.isnan(by_pairs), "division survived"

# %% experiment: uneven
traced = []


def noted_misfit(keep):
    traced.append(keep.shape)
    return misfit(keep)


for size in [250, 300]:
    traced.clear()
    program, kilobytes = prepare(
        lambda xs, n=size: jax.lax.map(noted_misfit, xs, batch_size=n), many
    )
    same = bool(jnp.allclose(program(many), misfits))
    print(f"Batches of {size}: {kilobytes:.0f} kB, same misfits: {same}")
    print(f"  traced {len(traced)} times, shapes {traced}")
    assert same, "the batch size changed the result"

# %% experiment: gradient
def total(xs):
    return jax.lax.map(misfit, xs, batch_size=10).sum()


def map_slopes(xs):
    return jax.lax.map(jax.grad(misfit), xs, batch_size=10)


outside, room["outside"] = prepare(jax.grad(total), many)
inside, room["inside"] = prepare(map_slopes, many)
print(f"Misfits alone: {room['tens']:.0f} kB")
print(f"Gradient of the map: {room['outside']:.0f} kB")
print(f"Map of the gradient: {room['inside']:.0f} kB")
same = bool(jnp.allclose(outside(many), inside(many), rtol=1e-4))
print("Same slopes:", same)
assert same, "the two orders differ in their slopes"
assert room["outside"] > 10 * room["inside"], "the order did not matter"

# %% exercise: totals
def totals(amounts, emptied):
    """Return the level of the gauge on each day, shape (n,)."""
    raise NotImplementedError("TODO: a linear recurrence, with linear_scan")


weekly = jnp.arange(DAYS) % 7 == 0  # (256,)
highest = ...  # TODO: of rain, emptied weekly
print("Highest level:", highest)

# %% check: totals
assert highest is not ..., "totals: `highest` is still `...`"
never, late = jnp.zeros(DAYS, bool), jnp.arange(DAYS) == 100
twice = jnp.array([False, False, True, True, False])  # (5,)
total_cases = {
    "rain, never emptied": (rain, never),
    "rain - 0.6, emptied at index 100 alone": (rain - 0.6, late),
    "inflows, emptied weekly": (inflows, weekly),
    "5 days of rain, emptied at indices 2 and 3": (rain[:5], twice),
}
for name, (amounts, emptied) in total_cases.items():
    level, expected = 0.0, []
    for amount, empty in zip(amounts.tolist(), emptied.tolist(), strict=True):
        level = amount if empty else level + amount
        expected.append(level)
    got = totals(amounts, emptied)
    assert getattr(got, "shape", None) == amounts.shape, (
        f"totals, {name}: expected one level for each day, shape "
        f"{amounts.shape}, got {getattr(got, 'shape', got)!s:.150}. Revisit "
        "what linear_scan returns."
    )
    wrong = ~jnp.isclose(got, jnp.array(expected), atol=1e-3)
    day = int(jnp.argmax(wrong))
    assert not wrong.any(), (
        f"totals, {name}: expected {expected[day]:.3f} at index {day}, got "
        f"{got[day]:.3f}. Revisit the pair of a day: what it keeps of the "
        "level before, and what it adds."
    )
number = hasattr(highest, "__float__") and getattr(highest, "shape", ()) == ()
assert number and abs(float(highest) - 5.0803) < 1e-3, (
    f"highest: expected the number 5.0803, got {highest!s:.60}. Revisit its "
    "line: the largest level of `rain`, emptied as `weekly` says."
)
try:
    recorded = jax.make_jaxpr(totals)(rain, never)
except Exception as error:
    raise AssertionError(
        f"totals: expected a function that JAX can record, got {error!r:.150}. "
        "Revisit linear_scan: rows of JAX go in, a row of JAX comes out."
    ) from error
loops = sum(str(recorded).count(f"= {loop}[") for loop in ("scan", "while"))
written = str(recorded).count(" = ")
assert loops == 0 and written < 1000, (
    f"totals: expected rounds, got {loops} loops and {written} equations: "
    "a loop over the days. Revisit linear_scan: it takes them all."
)

# %% practice: batches
def map_batched(function, arrays, batch_size):
    """Return what jax.vmap(function)(*arrays) does, in batches."""
    raise NotImplementedError("TODO: one call of jax.lax.map")


def fit(start, keep):
    """Return the misfit and the last level of one start and one share."""
    guess = by_scan(start, jnp.full(DAYS, keep), inflows)
    return {"misfit": jnp.mean((guess - levels) ** 2), "last": guess[-1]}


tanks = (jnp.linspace(0.0, 5.0, 512), jnp.linspace(0.0, 0.9, 512))
size = ...  # TODO: the largest power of two within 100 kB
print("Batches of:", size)

# %% check: batches
assert size is not ..., "batches: `size` is still `...`"
def planned(batch_size):
    return prepare(lambda *xs: map_batched(fit, xs, batch_size), *tanks)[1]


seven = jnp.arange(7.0)  # (7,)
sevens = (seven, seven[::-1], jnp.ones((7, 2)))
want = {"sum": 11 - jnp.stack([seven, seven], axis=1), "first": seven}
title = "map_batched on 7 entries of three arrays, batches of 3"


def sum_and_first(a, b, c):
    return {"sum": a + 2 * b - c, "first": a}


try:
    got = jax.jit(lambda *xs: map_batched(sum_and_first, xs, 3))(*sevens)
except Exception as error:
    raise AssertionError(
        f"{title}: expected the results of vmap, got {error!r:.150}. "
        "Revisit what `jax.lax.map` hands over: one entry, here a tuple."
    ) from error
assert jax.tree.structure(got) == jax.tree.structure(want), (
    f"{title}: expected {want}, got {got}. Revisit the result: it has "
    "the structure that vmap gives."
)
for name, row in want.items():
    assert jnp.shape(got[name]) == row.shape and jnp.allclose(got[name], row), (
        f"{title}: expected {row}, got {got[name]}. Revisit the remainder, "
        "and the order of the arguments."
    )
assert isinstance(size, int) and size in [2**n for n in range(9)], (
    f"size: expected a power of two below 512, got {size!r}, and 512 would be "
    "all at once. Revisit the prompt."
)
single, double = planned(size), planned(2 * size)
assert double > 1.5 * single, (
    f"map_batched: expected more room for larger batches, got {single:.0f} kB "
    f"for {size} and {double:.0f} kB for {2 * size}. Revisit `batch_size`, "
    "and where it goes."
)
batch = prepare(jax.vmap(fit), *(row[:size] for row in tanks))[1]
assert single < 1.8 * batch, (
    f"map_batched: expected about the {batch:.0f} kB of one batch of {size}, "
    f"got {single:.0f} kB. Revisit how many entries are taken at a time."
)
assert single <= 100 < double, (
    f"size: expected at most 100 kB, and more for twice the size, got "
    f"{single:.0f} kB and {double:.0f} kB. Revisit `prepare`: measure both."
)

# %% challenge: in-chunks
def in_chunks(start, keeps, inflows, size):
    """Return all levels, `size` days at a time."""

    raise NotImplementedError("TODO: a scan over chunks, rounds within each")


in_a_row = ...  # TODO: rounds in a row, 16 chunks
print("Rounds in a row:", in_a_row)

# %% check: in-chunks
assert in_a_row is not ..., "in-chunks: `in_a_row` is still `...`"
for start, chunk_size in [(5.0, 8), (-1.0, 32)]:
    title = f"in_chunks from {start}, chunks of {chunk_size}"

    def chunks_of(*days, start=start, chunk_size=chunk_size):
        return in_chunks(start, *days, chunk_size)

    want = by_scan(start, some_keeps, rain)
    try:
        got = jax.jit(chunks_of)(some_keeps, rain)
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a function for jax.jit, got {error!r:.150}. "
            "Revisit the step: rows of JAX, and a carry of one level."
        ) from error
    assert getattr(got, "shape", None) == (DAYS,), (
        f"{title}: expected one array of shape (256,), got "
        f"{getattr(got, 'shape', got)!s:.150}. Revisit the outputs: the levels "
        "of all chunks, in one row."
    )
    wrong = ~jnp.isclose(got, want, atol=1e-4)
    day = int(jnp.argmax(wrong))
    assert not wrong.any(), (
        f"{title}: expected {want[day]:.4f} at index {day}, got "
        f"{got[day]:.4f}. Revisit the carry: a chunk starts at the last level "
        "of the chunk before it."
    )
    recorded = str(jax.make_jaxpr(chunks_of)(some_keeps, rain))
    words = recorded.split()
    passes = [word for word in words if word.startswith("length=")]
    assert passes == [f"length={DAYS // chunk_size}"], (
        f"{title}: expected one scan of {DAYS // chunk_size} passes, got "
        f"{passes}. Revisit the axis: the scan goes over chunks, not days, "
        "and linear_scan works within."
    )
    assert "name=linear_scan" in recorded, (
        f"{title}: expected calls of linear_scan, got none. Revisit the step: "
        "the days of a chunk are joined in rounds, not one after the other."
    )
assert in_a_row == 112, (
    f"in_a_row: expected the rounds of one chunk for each of the 16 chunks, "
    f"got {in_a_row}. Revisit `rounds` of the build: 16 days."
)

# %% pass
print("PASS: control-05")
