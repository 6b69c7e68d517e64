# caught by: it has one type from the start on
def repay(debt, rates, payments):
    """Return the debt at the end, and a dict of `interest` and `debt`."""

    def step(debt, month):
        rate, payment = month
        interest = rate * debt
        debt = debt + interest - payment
        return debt, {"interest": interest, "debt": debt}

    start = debt
    return jax.lax.scan(step, start, (rates, payments))


plan = repay(1000, jnp.full(4, 0.01), jnp.full(4, 250.0))
print("Plan:", plan)
