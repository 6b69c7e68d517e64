# caught by: a loop over the days
def totals(amounts, emptied):
    """Return the level of the gauge on each day, shape (n,)."""
    keeps = 1 - emptied.astype(jnp.float32)
    return by_scan(0.0, keeps, amounts)


weekly = jnp.arange(DAYS) % 7 == 0  # (256,)
highest = jnp.max(totals(rain, weekly))
print("Highest level:", highest)
