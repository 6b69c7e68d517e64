# caught by: expected one scan of
def in_chunks(start, keeps, inflows, size):
    """Return all levels, `size` days at a time."""

    def chunk_step(level, chunk):
        levels = linear_scan(level, *chunk)
        return levels[-1], levels

    chunks = (keeps.reshape(size, -1), inflows.reshape(size, -1))
    return jax.lax.scan(chunk_step, start, chunks)[1].reshape(-1)


in_a_row = 16 * len(count_rounds(16))
print("Rounds in a row:", in_a_row)
