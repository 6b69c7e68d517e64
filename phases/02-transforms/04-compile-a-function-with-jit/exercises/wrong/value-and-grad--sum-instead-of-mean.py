# caught by: Revisit the 1/n of the mean and the 2/n of its gradient
def formula_pair(w, x, y):
    """Return loss and gradient from the formula, without jax.grad."""
    differences = x @ w - y
    return jnp.mean(differences**2), 2 * x.T @ differences


def audit(function, w, x, y):
    """Return two verdicts: compiled = eager, compiled = formula."""
    eager = jax.value_and_grad(function)
    pair = jax.block_until_ready(jax.jit(eager)(w, x, y))
    return agree(pair, eager(w, x, y)), agree(pair, formula_pair(w, x, y))


verdicts = audit(loss, w, x, y)
print("Compiled = eager, compiled = formula:", verdicts)
