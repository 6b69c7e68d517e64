# caught by: added where the lane began
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
    done, made = [], 0
    counts = jnp.zeros_like(numbers)  # (lanes,)
    while numbers.size > 0:
        numbers, more = jax.vmap(advance, in_axes=(0, None))(numbers, limit)
        counts = counts + more
        made += numbers.size * int(more.max())
        done.extend(counts[numbers <= 1].tolist())
        numbers, counts = numbers[numbers > 1], counts[numbers > 1]
    return jnp.array(done), made
