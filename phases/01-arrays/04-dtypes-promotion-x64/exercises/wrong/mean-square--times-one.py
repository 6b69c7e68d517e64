# caught by: Python numbers widen nothing
def mean_square(x):
    """Return the mean of the squares in at least 32 bits of float."""
    return ((x * 1.0) ** 2).mean().astype(jnp.float32)


loud = jnp.array([300.0, -300.0, 0.0], dtype=jnp.float16)  # (3,)
power = mean_square(loud)
print("Squared first:", (loud**2).mean(), "Converted first:", power)
