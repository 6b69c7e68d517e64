# caught by: a finished lane keeps both numbers
def euclid_batch(a, b):
    """Return divisors (n,), rounds of each lane (n,), and of the batch."""

    def body(state):
        a, b, counts, rounds = state
        running = b > 0
        counts = counts + running
        a, b = b, jnp.where(b > 0, a % b, 0)
        return a, b, counts, rounds + 1

    start = (a, b, jnp.zeros_like(a), 0)
    a, _, counts, rounds = jax.lax.while_loop(
        lambda state: jnp.any(state[1] > 0), body, start
    )
    return a, counts, rounds
