# caught by: u and v unalike
def rule_gap(f, x, key):
    """Return how far the rule of f is from a difference at x."""
    y, pull = jax.vjp(f, x)
    v = jax.random.normal(key, x.shape)
    u = jax.random.normal(key, y.shape)
    moved = (f(x + STEP * v) - f(x - STEP * v)) / (2 * STEP)
    (pulled,) = pull(u)
    return jnp.abs(jnp.sum(u * moved) - jnp.sum(pulled * v))


@jax.custom_vjp
def running(x):
    """Return the running totals of x."""
    return jnp.cumsum(x)


running.defvjp(
    lambda x: (jnp.cumsum(x), None), lambda saved, u: (jnp.cumsum(u),)
)
suspects = {
    "softplus": softplus,
    "flipped": flipped,
    "running": running,
    "clip_pull": lambda x: clip_pull(0.1, x),
}
