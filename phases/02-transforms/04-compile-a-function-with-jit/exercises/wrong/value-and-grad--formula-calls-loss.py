# caught by: they must not share code
def formula_pair(w, x, y):
    """Return loss and gradient from the formula, without jax.grad."""
    return loss(w, x, y), 2 / len(y) * x.T @ (x @ w - y)


def audit(function, w, x, y):
    """Return two verdicts: compiled = eager, compiled = formula."""
    eager = jax.value_and_grad(function)
    pair = jax.block_until_ready(jax.jit(eager)(w, x, y))
    return agree(pair, eager(w, x, y)), agree(pair, formula_pair(w, x, y))


verdicts = audit(loss, w, x, y)
print("Compiled = eager, compiled = formula:", verdicts)
