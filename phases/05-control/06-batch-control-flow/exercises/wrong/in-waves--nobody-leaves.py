# caught by: the lanes it began with
@jax.jit
def advance(n, limit):
    """Make rounds until n is 1, but not more than `limit` of them."""
    return jax.lax.while_loop(
        lambda state: (state[0] > 1) & (state[1] < limit),
        lambda state: (collatz(state[0]), state[1] + 1),
        (n, 0),
    )


def in_waves(numbers, limit):
    """Return the counts, in the order of numbers, and the lane-rounds made."""
    counts, made = jnp.zeros_like(numbers), 0
    places = jnp.arange(numbers.size)  # (lanes,)
    while places.size > 0:
        numbers, more = jax.vmap(advance, in_axes=(0, None))(numbers, limit)
        counts = counts.at[places].add(more)
        made += places.size * int(more.max())
        if int(numbers.max()) == 1:
            break
    return counts, made
