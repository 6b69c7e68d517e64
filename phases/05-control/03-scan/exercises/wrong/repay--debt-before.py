# caught by: debt after
def repay(debt, rates, payments):
    """Return the debt at the end, and a dict of `interest` and `debt`."""

    def step(debt, month):
        rate, payment = month
        interest = rate * debt
        after = debt + interest - payment
        return after, {"interest": interest, "debt": debt}

    start = jnp.asarray(debt, jnp.float32)
    return jax.lax.scan(step, start, (rates, payments))


plan_end, plan = repay(1000, jnp.full(12, 0.01), jnp.full(12, 88.85))
print(f"Interest in all: {plan['interest'].sum():.2f}")
