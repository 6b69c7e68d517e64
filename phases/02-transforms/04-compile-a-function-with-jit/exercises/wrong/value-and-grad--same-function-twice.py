# caught by: take the second route from the formula
def formula_pair(w, x, y):
    """Return loss and gradient from the formula, without jax.grad."""
    n = len(y)
    differences = x @ w - y
    return differences @ differences / n, 2 / n * x.T @ differences


def audit(function, w, x, y):
    """Return two verdicts: compiled = eager, compiled = formula."""
    eager = jax.value_and_grad(function)
    pair = jax.block_until_ready(jax.jit(eager)(w, x, y))
    by_formula = function(w, x, y), jax.grad(function)(w, x, y)
    return agree(pair, eager(w, x, y)), agree(pair, by_formula)


verdicts = audit(loss, w, x, y)
print("Compiled = eager, compiled = formula:", verdicts)
