# caught by: float32 routes agree up to their last bits
def formula_pair(w, x, y):
    """Return loss and gradient from the formula, without jax.grad."""
    n = len(y)
    differences = x @ w - y
    return differences @ differences / n, 2 / n * x.T @ differences


def same(pair, reference):
    value, grads = pair
    return bool(value == reference[0] and jnp.all(grads == reference[1]))


def audit(function, w, x, y):
    """Return two verdicts: compiled = eager, compiled = formula."""
    eager = jax.value_and_grad(function)
    pair = jax.block_until_ready(jax.jit(eager)(w, x, y))
    return same(pair, eager(w, x, y)), same(pair, formula_pair(w, x, y))


verdicts = audit(loss, w, x, y)
print("Compiled = eager, compiled = formula:", verdicts)
