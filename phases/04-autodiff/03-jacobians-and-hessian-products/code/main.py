"""Compute Jacobians and Hessians whole, and their products without them."""

# %% build: tensions
import jax
import jax.numpy as jnp

REST = 1.0


def stretches(positions):
    return positions[1:] - positions[:-1] - REST


@jax.jit
def tensions(positions):
    """Return the pull of each spring, which grows faster than its stretch."""
    s = stretches(positions)
    return s + s**3


positions = jnp.array([0.0, 1.0, 3.0, 3.5])  # (4,)
print("Tensions:", tensions(positions))

# %% build: columns
units = jnp.eye(4)  # (4, 4)
columns = [jax.jvp(tensions, (positions,), (v,))[1] for v in units]
by_columns = jnp.stack(columns, axis=1)  # (3, 4)
print(by_columns)

# %% build: rows
_, pull = jax.vjp(tensions, positions)
by_rows = jnp.stack([pull(u)[0] for u in jnp.eye(3)])  # (3, 4)
print("Rows = columns:", bool(jnp.array_equal(by_rows, by_columns)))

# %% build: formula
D = units[1:] - units[:-1]  # (3, 4)
k = 1 + 3 * stretches(positions) ** 2  # (3,)
by_formula = k[:, None] * D  # (3, 4)
forward = jax.jit(jax.jacfwd(tensions))(positions)  # (3, 4)
reverse = jax.jit(jax.jacrev(tensions))(positions)  # (3, 4)
print("Stiffness of the springs:", k)
for name, J in [
    ("Columns", by_columns),
    ("jacfwd", forward),
    ("jacrev", reverse),
]:
    same = bool(jnp.allclose(J, by_formula, atol=1e-6))
    print(f"{name} = formula:", same)
    assert same, f"{name} differs from the formula"


# %% build: energy
@jax.jit
def energy(positions):
    s = stretches(positions)
    return jnp.sum(s**2 / 2 + s**4 / 4)


slopes = jax.grad(energy)(positions)  # (4,)
print("Energy:", energy(positions), "slopes:", slopes)
pulled = tensions(positions) @ D  # (4,)
print("Slopes = pulled tensions:", bool(jnp.array_equal(slopes, pulled)))

# %% build: hessian
H = jax.jit(jax.hessian(energy))(positions)  # (4, 4)
print(H)
hessian_agrees = bool(jnp.allclose(H, D.T @ by_formula, atol=1e-6))
print("Hessian = formula:", hessian_agrees)
assert hessian_agrees, "the Hessian differs from its formula"


# %% build: product
@jax.jit(static_argnames="function")
def product(function, x, v):
    """Return the Hessian of the function at x, times v."""
    return jax.jvp(jax.grad(function), (x,), (v,))[1]


zigzag = jnp.array([1.0, -1.0, 1.0, -1.0])  # (4,)
bend = product(energy, positions, zigzag)  # (4,)
curvature = zigzag @ bend / (zigzag @ zigzag)  # ()
print("Product:", bend, "curvature:", curvature)
product_agrees = bool(jnp.allclose(bend, H @ zigzag, atol=1e-5))
print("Product = H @ v:", product_agrees)
assert product_agrees, "the push through the gradient is not H @ v"

# %% build: long-chain
index = jnp.arange(100_000.0)
odd = index % 2
long_chain = index + 0.5 * odd  # (100000,)
long_zigzag = 1 - 2 * odd  # (100000,)

whole = jax.eval_shape(jax.hessian(energy), long_chain)
long_bend = product(energy, long_chain, long_zigzag)  # (100000,)
squares = long_zigzag @ long_zigzag
print(f"Hessian: {whole.shape}, {4 * whole.size / 1e9:.0f} GB")
print(f"Product: {long_bend.shape}, {long_bend.nbytes / 1e6:.1f} MB")
long_curvature = long_zigzag @ long_bend / squares  # ()
print(f"Curvature: {long_curvature:.2f}")
assert abs(long_curvature - 7.0) < 0.001, "the long chain misses its curvature"

# %% figure: pattern
import matplotlib.pyplot as plt

few = jnp.arange(8.0)
spread_out = few + 0.1 * few**2  # (8,)
pattern = jax.jit(jax.hessian(energy))(spread_out)  # (8, 8)
# Zero is white if the scale is as long below zero as above.
plt.imshow(pattern, cmap="RdBu", vmin=-11, vmax=11)
plt.colorbar(label="entry of the Hessian")
plt.xlabel("point that moves, j")
plt.ylabel("point whose slope changes, i")
plt.show()

# %% experiment: by-shape
times = jnp.arange(1000.0)


def wave(x):
    """Make 1000 outputs from two inputs, a height and a rate."""
    return x[0] * jnp.sin(x[1] * times)


def summary(x):
    """Make two outputs from all inputs."""
    return jnp.stack([jnp.mean(x), jnp.mean(x**2)])


def largest(function, x):
    """Return the entries of the largest array in a function's record."""
    eqns = jax.make_jaxpr(function)(x).eqns
    return max(eqn.outvars[0].aval.size for eqn in eqns)


for function, x in [(wave, jnp.array([1.0, 0.1])), (summary, times)]:
    print(function.__name__, jax.eval_shape(jax.jacfwd(function), x).shape)
    for mode in [jax.jacfwd, jax.jacrev]:
        print(f"{mode.__name__}: largest array {largest(mode(function), x)}")

# %% experiment: sum-of-slopes
try:
    jax.grad(jax.grad(energy))(positions)
except TypeError as error:
    print(type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("grad took a function with four outputs")

summed = jax.grad(lambda x: jnp.sum(jax.grad(energy)(x)))(positions)
diagonal = jnp.diagonal(H)  # (4,)
print("Gradient of the summed slopes:", summed)
print("Diagonal of the Hessian:", diagonal)
print("Hessian times ones:", H @ jnp.ones(4))
assert not jnp.allclose(summed, diagonal), "the sum kept the entries apart"


# %% experiment: tree
@jax.jit
def tree_energy(params):
    p = params["positions"]
    s = p[1:] - p[:-1] - params["rest"]
    return jnp.sum(s**2 / 2 + s**4 / 4)


params = {"positions": positions, "rest": jnp.array(1.0)}
longer = {"positions": jnp.zeros(4), "rest": jnp.array(1.0)}
blocks = jax.eval_shape(jax.hessian(tree_energy), params)
tree_bend = product(tree_energy, params, longer)
print("Hessian:", jax.tree.map(lambda block: block.shape, blocks))
print("Product:", jax.tree.map(lambda leaf: leaf.tolist(), tree_bend))


# %% exercise: jacobian
def jacobian(function, x):
    """Return the Jacobian of the function at x, in the cheaper mode."""
    # SOLUTION: compare the sizes, choose the mode
    outputs = jax.eval_shape(function, x).size
    mode = jax.jacfwd if x.size < outputs else jax.jacrev
    return mode(function)(x)
    # END SOLUTION


wave_jacobian = jacobian(
    wave, jnp.array([1.0, 0.1])
)  # SOLUTION: of wave, at height 1.0 and rate 0.1
print("Jacobian of wave:", getattr(wave_jacobian, "shape", None))

# %% check: jacobian
import numpy as np

grid = jnp.asarray(np.sin(np.arange(40.0)), jnp.float32)  # (40,)
first = jnp.asarray([0.5, 1.5, -0.75])  # (3,)


def list_sizes(record):
    """Yield the entries of each array in a record, and in records inside it."""
    for eqn in record.eqns:
        yield from (var.aval.size for var in eqn.outvars)
        for inner in eqn.params.values():
            inner = getattr(inner, "jaxpr", inner)
            if hasattr(inner, "eqns"):
                yield from list_sizes(inner)


def run_compiled(title, function, x):
    """Run a function as a program, and answer in words if it cannot be one."""
    try:
        return jax.jit(function)(x)
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise AssertionError(
            f"{title}: expected a function that jax.jit can trace, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the prompt: "
            "which types and shapes may come in, and what goes out."
        ) from error


jacobian_cases = {
    "40 inputs, 2 outputs": (lambda x: jnp.sin(x).reshape(2, 20).sum(1), grid),
    "12 inputs, 40 outputs": (
        lambda x: jnp.sin(x[0] * grid) + x[1:].sum(),
        grid[:12],
    ),
    "a block (1, 40, 1), 3 outputs": (
        lambda x: x.sum() * first,
        grid[None, :, None],
    ),
    "a number, a table (2, 20)": (
        lambda x: (x * grid).reshape(2, 20),
        first[0],
    ),
    "40 inputs, a number": (lambda x: jnp.sum(x**3), grid),
    "3 inputs, a block (1, 3, 40)": (
        lambda x: x[None, :, None] ** 2 * grid,
        first,
    ),
}
for name, (function, x) in jacobian_cases.items():
    expected = jax.jit(jax.jacrev(function))(x)
    title = f"jacobian on {name}"
    got = run_compiled(title, lambda x, f=function: jacobian(f, x), x)
    assert getattr(got, "shape", None) == expected.shape, (
        f"{title}: expected the shape {expected.shape}, got "
        f"{getattr(got, 'shape', got)}. Revisit the axes: those of the output, "
        "then those of the input."
    )
    assert np.allclose(got, expected, atol=1e-5), (
        f"{title}: expected {expected}, got {got}. Revisit the two "
        "modes: both give the same numbers."
    )
    record = jax.make_jaxpr(lambda x, f=function: jacobian(f, x))(x)
    entries = max(list_sizes(record))
    assert entries <= 2 * expected.size, (
        f"{title}: expected no array above {2 * expected.size} "
        f"entries, got {entries}. Revisit the passes: one push for each entry "
        "of the input, or one pull for each entry of the output."
    )
got = getattr(wave_jacobian, "shape", None)
assert got == (1000, 2), (
    f"wave_jacobian: expected the shape (1000, 2), got {got}. Revisit its line."
)
assert np.allclose(wave_jacobian[10], [np.sin(1.0), 10 * np.cos(1.0)]), (
    f"wave_jacobian: expected the row 10 to be 0.84147 and 5.40302, got "
    f"{wave_jacobian[10]}. Revisit its line: the height, then the rate."
)


# %% practice: best-step
def tree_dot(a, b):
    """Multiply matching entries of two trees, and add up all of it."""
    return sum(jax.tree.leaves(jax.tree.map(lambda x, y: jnp.sum(x * y), a, b)))


def best_step(loss, params):
    """Return the length of a step downhill, and the params after it."""
    # SOLUTION: divide slope by curvature, step
    grads = jax.grad(loss)(params)
    bend = product(loss, params, grads)
    length = tree_dot(grads, grads) / tree_dot(grads, bend)
    return length, jax.tree.map(lambda p, g: p - length * g, params, grads)
    # END SOLUTION


length, relaxed = best_step(tree_energy, params)  # SOLUTION: from params
relaxed_energy = tree_energy(relaxed)  # SOLUTION: the energy there
print("Length:", length, "energy after it:", relaxed_energy)


# %% check: best-step
def bowl(params):
    """A quadratic that couples its parts, with its lowest point at 1."""
    rest = jax.tree.map(lambda x: x - 1.0, params)
    squares = jax.tree.map(lambda x: jnp.sum(x * x * 3.0), rest)
    total = sum(jnp.sum(x) for x in jax.tree.leaves(rest))
    return sum(jax.tree.leaves(squares)) + total**2


def reference(loss, start):
    """Return length and params, by a pull in the place of the push."""
    grads, turn = jax.vjp(jax.grad(loss), start)
    length = tree_dot(grads, grads) / tree_dot(grads, turn(grads)[0])
    return length, jax.tree.map(lambda p, g: p - length * g, start, grads)


step_cases = {
    "the chain and its rest": (tree_energy, params),
    "an array": (lambda x: x @ x + x[0] ** 2 * x[2], first),
    "a bowl, as a tuple with a list": (bowl, (first[0], [first])),
    "a bowl, 41 numbers in a dictionary": (bowl, {"w": grid, "b": first[1]}),
}
for name, (loss, start) in step_cases.items():
    title = f"best_step on {name}"
    expected, aim = jax.jit(lambda p, f=loss: reference(f, p))(start)
    got = run_compiled(title, lambda p, f=loss: best_step(f, p), start)
    assert isinstance(got, (tuple, list)) and len(got) == 2, (
        f"{title}: expected the pair (length, params), got {got}. Revisit the "
        "docstring."
    )
    assert getattr(got[0], "shape", None) == (), (
        f"{title}: expected one length, got {got[0]}. Revisit the formula: "
        "both sums run over all leaves."
    )
    assert np.allclose(got[0], expected, rtol=1e-4), (
        f"{title}: expected the length {expected:.5f}, got {got[0]}. Revisit "
        "the formula: g·g over g·Hg, where Hg is the product with the gradient."
    )
    structure = jax.tree.structure(start)
    assert jax.tree.structure(got[1]) == structure, (
        f"{title}: expected the structure {structure}, got {got[1]}. "
        "Revisit the step: it keeps the tree."
    )
    pairs = zip(jax.tree.leaves(got[1]), jax.tree.leaves(aim), strict=True)
    assert all(np.allclose(a, b, atol=1e-4) for a, b in pairs), (
        f"{title}: expected {aim}, got {got[1]}. Revisit the direction: "
        "against the gradient, times the length."
    )
    record = jax.make_jaxpr(lambda p, f=loss: best_step(f, p))(start)
    entries = max(list_sizes(record))
    assert entries <= 100, (
        f"{title}: expected no array above 100 entries, got {entries}. "
        "Revisit `product`: it needs no Hessian."
    )
is_tree = jax.tree.structure(relaxed) == jax.tree.structure(params)
is_number = isinstance(length, (float, jax.Array))
assert is_tree and is_number and np.allclose(length, 0.0875, atol=1e-4), (
    f"length, relaxed: expected 0.0875 and a tree like params, got {length} "
    f"and {relaxed}. Revisit their line: tree_energy, from params."
)
is_number = isinstance(relaxed_energy, (float, jax.Array))
assert is_number and np.allclose(relaxed_energy, tree_energy(relaxed)), (
    f"relaxed_energy: expected {tree_energy(relaxed)}, the energy of relaxed, "
    f"got {relaxed_energy}. Revisit the last line."
)


# %% challenge: band
def band(function, x):
    """Return the diagonal of a banded Hessian, and the entries right of it."""
    # SOLUTION: three products, then read them
    i = jnp.arange(x.size)
    probes = (i % 3 == jnp.arange(3)[:, None]).astype(x.dtype)
    products = jax.vmap(lambda v: product(function, x, v))(probes)
    return products[i % 3, i], products[i[1:] % 3, i[:-1]]
    # END SOLUTION


long_diagonal, long_beside = band(
    energy, long_chain
)  # SOLUTION: of the long chain
print("Diagonal:", long_diagonal, "beside:", long_beside)


# %% check: band
def coupled(x):
    """Tie each entry to the next one, and bend each by itself."""
    tied = jnp.sum(jnp.sin(2.0 * x[1:] * x[:-1] + x[1:]))
    return tied + jnp.sum(x**3 * (1.0 + jnp.arange(x.size)))


counts = {}
for n in [1, 2, 7, 30]:
    x = grid[:n]
    i = np.arange(n)
    full = np.asarray(jax.jit(jax.hessian(coupled))(x))
    expected = full[i, i], full[i[:-1], i[1:]]
    title = f"band on {n} entries"
    got = run_compiled(title, lambda x: band(coupled, x), x)
    parts = got if isinstance(got, (tuple, list)) else [got]
    shapes = [getattr(part, "shape", part) for part in parts]
    assert shapes == [(n,), (n - 1,)], (
        f"{title}: expected the shapes {(n,)} and {(n - 1,)}, got "
        f"{shapes}. Revisit the docstring: the diagonal, then one entry less."
    )
    assert np.allclose(got[0], expected[0], atol=1e-4), (
        f"{title}: expected the diagonal {expected[0]}, got "
        f"{got[0]}. Revisit the probes: no row may see two ones."
    )
    assert np.allclose(got[1], expected[1], atol=1e-4), (
        f"{title}: expected {expected[1]} beside the diagonal, got "
        f"{got[1]}. Revisit the probes, where no row may see two ones, and "
        "the reading: row i, in the product that holds column i + 1."
    )
    record = jax.make_jaxpr(lambda x: band(coupled, x))(x)
    sizes = list(list_sizes(record))
    counts[n] = len(sizes)
    assert n < 30 or max(sizes) <= 3 * n + 9, (
        f"{title}: expected no array above {3 * n + 9} entries, got "
        f"{max(sizes)}. Revisit the probes: three serve any n."
    )
assert counts[30] <= 2 * counts[7], (
    f"band on 30 entries: expected about as many equations as on 7, "
    f"{counts[7]}, got {counts[30]}. Revisit the number of products: three, "
    "for any n."
)
long_parts = [long_diagonal, long_beside]
shapes = [getattr(part, "shape", part) for part in long_parts]
assert (
    shapes == [(100_000,), (99_999,)]
    and np.allclose(long_diagonal[:2], [1.75, 3.5])
    and np.allclose(long_beside, -1.75)
), (
    "long_diagonal, long_beside: expected 100000 entries from 1.75, 3.5, and "
    f"99999 of -1.75 beside them, got {long_parts}. Revisit their line."
)

# %% pass
print("PASS: autodiff-03")
