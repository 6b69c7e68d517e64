# caught by: compare value and gradient
def formula_pair(w, x, y):
    """Return loss and gradient from the formula, without jax.grad."""
    n = len(y)
    differences = x @ w - y
    return differences @ differences / n, 2 / n * x.T @ differences


def audit(function, w, x, y):
    """Return two verdicts: compiled = eager, compiled = formula."""
    eager = jax.value_and_grad(function)
    value, _ = jax.block_until_ready(jax.jit(eager)(w, x, y))
    eager_value, _ = eager(w, x, y)
    formula_value, _ = formula_pair(w, x, y)
    return (
        bool(abs(value - eager_value) <= VALUE_TOLERANCE),
        bool(abs(value - formula_value) <= VALUE_TOLERANCE),
    )


verdicts = audit(loss, w, x, y)
print("Compiled = eager, compiled = formula:", verdicts)
