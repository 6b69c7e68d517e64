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


plan_end, plan = repay(1000, jnp.full(12, 0.01), jnp.full(12, 88.85))
print(f"Interest in all: {plan['interest'].sum():.2f}")
