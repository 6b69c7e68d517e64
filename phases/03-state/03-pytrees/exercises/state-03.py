"""Keep a model in nested containers and treat all its arrays in one call."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: params
import jax
import jax.numpy as jnp

# The second entry of "b" is a scale, which this model does without.
params = {"w": jnp.ones((2, 3)), "b": (jnp.zeros(3), None)}
print("Keys as written:", *params)

# %% build: leaves
leaves = jax.tree.leaves(params)
print("Shapes of the leaves:", *[leaf.shape for leaf in leaves])
total = sum(leaf.size for leaf in leaves)
print("Numbers in all:", total)
assert total == 3 + 2 * 3, "the leaves hold another number of entries"

# %% build: structure
leaves, structure = jax.tree.flatten(params)
print(structure)
rebuilt = jax.tree.unflatten(structure, leaves)
print("Rebuilt w is the same array:", rebuilt["w"] is params["w"])

# %% build: map
doubled = jax.tree.map(lambda leaf: 2 * leaf, params)
print("Sum of the doubled w:", doubled["w"].sum())
print("Scale:", doubled["b"][1])
same_structure = jax.tree.structure(doubled) == structure
print("Same structure:", same_structure)
assert same_structure and doubled["w"].sum() == 12, "the map lost a part"

# %% build: paths
def name_of(path):
    """Write a path as text, such as b/0."""
    return jax.tree_util.keystr(path, simple=True, separator="/")


for path, leaf in jax.tree.leaves_with_path(params):
    print(name_of(path), leaf.shape)

# %% build: gradient
inputs = jnp.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0]])  # (4, 2)
targets = inputs @ jnp.array([[3.0, 1.0, 0.0], [0.0, 1.0, 2.0]])  # (4, 3)


def predict(params, inputs):
    shift, scale = params["b"]
    outputs = inputs @ params["w"] + shift
    return outputs if scale is None else scale * outputs


def loss(params, inputs, targets):
    return jnp.mean((predict(params, inputs) - targets) ** 2)


grads = jax.grad(loss)(params, inputs, targets)
print(jax.tree.structure(grads))
print("Gradient of the shift:", *[f"{grad:.3f}" for grad in grads["b"][0]])

# %% build: step
RATE = 0.25


def move(leaf, grad):
    return leaf - RATE * grad


stepped = jax.tree.map(move, params, grads)
first_loss = loss(params, inputs, targets)
next_loss = loss(stepped, inputs, targets)
print(f"Loss before and after: {first_loss:.4f} {next_loss:.4f}")
assert next_loss < first_loss, "a step against the gradient went uphill"

# %% build: slope
def raised_by(h):
    return jax.tree.map(lambda leaf: leaf + h, params)


by_leaves = sum(grad.sum() for grad in jax.tree.leaves(grads))
ahead = loss(raised_by(0.1), inputs, targets)
behind = loss(raised_by(-0.1), inputs, targets)
by_loss = (ahead - behind) / 0.2
print(f"Sum of all slopes: {by_leaves:.4f}")
# Rounding moves such losses by about 1e-7, which is divided here by 0.2.
sums_agree = bool(abs(by_leaves - by_loss) < 1e-4)
print("Leaves = difference of losses:", sums_agree)
assert sums_agree, "the gradient misses a leaf, or counts one twice"

# %% experiment: none-filled
filled = {"w": params["w"], "b": (params["b"][0], jnp.ones(3))}
print("Leaves with None:", len(jax.tree.leaves(params)))
print("Leaves with an array:", len(jax.tree.leaves(filled)))
every = jax.tree.leaves(params, is_leaf=lambda node: node is None)
print("With None declared a leaf:", len(every))


def second_is_none(first, second):
    return second is None


try:
    jax.tree.map(second_is_none, params, filled)
except ValueError as error:
    print(type(error).__name__, "at ['b'][1]:", "['b'][1]" in str(error))
else:
    raise AssertionError("a map with None in the first tree was accepted")
print("Filled first:", jax.tree.map(second_is_none, filled, params))

# %% experiment: shares
def to_shares(leaf):
    return leaf / jnp.sum(leaf)


as_array = {"votes": jnp.array([1.0, 1.0, 2.0])}
as_list = {"votes": [1.0, 1.0, 2.0]}
for name, tree in [("Array", as_array), ("List", as_list)]:
    shares = jnp.array(jax.tree.map(to_shares, tree)["votes"])
    print(f"{name}, leaves:", len(jax.tree.leaves(tree)))
    print(f"{name}, shares:", *shares.tolist(), "sum:", shares.sum())
assert shares.sum() == 3, "the list was taken as one array"

# %% experiment: other-shape
narrow = {"w": grads["w"].mean(axis=0), "b": grads["b"]}
print("Same structure:", jax.tree.structure(narrow) == structure)
odd = jax.tree.map(move, params, narrow)
print("Shape of w:", odd["w"].shape)
print(f"Loss after the step: {loss(odd, inputs, targets):.4f}")
shapes = jax.tree.map(jnp.shape, params)
print("Same shapes:", shapes == jax.tree.map(jnp.shape, narrow))
assert loss(odd, inputs, targets) > next_loss, "the narrow step was as good"

# %% exercise: table
def table(tree):
    """Return one pair (name, shape) for each leaf, in leaf order."""
    raise NotImplementedError("TODO: one pair for each path and leaf")


rows = ...  # TODO: the table of params
print("Rows:", rows)

# %% check: table
assert rows is not ..., "table: `rows` is still `...`"
table_cases = {
    "a model with names out of order": (
        {"out": {"w": jnp.ones((3, 1)), "b": jnp.ones(1)}, "in": jnp.ones(2)},
        [("in", (2,)), ("out/b", (1,)), ("out/w", (3, 1))],
    ),
    "a list with None in the middle": (
        [jnp.ones(4), None, jnp.ones((2, 2))],
        [("0", (4,)), ("2", (2, 2))],
    ),
    "Python numbers and a list of them": (
        {"rate": 0.1, "sizes": [2, 3]},
        [("rate", ()), ("sizes/0", ()), ("sizes/1", ())],
    ),
    "twelve layers": (
        {f"layer{k}": jnp.zeros(k) for k in range(1, 13)},
        [(f"layer{k}", (k,)) for k in sorted(range(1, 13), key=str)],
    ),
    "eleven numbers in a list": ([0.5] * 11, [(f"{i}", ()) for i in range(11)]),
    "an empty model": ({"b": (None, [])}, []),
}
for name, (tree, expected) in table_cases.items():
    try:
        got = table(tree)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise AssertionError(
            f"table of {name}: expected {expected}, got {error!r}. Revisit "
            "the leaves: any nesting may come, and a number is a leaf too."
        ) from error
    assert isinstance(got, (list, tuple)), (
        f"table of {name}: expected a list of pairs, got {got!r}. Revisit the "
        "docstring: one pair for each leaf."
    )
    got = [tuple(row) if isinstance(row, list) else row for row in got]
    # As text: an array among the answers has no single True or False.
    assert str(got) == str(expected), (
        f"table of {name}: expected {expected}, got {got}. Revisit paths: a "
        "name comes with its leaf, and None has neither."
    )
assert str(rows) == str(table(params)), (
    f"rows: expected the two leaves of params, got {rows}. Revisit its line: "
    "your function, called on params."
)

# %% practice: average
def average(trees):
    """Return the mean of several models, leaf by leaf."""

    raise NotImplementedError("TODO: compare what has to fit, then average")


mean_model = ...  # TODO: of all three
print("Mean model:", mean_model)

# %% check: average
assert mean_model is not ..., "average: `mean_model` is still `...`"
plain = {"w": jnp.array([1.0, 2.0]), "b": (jnp.array(3.0), None)}
other = {"w": jnp.array([3.0, 6.0]), "b": (jnp.array(5.0), None)}
third = {"w": jnp.array([9.0, 1.0]), "b": (jnp.array(1.0), None)}
average_cases = {
    "one model": ([plain], [3.0], [1.0, 2.0]),
    "two models": ([plain, other], [4.0], [2.0, 4.0]),
    "three models": ([plain, other, third], [3.0], [13 / 3, 3.0]),
    "four models": ([plain, plain, plain, other], [3.5], [1.5, 3.0]),
}
for name, (trees, shift, weights) in average_cases.items():
    try:
        got = average(trees)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise AssertionError(
            f"average of {name}: expected a model, got {error!r}. Revisit "
            "`jax.tree.map`: it takes any number of trees after the function."
        ) from error
    assert jax.tree.structure(got) == jax.tree.structure(plain), (
        f"average of {name}: expected the structure "
        f"{jax.tree.structure(plain)}, got {jax.tree.structure(got)}. Revisit "
        "the docstring: what comes back is a model."
    )
    flat = [jnp.reshape(leaf, -1).tolist() for leaf in jax.tree.leaves(got)]
    assert [jnp.shape(leaf) for leaf in jax.tree.leaves(got)] == [(), (2,)], (
        f"average of {name}: expected the leaf shapes () and (2,), got "
        f"{jax.tree.map(jnp.shape, got)}. Revisit the mean: over models, not "
        "over entries."
    )
    assert jnp.allclose(jnp.array(sum(flat, [])), jnp.array(shift + weights)), (
        f"average of {name}: expected b/0 {shift} and w {weights}, got {flat}. "
        "Revisit the mean: every model counts once, leaf by leaf."
    )
nested = {"layers": [jnp.ones((2, 2)), (jnp.zeros(1), {"s": jnp.ones(())})]}
got = average([nested, jax.tree.map(lambda leaf: leaf + 2, nested)])
assert jax.tree.structure(got) == jax.tree.structure(nested) and all(
    jnp.allclose(a, b + 1)
    for a, b in zip(jax.tree.leaves(got), jax.tree.leaves(nested), strict=True)
), (
    f"average of a nested model and that model plus 2: expected the model "
    f"plus 1, got {got}. Revisit the map: it takes any structure."
)
stretched = {"w": jnp.array(4.0), "b": (jnp.array(1.0), None)}
scaled = {"w": jnp.array([1.0, 2.0]), "b": (jnp.array(3.0), jnp.array(1.0))}
listed = {"w": jnp.array([1.0, 2.0]), "b": [jnp.array(3.0), None]}
row = {"w": jnp.array([[1.0, 2.0]]), "b": (jnp.array(3.0), None)}
column = {"w": jnp.array([[1.0], [2.0]]), "b": (jnp.array(3.0), None)}
swapped = {"w": jnp.array(3.0), "b": (jnp.array([1.0, 2.0]), None)}
for name, trees, idea in [
    ("w of shapes (2,) and ()", [plain, stretched], "shapes may broadcast"),
    ("w of shapes () and (2,)", [stretched, plain], "shapes may broadcast"),
    ("w of shapes (2,) and (1, 2)", [plain, row], "equal sizes are too little"),
    ("w of shapes (1, 2) and (2, 1)", [row, column], "shapes may broadcast"),
    ("shapes in other places", [plain, swapped], "compare place by place"),
    ("a third of another shape", [plain, other, stretched], "look at all"),
    ("None and an array", [plain, scaled], "structures must be equal"),
    ("an array and None", [scaled, plain], "the first may hide a None"),
    ("a tuple and a list", [plain, listed], "structures must be equal"),
]:
    try:
        got = average(trees)
    except ValueError:
        continue
    except (AssertionError, AttributeError, KeyError, TypeError) as error:
        got = repr(error)
    raise AssertionError(
        f"average of {name}: expected a ValueError, got {got}. Revisit what "
        f"has to fit: {idea}."
    )
expected = average([params, doubled, doubled])
assert jax.tree.structure(mean_model) == jax.tree.structure(expected) and all(
    jax.tree.leaves(jax.tree.map(jnp.allclose, mean_model, expected))
), (
    f"mean_model: expected 5/3 in every entry of w and zeros in b/0, got "
    f"{mean_model}. Revisit its line: params once and doubled twice."
)

# %% challenge: own-map
def own_map(function, tree):
    """Apply `function` to each leaf, in leaf order, without jax.tree."""
    raise NotImplementedError("TODO: containers call own_map again")


halved = ...  # TODO: half of doubled
layers = {f"layer{k}": k for k in range(1, 13)}
seen = []  # The leaves of layers, in the order of the calls.
noted = ...  # TODO: seen.append on layers
print("Halved:", halved)
print("First leaves:", seen[:4])

# %% check: own-map
assert halved is not ..., "own-map: `halved` is still `...`"
assert noted is not ..., "own-map: `noted` is still `...`"
map_cases = {
    "a leaf alone": 3,
    "a list in a list": [[1, 2], [], [3, [4]]],
    "a tuple with None": (1, None, (2, (None,))),
    "a dictionary": {"w": 1, "b": {"d": 2, "c": (3, None)}, "a": [4, 5]},
    "keys that are numbers": {10: 1, 9: [2, {3: 4, 1: 5}]},
    "twelve layers": {f"layer{k}": k for k in range(1, 13)},
    "zero, False and an empty text": [0, False, ""],
    "None alone": None,
    "a text and a set": {"name": "ridge", "tags": {7}},
}
for name, tree in map_cases.items():
    visited, expected = [], jax.tree.map(lambda leaf: [leaf, "seen"], tree)

    def note(leaf, visited=visited):
        visited.append(leaf)
        return [leaf, "seen"]

    try:
        got = own_map(note, tree)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise AssertionError(
            f"own_map on {name}: expected {expected}, got {error!r}. Revisit "
            "the cases: None, dictionary, list or tuple, and all the rest."
        ) from error
    assert got == expected and type(got) is type(expected), (
        f"own_map on {name}: expected {expected}, got {got}. Revisit the "
        "containers: each comes back as what it was, and None has no leaf."
    )
    assert visited == jax.tree.leaves(tree), (
        f"own_map on {name}: expected the calls {jax.tree.leaves(tree)}, got "
        f"{visited}. Revisit leaf order: the keys of a dictionary are sorted."
    )
arrays = own_map(lambda leaf: leaf + 1, {"w": jnp.zeros((2, 2))})
assert jnp.array_equal(arrays["w"], jnp.ones((2, 2))), (
    f"own_map on an array of shape (2, 2): expected the array plus 1, got "
    f"{arrays}. Revisit leaves: an array is handed over whole."
)


class Pair:
    """JAX takes this apart once it is registered; to own_map it is a leaf."""


jax.tree_util.register_pytree_node(
    Pair, lambda pair: ((1, 2), None), lambda _, parts: parts
)
pair = Pair()
got = own_map(lambda leaf: [leaf], {"pair": pair})
assert got == {"pair": [pair]}, (
    f"own_map on an object that JAX would take apart: expected the object as "
    f"one leaf, got {got}. Revisit the prompt: four kinds of container, in "
    "plain Python, with no call into jax."
)
assert jax.tree.structure(halved) == structure and all(
    jax.tree.leaves(jax.tree.map(jnp.array_equal, halved, params))
), (
    f"halved: expected the numbers of params, got {halved}. Revisit its line: "
    "half of every leaf of doubled."
)
assert seen == jax.tree.leaves(layers), (
    f"seen: expected {jax.tree.leaves(layers)}, got {seen}. Revisit its line: "
    "`seen.append` on `layers`, once."
)
assert isinstance(noted, dict) and noted == dict.fromkeys(layers), (
    f"noted: expected the keys of layers, each with None, got {noted}. Revisit "
    "its line: what own_map returns, when the function returns nothing."
)

# %% pass
print("PASS: state-03")
