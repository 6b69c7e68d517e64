# caught by: a Python loop is written out
@jax.jit
def repay(debt, rates, payments):
    """Return the debt at the end, and a dict of `interest` and `debt`."""
    debt = jnp.asarray(debt, jnp.float32)
    interests, debts = [], []
    for rate, payment in zip(rates, payments, strict=True):
        interests.append(rate * debt)
        debt = debt + interests[-1] - payment
        debts.append(debt)
    return debt, {"interest": jnp.stack(interests), "debt": jnp.stack(debts)}


plan = repay(1000, jnp.full(4, 0.01), jnp.full(4, 250.0))
print("Plan:", plan)
