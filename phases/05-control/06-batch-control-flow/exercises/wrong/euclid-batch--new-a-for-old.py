# caught by: both new numbers come from
def euclid_batch(a, b):
    """Return divisors (n,), rounds of each lane (n,), and of the batch."""

    def body(state):
        a, b, counts, rounds = state
        running = b > 0
        counts = counts + running
        a = jnp.where(running, b, a)
        b = jnp.where(running, a % b, b)
        return a, b, counts, rounds + 1

    start = (a, b, jnp.zeros_like(a), 0)
    a, _, counts, rounds = jax.lax.while_loop(
        lambda state: jnp.any(state[1] > 0), body, start
    )
    return a, counts, rounds
