"""Address keys by numbers, so that a draw stays when the program changes."""

# %% build: words
import jax
import jax.numpy as jnp


def words(keys):
    """Return the two integers of each key, as a list of tuples."""
    pairs = jax.random.key_data(keys).reshape(-1, 2)
    return [tuple(pair) for pair in pairs.tolist()]


key = jax.random.key(0)
print("Seed 0:", words(key))
print("Seed 5:", words(jax.random.key(5)))
print("Children of seed 0:", words(jax.random.split(key)))

# %% build: chain
NUM_STEPS = 1_000


def chain_words(key, num_steps, extra_at=None):
    """Return the integers of a key for each step, split one after another."""
    found = []
    for step in range(num_steps):
        if step == extra_at:
            key, _ = jax.random.split(key)
        key, step_key = jax.random.split(key)
        found += words(step_key)
    return found


chain = chain_words(key, NUM_STEPS)
print("Different keys in the chain:", len(set(chain)))

# %% build: extra-draw
with_extra = chain_words(key, NUM_STEPS, extra_at=10)
changed = [a != b for a, b in zip(chain, with_extra, strict=True)]
print("Steps with another key:", sum(changed))
print("First of them:", changed.index(True))
assert sum(changed) == NUM_STEPS - 10, "the extra split stayed local"

# %% build: fold-in
fold_in_each = jax.vmap(jax.random.fold_in, in_axes=(None, 0))
folded_keys = fold_in_each(key, jnp.arange(NUM_STEPS))  # (1000,)
folded = words(folded_keys)
print("Different keys by fold_in:", len(set(folded)))
assert len(set(folded)) == NUM_STEPS, "two steps share a key"

# %% build: resume
key_700 = jax.random.fold_in(jax.random.key(0), 700)
print("Step 700, alone: ", words(key_700))
print("Step 700, of all:", [folded[700]])
assert words(key_700) == [folded[700]], "the key depends on earlier steps"

# %% build: sums
NUM_SEEDS, NUM_WORKERS = 10, 10
pairs = [(s, w) for s in range(NUM_SEEDS) for w in range(NUM_WORKERS)]

by_sum = words(jnp.stack([jax.random.key(s + w) for s, w in pairs]))
by_fold = words(
    jnp.stack([jax.random.fold_in(jax.random.key(s), w) for s, w in pairs])
)
print("Pairs:", len(pairs))
print("Different keys by sum: ", len(set(by_sum)))
print("Different keys by fold:", len(set(by_fold)))
assert len(set(by_sum)) == NUM_SEEDS + NUM_WORKERS - 1, "another count"
assert len(set(by_fold)) == NUM_SEEDS * NUM_WORKERS, "two pairs share a key"

# %% build: tree
data_key, noise_key = jax.random.split(jax.random.key(1))
worker_keys = fold_in_each(noise_key, jnp.arange(4))  # (4,)
grid = jax.vmap(fold_in_each, in_axes=(0, None))
tree_keys = grid(worker_keys, jnp.arange(250))  # (4, 250)
print("Keys of 4 workers, 250 steps:", tree_keys.shape)
print("Different ones:", len(set(words(tree_keys))))
assert len(set(words(tree_keys))) == 1_000, "two addresses share a key"

worker_3_step_8 = jax.random.fold_in(jax.random.fold_in(noise_key, 3), 8)
assert words(worker_3_step_8) == words(tree_keys[3, 8]), "another order"

# %% build: unrelated
COUNT = 10_000
a = jax.random.normal(tree_keys[0, 0], (COUNT,))  # (10000,)
b = jax.random.normal(tree_keys[0, 1], (COUNT,))  # (10000,)
mean_product = jnp.mean(a * b)  # ()
print(f"Mean product of two streams: {mean_product:.3f}")
print(f"Mean product of one stream:  {jnp.mean(a * a):.3f}")

# Unrelated products average to within 1 / sqrt(10000) as a rule; allow 4 times.
assert abs(mean_product) < 0.04, "neighbouring steps are related"

# %% figure: collisions
import matplotlib.pyplot as plt

by_product = words(jnp.stack([jax.random.key(s * w) for s, w in pairs]))
sizes = range(1, 11)
for name, pair_words in [
    ("fold_in", by_fold),
    ("product", by_product),
    ("sum", by_sum),
]:
    counts = []
    for n in sizes:
        near = [i for i, (s, w) in enumerate(pairs) if s < n and w < n]
        counts.append(len({pair_words[i] for i in near}))
    plt.plot(sizes, counts, label=name)
plt.xlabel("number of seeds and of workers (count)")
plt.ylabel("different keys (count)")
plt.legend()
plt.show()


# %% experiment: shared-key
def noisy(key, x):
    return x + jax.random.normal(key)


zeros = jnp.zeros(4)
shared_key, parent_key = jax.random.split(jax.random.key(4))
four_keys = fold_in_each(parent_key, jnp.arange(4))  # (4,)
shared = jax.vmap(noisy, in_axes=(None, 0))(shared_key, zeros)  # (4,)
separate = jax.vmap(noisy)(four_keys, zeros)  # (4,)
by_loop = [float(noisy(one_key, 0.0)) for one_key in four_keys]
print("Different values, one key:  ", len(set(shared.tolist())))
print("Different values, four keys:", len(set(separate.tolist())))
print("vmap = loop:", bool(jnp.allclose(separate, jnp.array(by_loop))))
assert len(set(shared.tolist())) == 1, "a shared key gave several values"
assert len(set(separate.tolist())) == 4, "four keys gave fewer values"

# %% experiment: split-meets-fold
split_words = words(jax.random.split(key, 4))
fold_words = words(fold_in_each(key, jnp.arange(4)))
print("In both, from one key:", len(set(split_words) & set(fold_words)))

with jax.debug_key_reuse(True):
    folded_first = jax.random.normal(jax.random.fold_in(key, 0))
    split_first = jax.random.normal(jax.random.split(key)[0])
print("The check is silent; same draw:", bool(folded_first == split_first))

left_key, right_key = jax.random.split(key)
split_words = words(jax.random.split(left_key, 4))
fold_words = words(fold_in_each(right_key, jnp.arange(4)))
print("In both, from two keys:", len(set(split_words) & set(fold_words)))
assert not set(split_words) & set(fold_words), "two parents share a child"

# %% experiment: longer-draw
short = jax.random.normal(key, (4,))  # (4,)
long = jax.random.normal(key, (6,))  # (6,)
one_by_one = jax.vmap(jax.random.normal)(jax.random.split(key, 4))  # (4,)
print("Short:     ", short)
print("Long:      ", long[:4], "...")
print("One by one:", one_by_one)
print("First four equal:", bool(jnp.array_equal(long[:4], short)))
assert jnp.array_equal(long[:4], short), "a longer draw starts anew"
assert not jnp.any(one_by_one == short), "separate keys repeat the draw"

# %% exercise: key-for
PURPOSES = ("data", "noise", "order")


def key_for(key, purpose, worker, step):
    """Return the key of one purpose, worker and step."""
    # SOLUTION: fold in one number after another
    key = jax.random.fold_in(key, PURPOSES.index(purpose))
    key = jax.random.fold_in(key, worker)
    return jax.random.fold_in(key, step)
    # END SOLUTION


noise_draw = jax.random.normal(
    key_for(jax.random.key(1), "noise", 2, 700), (4,)
)  # SOLUTION: four numbers
print("Noise of worker 2 at step 700:", noise_draw)

# %% check: key-for
import numpy as np

addresses = [
    (purpose, worker, step)
    for purpose in PURPOSES
    for worker in (0, 1, 2, 10, 11)
    for step in (0, 1, 2, 10, 11, 100, 1_000, 1_000_000)
]


def keys_for(seed, addresses):
    """Return the words of key_for at each address."""
    found = []
    for address in addresses:
        got = key_for(jax.random.key(seed), *address)
        assert getattr(got, "dtype", None) == key.dtype, (
            f"key_for at {address}: expected a key, got {got!r}. Revisit "
            "fold_in: it takes a key and a number, and returns a key."
        )
        assert got.shape == (), (
            f"key_for at {address}: expected one key, got the shape "
            f"{got.shape}. Revisit what a draw takes: a single key."
        )
        found += words(got)
    return found


found = keys_for(1, addresses)
owner = {}
for address, pair in zip(addresses, found, strict=True):
    other = owner.setdefault(pair, address)
    assert other == address, (
        f"key_for: expected different keys at {other} and {address}, got one. "
        "Revisit sums of numbers: different pairs can meet in one. Fold in "
        "each number by itself."
    )
assert keys_for(1, addresses[::-1])[::-1] == found, (
    "key_for, asked in the reverse order: expected the same keys, got others. "
    "Revisit the address: nothing that happened before may count."
)
assert not set(keys_for(2, addresses[:9])) & set(found), (
    "key_for from seed 2: expected other keys than from seed 1, got some of "
    "them. Revisit the first argument: the key that everything is folded into."
)
calls = set(key_for.__code__.co_names)
assert not calls & {"hash", "id"}, (
    f"key_for: expected the place of the purpose in PURPOSES, got a function "
    f"that uses {calls & {'hash', 'id'}}. Revisit repeatable numbers: Python's "
    "hash of a text and its id change from run to run."
)
try:
    got = key_for(jax.random.key(1), "plots", 0, 0)
except ValueError:
    pass
except (KeyError, IndexError, TypeError, AssertionError) as error:
    raise AssertionError(
        f"key_for with the purpose 'plots': expected a ValueError, got "
        f"{error!r}. Revisit the prompt: it names the class of the error."
    ) from error
else:
    raise AssertionError(
        f"key_for with the purpose 'plots': expected a ValueError, got {got}. "
        "Revisit the prompt: a purpose that is not listed has no key."
    )
expected = jax.random.normal(key_for(jax.random.key(1), "noise", 2, 700), (4,))
assert np.array_equal(noise_draw, expected), (
    f"noise_draw: expected {expected}, got {noise_draw}. Revisit its line: "
    "seed 1, the purpose 'noise', worker 2, step 700, shape (4,)."
)


# %% practice: noise-by-id
def add_noise(key, ids, values):
    """Return values plus noise that belongs to the id of each row."""
    # SOLUTION: one key for each id
    row_keys = jax.vmap(jax.random.fold_in, in_axes=(None, 0))(key, ids)
    width = values.shape[1:]
    return values + jax.vmap(lambda k: jax.random.normal(k, width))(row_keys)
    # END SOLUTION


ids = jnp.array([7, 3, 11, 5])  # (4,)
values = jnp.zeros((4, 2))  # (4, 2)
noisy_values = add_noise(
    jax.random.key(2), ids, values
)  # SOLUTION: noise of seed 2
print("Zeros with noise:", noisy_values)

# %% check: noise-by-id
import numpy as np

many_ids = np.array([12, 4, 400_000, 0, 9, 8, 1, 400_001])  # (8,)
many_values = np.arange(4_000.0).reshape(8, 500) / 1_000  # (8, 500)


def noise_of(seed, rows, values, name):
    """Return what add_noise adds to values, for some of the many ids."""
    row_ids = jnp.asarray(many_ids[rows])
    try:
        got = add_noise(jax.random.key(seed), row_ids, jnp.asarray(values))
    except (TypeError, ValueError) as error:
        raise AssertionError(
            f"add_noise on {name}: expected an array of shape {values.shape}, "
            f"got {error!r}. Revisit the noise of a row, as wide as its values."
        ) from error
    shape = getattr(got, "shape", type(got).__name__)
    assert shape == values.shape, (
        f"add_noise on {name}: expected an array of shape {values.shape}, got "
        f"{shape}. Revisit the shape of the noise of one row."
    )
    return np.asarray(got) - values


everyone = np.arange(8)
noise = noise_of(41, everyone, many_values, "8 rows of 500")  # (8, 500)
for label, got, expected, tolerance in [
    ("mean", noise.mean(), 0.0, 0.08),
    ("mean square", (noise**2).mean(), 1.0, 0.12),
    ("share between -1 and 1", (abs(noise) < 1).mean(), 0.683, 0.05),
]:
    assert abs(got - expected) < tolerance, (
        f"add_noise on 8 rows of 500: expected noise with {expected} as its "
        f"{label}, got {got:.3f}. Revisit the draw: normal numbers, one for "
        "each entry, added to the values."
    )
for i in range(8):
    for j in range(i + 1):
        # Pairs the numbers of two rows, shifted by any number of places.
        products = np.correlate(noise[i], noise[j], "full")  # (999,)
        if i == j:
            products = products[500:]
        assert abs(products).max() < 150, (
            f"add_noise for the ids {many_ids[j]} and {many_ids[i]}: expected "
            f"unrelated numbers, got {abs(products).max() / 500:.2f} as a mean "
            "product of some of them. Revisit the key of a row, which no two "
            "ids share, and the draw: one number for each entry."
        )
for name, rows, values in [
    ("8 rows of zeros", everyone, 0 * many_values),
    ("the rows reversed", everyone[::-1], many_values),
    ("the rows 5, 1, 6 and 2", [5, 1, 6, 2], many_values[:4]),
]:
    got = noise_of(41, rows, values, name)
    assert np.allclose(got, noise[rows], atol=1e-4), (
        f"add_noise on {name}: expected the noise that these ids had before, "
        "got another. Revisit what addresses a row: its id, not its place, "
        "its values or the number of rows."
    )
other = noise_of(42, everyone, many_values, "8 rows of 500")
assert abs((noise * other).mean()) < 0.1, (
    "add_noise from seed 42: expected other noise than from seed 41, got "
    "related one. Revisit the key that the ids are folded into."
)
expected = add_noise(
    jax.random.key(2), jnp.array([7, 3, 11, 5]), jnp.zeros((4, 2))
)
assert np.array_equal(noisy_values, expected), (
    f"noisy_values: expected {expected}, got {noisy_values}. Revisit its line: "
    "seed 2, the four ids, the four rows."
)

# %% challenge: go-on
POINTS = 1_000


def count_blocks(key, blocks):
    """Return for each block how many of its points lie in the disk."""
    # SOLUTION: a key for each block

    def count_block(block):
        block_key = jax.random.fold_in(key, block)
        points = jax.random.uniform(block_key, (POINTS, 2))
        return jnp.sum(jnp.sum(points**2, axis=1) < 1)

    return jax.vmap(count_block)(blocks)
    # END SOLUTION


def go_on(key, saved, num_blocks):
    """Return the saved pair after so many blocks more."""
    # SOLUTION: count the next blocks and add
    next_block, total = saved
    blocks = jnp.arange(next_block, next_block + num_blocks)
    total = total + int(jnp.sum(count_blocks(key, blocks)))
    return next_block + num_blocks, total
    # END SOLUTION


before_crash = go_on(jax.random.key(3), (0, 0), 8)  # SOLUTION: 8 blocks
finished = go_on(jax.random.key(3), before_crash, 4)  # SOLUTION: 4 more
print("Saved after 8 blocks: ", before_crash)
print("Saved after 12 blocks:", finished)
pi_estimate = 4 * finished[1] / (finished[0] * POINTS)  # SOLUTION: from shares
print("Estimate of pi:", pi_estimate)


# %% check: go-on
def counts_of(seed, blocks):
    """Return the counts of some blocks as a list, and look at their type."""
    got = count_blocks(jax.random.key(seed), jnp.array(blocks))
    shape = getattr(got, "shape", type(got).__name__)
    assert shape == (len(blocks),), (
        f"count_blocks on {len(blocks)} blocks: expected an array of shape "
        f"({len(blocks)},), got {shape}. Revisit the prompt: one count for "
        "each block."
    )
    assert got.dtype.kind in "iu", (
        f"count_blocks: expected whole numbers, got {got.dtype}. Revisit the "
        "prompt: how many points of a block lie inside."
    )
    return got.tolist()


counts = counts_of(51, range(8))
assert abs(sum(counts) / (8 * POINTS) - 0.7854) < 0.02, (
    f"count_blocks on 8 blocks: expected a share of about 0.785 inside, got "
    f"{sum(counts) / (8 * POINTS):.3f}. Revisit the test of a point: both "
    "coordinates from 0 to 1, the sum of squares below 1."
)
assert len(set(counts)) > 4, (
    f"count_blocks on 8 blocks: expected counts that vary, got {counts}. "
    "Revisit the key of a block: blocks must not share it."
)
assert 12 < max(counts) - min(counts) < 120, (
    f"count_blocks on 8 blocks: expected counts that lie about 40 apart, got "
    f"{counts}. Revisit the draw of a block: {POINTS} separate points."
)
for blocks in ([0, 2, 4, 6], [7, 5, 3, 1]):
    got = counts_of(51, blocks)
    assert got == [counts[block] for block in blocks], (
        f"count_blocks on the blocks {blocks}: expected their counts among all "
        f"eight, {[counts[block] for block in blocks]}, got {got}. Revisit "
        "what addresses a block: its number, not its place in a call."
    )
assert counts_of(52, range(8)) != counts, (
    "count_blocks from seed 52: expected other counts than from seed 51, got "
    "the same. Revisit the key that the numbers are folded into."
)
for pieces in [(8,), (4, 4)]:
    saved = (0, 0)
    for piece in pieces:
        saved = go_on(jax.random.key(51), saved, piece)
        assert isinstance(saved, tuple) and len(saved) == 2, (
            f"go_on by {piece} blocks: expected (next block, total), got "
            f"{saved!r}. Revisit the prompt: the pair that came in, moved on."
        )
        assert all(type(part) is int for part in saved), (
            f"go_on by {piece} blocks: expected two Python integers, got "
            f"{saved!r}. Revisit what can be saved: int(...) takes a number "
            "out of an array."
        )
    assert saved == (8, sum(counts)), (
        f"go_on in pieces of {pieces} blocks: expected (8, {sum(counts)}), "
        f"got {saved}. Revisit the saved pair: which block is next, and the "
        "total so far."
    )
expected = go_on(jax.random.key(3), (0, 0), 8)
assert before_crash == expected, (
    f"before_crash: expected {expected}, 8 blocks from seed 3, got "
    f"{before_crash}. Revisit its line: nothing was saved yet, so it starts "
    "from (0, 0)."
)
expected = go_on(jax.random.key(3), expected, 4)
assert finished == expected, (
    f"finished: expected {expected}, got {finished}. Revisit its line: the "
    "saved pair goes in, and 4 blocks are missing."
)
expected = 4 * expected[1] / (12 * POINTS)
assert isinstance(pi_estimate, float) and abs(pi_estimate - expected) < 1e-6, (
    f"pi_estimate: expected {expected}, got {pi_estimate}. Revisit its line: "
    "four times the share of points inside."
)

# %% pass
print("PASS: state-02")
