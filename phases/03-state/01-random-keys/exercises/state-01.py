"""Draw random numbers with explicit keys, and see what a reused key costs."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: hidden-state
import jax
import jax.numpy as jnp
import numpy as np

generator = np.random.default_rng(0)
print("NumPy, first call: ", generator.normal(size=3))
print("NumPy, second call:", generator.normal(size=3))

# %% build: key
key = jax.random.key(0)
print("Type:", jax.typeof(key))
print("Shape:", key.shape)

# %% build: draw
first = jax.random.normal(key, (3,))  # (3,)
second = jax.random.normal(key, (3,))  # (3,)
print("JAX, first call: ", first)
print("JAX, second call:", second)
assert jnp.array_equal(first, second), "one key gave two different draws"

# %% build: split
left_key, right_key = jax.random.split(key)
left = jax.random.normal(left_key, (3,))  # (3,)
right = jax.random.normal(right_key, (3,))  # (3,)
print("Left: ", left)
print("Right:", right)
assert not jnp.any(left == right), "two children gave a number in common"

# %% build: many
child_keys = jax.random.split(jax.random.key(1), 4)  # (4,)
one_each = [jax.random.normal(child_key) for child_key in child_keys]
print("Type of four keys:", jax.typeof(child_keys))
print("One draw each:", *[f"{draw:.4f}" for draw in one_each])
assert len({float(draw) for draw in one_each}) == 4, "two keys agree"

# %% build: walk
NUM_STEPS, NUM_WALKS = 100, 2_000


def walk(key):
    """Return all positions of many walks; each step has its own key."""
    positions = [jnp.zeros(NUM_WALKS)]
    for _ in range(NUM_STEPS):
        key, step_key = jax.random.split(key)
        steps = jax.random.normal(step_key, (NUM_WALKS,))
        positions.append(positions[-1] + steps)
    return jnp.array(positions)


walks = walk(jax.random.key(0))  # (101, 2000)
print("Walk 0 ends at", f"{walks[-1, 0]:.1f}")

# %% build: straight
def straight_walk(key):
    """Return the same with one key for all steps, which is the mistake."""
    positions = [jnp.zeros(NUM_WALKS)]
    for _ in range(NUM_STEPS):
        steps = jax.random.normal(key, (NUM_WALKS,))
        positions.append(positions[-1] + steps)
    return jnp.array(positions)


straight_walks = straight_walk(jax.random.key(0))  # (101, 2000)
print("Walk 0 with one key ends at", f"{straight_walks[-1, 0]:.1f}")

# %% build: spread
separate = jnp.mean(walks[-1] ** 2) / NUM_STEPS  # ()
reused = jnp.mean(straight_walks[-1] ** 2) / NUM_STEPS**2  # ()
print(f"A key for each step: mean square = {separate:.2f} T")
print(f"One key for all:     mean square = {reused:.2f} T * T")

# 2,000 squares average to within 0.032 of 1 as a rule; 0.13 is four times it.
assert abs(separate - 1) < 0.13, "separate keys do not give T"
assert abs(reused - 1) < 0.13, "one key does not give T * T"
lines = NUM_STEPS * straight_walks[1]  # (2000,)
assert jnp.allclose(straight_walks[-1], lines, rtol=1e-4), "a walk turned"

# %% experiment: guard
def draw_twice(key):
    return jax.random.normal(key) + jax.random.normal(key)


def draw_from_parent(key):
    left_key, _ = jax.random.split(key)
    return jax.random.normal(left_key) + jax.random.normal(key)


def draw_from_children(key):
    left_key, right_key = jax.random.split(key)
    return jax.random.normal(left_key) + jax.random.normal(right_key)


def make_key_again(key):
    again = jax.random.key(5)
    return jax.random.normal(key) + jax.random.normal(again)


def guarded(program, *args):
    """Run a program with the check on; return its result or the error."""
    with jax.debug_key_reuse(True):
        try:
            return program(*args)
        except jax.errors.KeyReuseError as error:
            return error


programs = [draw_twice, draw_from_parent, draw_from_children, make_key_again]
for program in programs:
    outcome = guarded(program, jax.random.key(5))
    stopped = isinstance(outcome, jax.errors.KeyReuseError)
    print(program.__name__, type(outcome).__name__ if stopped else "runs")

assert isinstance(
    guarded(draw_twice, jax.random.key(5)), jax.errors.KeyReuseError
), "the check missed a second draw"

# %% experiment: other-distribution
def fitted_slope(x, y):
    """Return the slope of the line of least squares."""
    x_apart = x - jnp.mean(x)
    return jnp.sum(x_apart * (y - jnp.mean(y))) / jnp.sum(x_apart**2)


x_key, noise_key = jax.random.split(jax.random.key(2))
for name, second_key in [("two keys", noise_key), ("one key ", x_key)]:
    x = jax.random.uniform(x_key, (10_000,), minval=-1, maxval=1)
    noise = jax.random.normal(second_key, (10_000,))
    y = 2 * x + 1 + 0.2 * noise  # (10000,)
    same_order = jnp.array_equal(jnp.argsort(x), jnp.argsort(noise))
    slope = fitted_slope(x, y)
    print(f"{name}: slope {slope:.2f}, same order {bool(same_order)}")

# In one order the mean of x * noise is 1 / sqrt(pi) on paper. Times 0.2, and
# over 1/3, the variance of x, that adds 0.6 / sqrt(pi) to the slope.
on_paper = 2 + 0.6 / np.sqrt(np.pi)
print(f"On paper, one key: {on_paper:.2f}")
assert same_order and abs(slope - on_paper) < 0.02, "one key, another slope"

# %% experiment: frozen-noise
generator = np.random.default_rng(0)
num_traces = 0


@jax.jit
def numpy_noise(x):
    return x + generator.normal()


@jax.jit
def key_noise(key, x):
    global num_traces
    num_traces += 1
    return x + jax.random.normal(key)


child_keys = jax.random.split(jax.random.key(3), 3)  # (3,)
from_numpy = [numpy_noise(0.0) for _ in range(3)]
from_keys = [key_noise(child_key, 0.0) for child_key in child_keys]
print("NumPy inside:", *[f"{value:.4f}" for value in from_numpy])
print("Key as input:", *[f"{value:.4f}" for value in from_keys])
print("Traces with keys:", num_traces)
assert len({float(value) for value in from_numpy}) == 1, "NumPy drew again"
assert len({float(value) for value in from_keys}) == 3, "the keys froze"

# %% exercise: make-data
def make_data(key, num_points):
    """Return x, y and keep: places, readings, and who is kept."""
    raise NotImplementedError("TODO: three draws, three keys")


data_x, data_y, data_keep = ..., ..., ...  # TODO: 10000 points from key 4
data_slope = ...  # TODO: slope of all points
print("Slope of all:", data_slope)

# %% check: make-data
assert data_x is not ..., "make-data: `data_x` is still `...`"
assert data_y is not ..., "make-data: `data_y` is still `...`"
assert data_keep is not ..., "make-data: `data_keep` is still `...`"
assert data_slope is not ..., "make-data: `data_slope` is still `...`"
num_points = 4_001
for seed in (11, 12):
    name = f"make_data from seed {seed}, {num_points} points"
    got = guarded(make_data, jax.random.key(seed), num_points)
    assert not isinstance(got, jax.errors.KeyReuseError), (
        f"{name}: expected each key used once, got {got!r}. Revisit the rule: "
        "one key, one draw or one split."
    )
    assert isinstance(got, (tuple, list)) and len(got) == 3, (
        f"{name}: expected x, y and keep, got {got!r}. Revisit the prompt: "
        "three arrays, in this order."
    )
    x, y, keep = got
    for label, part in [("x", x), ("y", y), ("keep", keep)]:
        shape = getattr(part, "shape", type(part).__name__)
        assert shape == (num_points,), (
            f"{name}: expected {label} as an array of shape ({num_points},), "
            f"got {shape}. Revisit the shape of each draw."
        )
    assert x.dtype == jnp.float32 and keep.dtype == bool, (
        f"{name}: expected x of float32 and keep of bool, got {x.dtype} and "
        f"{keep.dtype}. Revisit jax.random.bernoulli, which answers in bool."
    )
    drawn = (x, y, keep)
    x, y, keep = [np.asarray(part) for part in drawn]
    noise = (y - 2 * x - 1) / 0.2
    within_one = (abs(noise) < 1).mean()
    for label, got, expected, tolerance in [
        ("smallest x", x.min(), -1.0, 0.02),
        ("largest x", x.max(), 1.0, 0.02),
        ("mean of x", x.mean(), 0.0, 0.05),
        ("mean square of the noise", (noise**2).mean(), 1.0, 0.15),
        ("mean of the noise", noise.mean(), 0.0, 0.1),
        ("share of the noise between -1 and 1", within_one, 0.683, 0.05),
        ("share of kept points", keep.mean(), 0.5, 0.05),
    ]:
        assert abs(got - expected) < tolerance, (
            f"{name}: expected about {expected} for the {label}, got "
            f"{got:.3f}. Revisit the prompt: which draw, and what becomes of "
            "it?"
        )
    for label, got in [
        ("x and noise", (x * noise).mean()),
        ("x and keep", (x * (2 * keep - 1)).mean()),
        ("noise and keep", (noise * (2 * keep - 1)).mean()),
    ]:
        assert abs(got) < 0.08, (
            f"{name}: expected {label} unrelated, so a mean product near 0, "
            f"got {got:.3f}. Revisit the keys: these two draws must not come "
            "from equal ones."
        )
    again = guarded(make_data, jax.random.key(seed), num_points)
    same = map(jnp.array_equal, again, drawn)
    assert all(same), (
        f"{name}, called again: expected the same arrays, got others. Revisit "
        "where the numbers come from: the key alone."
    )
    x_2, y_2, keep_2 = guarded(make_data, jax.random.key(seed + 50), num_points)
    noise_2 = (y_2 - 2 * x_2 - 1) / 0.2
    for label, a, b in [
        ("x", x_2, x),
        ("noise", noise_2, noise),
        ("keep", keep_2, keep),
    ]:
        assert not np.allclose(a, b, atol=1e-3), (
            f"make_data from seed {seed + 50}: expected another {label} than "
            f"from seed {seed}, got the same. Revisit where its key comes "
            "from: the argument."
        )
expected = make_data(jax.random.key(4), 10_000)
for label, got, part in [
    ("data_x", data_x, expected[0]),
    ("data_y", data_y, expected[1]),
    ("data_keep", data_keep, expected[2]),
]:
    assert np.array_equal(got, part), (
        f"{label}: expected what make_data returns for key 4, got {got}. "
        "Revisit its line: seed 4, 10000 points, and the order of the three."
    )
expected = fitted_slope(*expected[:2])
is_number = isinstance(data_slope, (float, np.floating, jax.Array))
assert is_number and jnp.allclose(data_slope, expected, atol=1e-3), (
    f"data_slope: expected {expected:.4f}, got {data_slope}. Revisit its line: "
    "fitted_slope of data_x and data_y."
)

# %% practice: two-dice
def two_dice(key, num_throws):
    """Return the sum of two fair dice for each throw."""
    raise NotImplementedError("TODO: a key for each die")


sums = ...  # TODO: 36000 throws, key 6
sevens = ...  # TODO: share of throws with sum 7
print("Share of sevens:", sevens)

# %% check: two-dice
assert sums is not ..., "two-dice: `sums` is still `...`"
assert sevens is not ..., "two-dice: `sevens` is still `...`"
num_throws = 7_201
for seed in (21, 22):
    name = f"two_dice from seed {seed}, {num_throws} throws"
    got = guarded(two_dice, jax.random.key(seed), num_throws)
    assert not isinstance(got, jax.errors.KeyReuseError), (
        f"{name}: expected each key used once, got {got!r}. Revisit the rule: "
        "one key, one draw or one split."
    )
    shape = getattr(got, "shape", type(got).__name__)
    assert shape == (num_throws,), (
        f"{name}: expected one sum for each throw, an array of shape "
        f"({num_throws},), got {shape}. Revisit the shape of each draw."
    )
    assert got.dtype == jnp.int32, (
        f"{name}: expected int32, got {got.dtype}. Revisit "
        "jax.random.randint, which draws whole numbers."
    )
    got = np.asarray(got)
    for total in range(1, 15):
        expected = max(0, 6 - abs(total - 7)) / 36
        share = (got == total).mean()
        assert abs(share - expected) < 0.02 and (share > 0) == (expected > 0), (
            f"{name}: expected {expected:.3f} of them to be {total}, got "
            f"{share:.3f}. Revisit the ends of the range, of which randint "
            "leaves out the upper one, and the keys: equal ones make doubles."
        )
    # Pairs each throw with the one some places on, for any number of places,
    # then the same after turning the order round.
    apart = got - 7
    in_order = np.correlate(apart, apart, "full")[num_throws:]
    in_reverse = np.correlate(apart, apart[::-1], "full")
    for label, sums_of_pairs in [
        ("in order", in_order),
        ("in reverse order", in_reverse),
    ]:
        assert abs(sums_of_pairs).max() < 0.6 * num_throws, (
            f"{name}: expected throws unrelated to each other, got sums that "
            f"repeat, seen {label}. Revisit the dice: a draw used twice, even "
            "if shifted or turned round, is no second die."
        )
    again = guarded(two_dice, jax.random.key(seed), num_throws)
    assert jnp.array_equal(again, got), (
        f"{name}, called again: expected the same sums, got others. Revisit "
        "where the numbers come from: the key alone."
    )
    other = guarded(two_dice, jax.random.key(seed + 50), num_throws)
    assert abs(((np.asarray(other) - 7) * (got - 7)).mean()) < 0.6, (
        f"two_dice from seed {seed + 50}: expected sums unrelated to those "
        f"from seed {seed}, got a die in common. Revisit where the keys come "
        "from: the argument."
    )
assert np.array_equal(sums, two_dice(jax.random.key(6), 36_000)), (
    f"sums: expected the sums of key 6, got {sums}. Revisit its line: seed 6 "
    "and 36000 throws."
)
expected = (np.asarray(sums) == 7).mean()
is_number = isinstance(sevens, (float, np.floating, jax.Array))
assert is_number and jnp.allclose(sevens, expected, atol=1e-5), (
    f"sevens: expected the share of throws with the sum 7, got {sevens}. "
    "Revisit its line: the mean of True and False."
)

# %% challenge: sample-disk
def sample_disk(key, num_points):
    """Return points spread evenly over the unit disk, and an unused key."""
    raise NotImplementedError("TODO: propose until enough are inside")


disk_points, key_after = ..., ...  # TODO: 200 points from key 7
more_points, _ = ..., ...  # TODO: 200 more
print("Points:", np.shape(disk_points), "and", np.shape(more_points))

# %% check: sample-disk
assert disk_points is not ..., "sample-disk: `disk_points` is still `...`"
assert key_after is not ..., "sample-disk: `key_after` is still `...`"
assert more_points is not ..., "sample-disk: `more_points` is still `...`"
assert _ is not ..., "sample-disk: `_` is still `...`"
real_uniform = jax.random.uniform


def counted_uniform(*args, **kwargs):
    """Draw as usual; complain about a loop that does not end."""
    counted_uniform.calls += 1
    assert counted_uniform.calls < 5_000, (
        "sample_disk: expected an end after some hundred draws, got 5000. "
        "Revisit the loop: a point that was refused must not be proposed again."
    )
    return real_uniform(*args, **kwargs)


def disk_of(key, num_points):
    """Call sample_disk with the check on, and look at what comes back."""
    name = f"sample_disk, {num_points} points"
    counted_uniform.calls = 0
    jax.random.uniform = counted_uniform
    try:
        got = guarded(sample_disk, key, num_points)
    finally:
        jax.random.uniform = real_uniform
    assert not isinstance(got, jax.errors.KeyReuseError), (
        f"{name}: expected each key used once, got {got!r}. Revisit the loop: "
        "it needs a new key in each pass."
    )
    assert isinstance(got, (tuple, list)) and len(got) == 2, (
        f"{name}: expected (points, key), got {type(got).__name__}. Revisit "
        "the prompt: two things go back, as a tuple."
    )
    points, next_key = got
    shape = getattr(points, "shape", type(points).__name__)
    assert shape == (num_points, 2), (
        f"{name}: expected an array of shape ({num_points}, 2), got {shape}. "
        "Revisit the end of the loop: as many as asked, in one array."
    )
    assert getattr(next_key, "dtype", None) == key.dtype, (
        f"{name}: expected a key as second part, got {next_key!r}. Revisit "
        "what the caller needs to draw on."
    )
    assert jnp.shape(next_key) == (), (
        f"{name}: expected one key as second part, got the shape "
        f"{jnp.shape(next_key)}. Revisit what the caller needs to draw on."
    )
    outcome = guarded(jax.random.normal, next_key)
    assert not isinstance(outcome, jax.errors.KeyReuseError), (
        f"{name}: expected an unused key, got one that was used: {outcome!r}. "
        "Revisit what is returned: a key that nothing was drawn from."
    )
    # A clone counts as unused, although the line above has used the key.
    return jnp.asarray(points), jax.random.clone(next_key)


next_key = jax.random.key(31)
parts, all_points = [], []
for num_points in (200, 201, 1):
    points, next_key = disk_of(next_key, num_points)
    parts.append(points)
    all_points += [tuple(point) for point in points.tolist()]
assert len(set(all_points)) == len(all_points), (
    f"sample_disk, called on with the key it returned: expected "
    f"{len(all_points)} different points, got {len(set(all_points))}. Revisit "
    "the returned key: it must lead on, not back."
)
points = np.asarray(jnp.concatenate(parts))  # (402, 2)
squares = (points**2).sum(axis=1)  # (402,)
assert squares.max() < 1, (
    f"sample_disk: expected points inside the disk, got one at the distance "
    f"{squares.max() ** 0.5:.3f}. Revisit the test of a proposal."
)
turned = np.array([[1, 1], [1, -1]])
for name, places in [("as they are", points), ("turned", points @ turned)]:
    for sign_x in (-1, 1):
        for sign_y in (-1, 1):
            inside = (sign_x * places[:, 0] > 0) & (sign_y * places[:, 1] > 0)
            assert abs(inside.mean() - 0.25) < 0.12, (
                f"sample_disk, points {name}: expected a quarter of them in "
                f"each quadrant, got {inside.mean():.2f}. Revisit the "
                "proposal: two numbers from one draw, between -1 and 1."
            )
for limit in (0.25, 0.5, 0.75):
    share = (squares < limit).mean()
    assert abs(share - limit) < 0.1, (
        f"sample_disk: expected a share of about {limit} at a squared distance "
        f"below {limit}, got {share:.2f}. Revisit the prompt: refuse a point "
        "outside, do not move it."
    )
lone, lone_key = sample_disk(jax.random.key(31), 1)
again, _ = sample_disk(jax.random.key(31), 1)
assert jnp.array_equal(again, lone), (
    f"sample_disk from seed 31, called again: expected {lone}, got {again}. "
    "Revisit where the numbers come from: the key alone."
)
other, other_key = sample_disk(jax.random.key(32), 1)
assert not jnp.array_equal(other, lone), (
    f"sample_disk from seed 32: expected another point than from seed 31, got "
    f"{other}. Revisit where the keys come from: the argument."
)
assert not jnp.array_equal(
    jax.random.bits(other_key, (9,)), jax.random.bits(lone_key, (9,))
), (
    "sample_disk from seeds 31 and 32: expected two keys back, got equal ones. "
    "Revisit the returned key: it comes from the argument too."
)
expected, expected_key = sample_disk(jax.random.key(7), 200)
assert np.array_equal(disk_points, expected), (
    "disk_points: expected the points of key 7, got others. Revisit its line: "
    "seed 7 and 200 points."
)
assert np.array_equal(more_points, sample_disk(expected_key, 200)[0]), (
    "more_points: expected the points of key_after, got others. Revisit its "
    "line: the key that the first call returned."
)

# %% pass
print("PASS: state-01")
