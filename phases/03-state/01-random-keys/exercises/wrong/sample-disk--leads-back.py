# caught by: it must lead on, not back
def sample_disk(key, num_points):
    """Return points spread evenly over the unit disk, and an unused key."""
    kept, next_key = [], jax.random.clone(key)
    while len(kept) < num_points:
        key, point_key = jax.random.split(key)
        point = jax.random.uniform(point_key, (2,), minval=-1, maxval=1)
        if jnp.sum(point**2) < 1:
            kept.append(point)
    return jnp.array(kept), next_key


disk_points, key_after = sample_disk(jax.random.key(7), 200)
more_points, _ = sample_disk(key_after, 200)
