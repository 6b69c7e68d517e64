# caught by: is lost before any later conversion
def mean_square(x):
    """Return the mean of the squares in at least 32 bits of float."""
    working = jnp.promote_types(x.dtype, jnp.float32)
    return (x**2).astype(working).mean()


loud = jnp.array([300.0, -300.0, 0.0], dtype=jnp.float16)  # (3,)
power = mean_square(loud)
print("Squared first:", (loud**2).mean(), "Converted first:", power)
