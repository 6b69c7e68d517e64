# caught by: one np call takes the result back to NumPy
def damped_numpy(times):
    """Return a swing that dies away, at each of the times."""
    return np.exp(-times) * np.cos(2 * np.pi * times)


def damped_jax(times):
    """Return the same as damped_numpy, computed by JAX."""
    return np.exp(-times) * np.cos(2 * np.pi * times)


thirds = jnp.arange(4) / 3
swing = damped_jax(thirds)
print("Swing:", swing)
