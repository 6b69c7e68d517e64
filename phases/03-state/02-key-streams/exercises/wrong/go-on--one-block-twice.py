# caught by: Revisit the saved pair
POINTS = 1_000


def count_blocks(key, blocks):
    """Return for each block how many of its points lie in the disk."""

    def count_block(block):
        block_key = jax.random.fold_in(key, block)
        points = jax.random.uniform(block_key, (POINTS, 2))
        return jnp.sum(jnp.sum(points**2, axis=1) < 1)

    return jax.vmap(count_block)(blocks)


def go_on(key, saved, num_blocks):
    """Return the saved pair after so many blocks more."""
    next_block, total = saved
    blocks = jnp.arange(next_block, next_block + num_blocks)
    total = total + int(jnp.sum(count_blocks(key, blocks)))
    return next_block + num_blocks - 1, total


before_crash = go_on(jax.random.key(3), (0, 0), 8)
finished = go_on(jax.random.key(3), before_crash, 4)
pi_estimate = 4 * finished[1] / (finished[0] * POINTS)
