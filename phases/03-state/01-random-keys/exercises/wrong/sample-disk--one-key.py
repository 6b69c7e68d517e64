# caught by: it needs a new key in each pass
def sample_disk(key, num_points):
    """Return points spread evenly over the unit disk, and an unused key."""
    kept = []
    while len(kept) < num_points:
        point = jax.random.uniform(key, (2,), minval=-1, maxval=1)
        if jnp.sum(point**2) >= 1:
            point = point / 2
        kept.append(point)
    return jnp.array(kept), key


disk_points, key_after = sample_disk(jax.random.key(7), 200)
more_points, _ = sample_disk(key_after, 200)
