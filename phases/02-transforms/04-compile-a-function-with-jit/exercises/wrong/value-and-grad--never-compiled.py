# caught by: it compiles the transform with jax.jit
def formula_pair(w, x, y):
    """Return loss and gradient from the formula, without jax.grad."""
    n = len(y)
    differences = x @ w - y
    return differences @ differences / n, 2 / n * x.T @ differences


def audit(function, w, x, y):
    """Return two verdicts: compiled = eager, compiled = formula."""
    eager = jax.value_and_grad(function)
    pair = jax.block_until_ready(eager(w, x, y))
    return agree(pair, eager(w, x, y)), agree(pair, formula_pair(w, x, y))


verdicts = audit(loss, w, x, y)
print("Compiled = eager, compiled = formula:", verdicts)
