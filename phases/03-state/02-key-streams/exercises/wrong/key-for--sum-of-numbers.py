# caught by: different pairs can meet in one
PURPOSES = ("data", "noise", "order")


def key_for(key, purpose, worker, step):
    """Return the key of one purpose, worker and step."""
    key = jax.random.fold_in(key, PURPOSES.index(purpose))
    return jax.random.fold_in(key, worker + step)


noise_draw = jax.random.normal(
    key_for(jax.random.key(1), "noise", 2, 700), (4,)
)
