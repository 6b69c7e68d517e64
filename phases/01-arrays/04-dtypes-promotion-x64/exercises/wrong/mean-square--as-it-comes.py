# caught by: expected 8794.7
def mean_square(x):
    """Return the mean of the squares in at least 32 bits of float."""
    return (x**2).mean()


loud = jnp.array([300.0, -300.0, 0.0], dtype=jnp.float16)  # (3,)
power = mean_square(loud)
print("Squared first:", (loud**2).mean(), "Converted first:", power)
