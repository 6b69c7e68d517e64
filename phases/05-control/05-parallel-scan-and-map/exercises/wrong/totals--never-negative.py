# caught by: what it keeps of the
def totals(amounts, emptied):
    """Return the level of the gauge on each day, shape (n,)."""
    sums = jnp.cumsum(amounts)
    before = jnp.where(emptied, sums - amounts, 0.0)
    return sums - jax.lax.cummax(before)


weekly = jnp.arange(DAYS) % 7 == 0  # (256,)
highest = jnp.max(totals(rain, weekly))
print("Highest level:", highest)
