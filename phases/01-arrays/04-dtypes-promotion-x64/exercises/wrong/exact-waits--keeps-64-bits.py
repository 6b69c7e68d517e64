# caught by: it keeps its 64 bits unless you convert it
def waits(starts, stops):
    """Return the waits in seconds as float32, computed in 64 bits."""
    with jax.enable_x64(True):
        return jnp.array(stops) - jnp.array(starts)


starts = [1795910400.0, 1795910460.25]
stops = [1795910460.0, 1795910461.0]
two_waits = waits(starts, stops)
print("Waits:", two_waits)
