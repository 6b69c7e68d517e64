# caught by: a tolerance must still see a mistake
def formula_pair(w, x, y):
    """Return loss and gradient from the formula, without jax.grad."""
    n = len(y)
    differences = x @ w - y
    return differences @ differences / n, 2 / n * x.T @ differences


def close(pair, reference):
    value, grads = pair
    return bool(
        jnp.allclose(value, reference[0], atol=1e-2)
        and jnp.allclose(grads, reference[1], atol=1e-2)
    )


def audit(function, w, x, y):
    """Return two verdicts: compiled = eager, compiled = formula."""
    eager = jax.value_and_grad(function)
    pair = jax.block_until_ready(jax.jit(eager)(w, x, y))
    return close(pair, eager(w, x, y)), close(pair, formula_pair(w, x, y))


verdicts = audit(loss, w, x, y)
print("Compiled = eager, compiled = formula:", verdicts)
