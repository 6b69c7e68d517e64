# caught by: nothing is added below it
def masked_spread(readings, mask):
    """Return the spread of each row's readings where the mask is true."""
    count = jnp.maximum(mask.sum(axis=1), 1)  # (n,)
    kept = jnp.where(mask, readings, 0.0)
    mean = kept.sum(axis=1) / count
    gaps = jnp.where(mask, kept - mean[:, None], 0.0)
    return jnp.sqrt((gaps**2).sum(axis=1) / count + 1e-14)


nan = jnp.nan
table = jnp.array([[1.0, nan, 3.0, nan], [nan, nan, 2.0, nan], [nan] * 4])
present = ~jnp.isnan(table)  # (3, 4)
spreads = masked_spread(table, present)
spread_slopes = jax.grad(lambda t: masked_spread(t, present).sum())(table)
print("Spreads:", spreads)
print("Slopes:")
print(spread_slopes)
