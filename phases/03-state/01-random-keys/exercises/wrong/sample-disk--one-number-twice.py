# caught by: in each quadrant
def sample_disk(key, num_points):
    """Return points spread evenly over the unit disk, and an unused key."""
    kept = []
    while len(kept) < num_points:
        key, point_key = jax.random.split(key)
        number = jax.random.uniform(point_key, minval=-1, maxval=1)
        point = jnp.array([number, number])
        if jnp.sum(point**2) < 1:
            kept.append(point)
    return jnp.array(kept), key


disk_points, key_after = sample_disk(jax.random.key(7), 200)
more_points, _ = sample_disk(key_after, 200)
share_near = jnp.mean(jnp.sum(disk_points**2, axis=1) < 0.25)
