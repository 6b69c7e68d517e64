# caught by: starts first, stops second
def waits(starts, stops):
    """Return the waits in seconds as float32, computed in 64 bits."""
    with jax.enable_x64(True):
        differences = jnp.array(stops) - jnp.array(starts)
        return differences.astype(jnp.float32)


starts = [1795910400.0, 1795910460.25]
stops = [1795910460.0, 1795910461.0]
two_waits = waits(stops, starts)
print("Waits:", two_waits)
