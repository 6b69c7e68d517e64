# caught by: and at it, not beyond
def quantize(x, step, limit):
    """Return x rounded to steps within the limits, with slopes 1 and 0."""
    levels = jnp.clip(step * jnp.round(x / step), -limit, limit)
    moving = jnp.clip(x, -limit, limit)
    stop = jax.lax.stop_gradient
    return stop(levels) + moving - stop(moving)


def clipped(x):
    return jnp.clip(x, -1.0, 1.0)


raw = jnp.array([0.3, -0.9, 1.0, 1.4])  # (4,)
levels = quantize(raw, 0.5, 1.0)
print("Levels:", levels)
print("Slope of clip at its limit:", jax.grad(clipped)(1.0))
