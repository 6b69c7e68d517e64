# caught by: it ends with the block
def waits(starts, stops):
    """Return the waits in seconds as float32, computed in 64 bits."""
    jax.config.update("jax_enable_x64", True)
    return (jnp.array(stops) - jnp.array(starts)).astype(jnp.float32)


starts = [1795910400.0, 1795910460.25]
stops = [1795910460.0, 1795910461.0]
two_waits = waits(starts, stops)
print("Waits:", two_waits)
