# caught by: change from run to run
PURPOSES = ("data", "noise", "order")


def key_for(key, purpose, worker, step):
    """Return the key of one purpose, worker and step."""
    PURPOSES.index(purpose)
    key = jax.random.fold_in(key, hash(purpose) % 1_000_003)
    return jax.random.fold_in(jax.random.fold_in(key, worker), step)


noise_draw = jax.random.normal(
    key_for(jax.random.key(1), "noise", 2, 700), (4,)
)
