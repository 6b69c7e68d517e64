# caught by: on tiny bottoms
def safe_ratio(top, bottom):
    """Return top / bottom, and 0 where bottom is 0; slopes as well."""
    some = jnp.abs(bottom) > 1e-8
    spare = jnp.where(some, bottom, 1.0)
    return jnp.where(some, top / spare, 0.0)


hits = jnp.array([0.0, 3.0, 6.0])  # (3,)
tries = jnp.array([0.0, 4.0, 8.0])  # (3,)
rates = safe_ratio(hits, tries)
rate_slopes = jax.grad(
    lambda top, bottom: safe_ratio(top, bottom).sum(), argnums=(0, 1)
)(hits, tries)
print("Rates:", rates)
print("Slopes:", rate_slopes)
