# caught by: the square needs the 64 bits too
def mean_square(x):
    """Return the mean of the squares in at least 32 bits of float."""
    working = jnp.promote_types(x.dtype, jnp.float32)
    return (x.astype(jnp.float32) ** 2).mean().astype(working)


loud = jnp.array([300.0, -300.0, 0.0], dtype=jnp.float16)  # (3,)
power = mean_square(loud)
print("Squared first:", (loud**2).mean(), "Converted first:", power)
