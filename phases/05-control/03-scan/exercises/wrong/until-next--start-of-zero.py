# caught by: -1 where none follows
def until_next(events):
    """Return for each place how many places on the next event is (n,)."""

    def step(wait, event):
        wait = jnp.where(event, 0, wait + 1)
        return wait, wait

    return jax.lax.scan(step, jnp.int32(0), events, reverse=True)[1]


bus = jnp.zeros(12, bool).at[jnp.array([3, 4, 9])].set(True)  # (12,)
waits = until_next(bus)
print("Waits:", waits)
