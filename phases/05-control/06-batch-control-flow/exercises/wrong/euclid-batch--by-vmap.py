# caught by: write the batch yourself
def euclid_batch(a, b):
    """Return divisors (n,), rounds of each lane (n,), and of the batch."""

    def one(a, b):
        return jax.lax.while_loop(
            lambda state: state[1] > 0,
            lambda state: (state[1], state[0] % state[1], state[2] + 1),
            (a, b, 0),
        )

    a, _, counts = jax.vmap(one)(a, b)
    return a, counts, counts.max()
