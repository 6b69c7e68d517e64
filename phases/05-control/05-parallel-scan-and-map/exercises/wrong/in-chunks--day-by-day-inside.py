# caught by: expected calls of linear_scan
def in_chunks(start, keeps, inflows, size):
    """Return all levels, `size` days at a time."""

    def chunk_step(level, chunk):
        levels = []
        for day in range(size):
            level = chunk[0][day] * level + chunk[1][day]
            levels.append(level)
        return level, jnp.stack(levels)

    chunks = (keeps.reshape(-1, size), inflows.reshape(-1, size))
    return jax.lax.scan(chunk_step, start, chunks)[1].reshape(-1)


in_a_row = 16 * len(count_rounds(16))
print("Rounds in a row:", in_a_row)
