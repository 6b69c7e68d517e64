# caught by: the stamps must be 64 bits wide
def waits(starts, stops):
    """Return the waits in seconds as float32, computed in 64 bits."""
    with jax.enable_x64(True):
        later = jnp.array(stops).astype(jnp.float32)
        earlier = jnp.array(starts).astype(jnp.float32)
        return later - earlier


starts = [1795910400.0, 1795910460.25]
stops = [1795910460.0, 1795910461.0]
two_waits = waits(starts, stops)
print("Waits:", two_waits)
