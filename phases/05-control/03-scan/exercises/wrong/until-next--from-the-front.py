# caught by: the direction of the scan
def until_next(events):
    """Return for each place how many places on the next event is (n,)."""

    def step(wait, event):
        wait = jnp.where(event, 0, jnp.where(wait < 0, -1, wait + 1))
        return wait, wait

    return jax.lax.scan(step, jnp.int32(-1), events)[1]


bus = jnp.zeros(12, bool).at[jnp.array([3, 4, 9])].set(True)  # (12,)
waits = until_next(bus)
print("Waits:", waits)
