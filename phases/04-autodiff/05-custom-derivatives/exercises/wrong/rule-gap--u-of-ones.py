# caught by: with every entry of u
def rule_gap(f, x, key):
    """Return how far the rule of f is from a difference at x."""
    v_key, _ = jax.random.split(key)
    y, pull = jax.vjp(f, x)
    v = jax.random.normal(v_key, x.shape)
    u = jnp.ones(y.shape)
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
