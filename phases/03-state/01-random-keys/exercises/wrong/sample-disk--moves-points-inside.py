# caught by: refuse a point outside, do not move it
def sample_disk(key, num_points):
    """Return points spread evenly over the unit disk, and an unused key."""
    point_keys = jax.random.split(key, num_points + 1)
    kept = []
    for point_key in point_keys[1:]:
        point = jax.random.uniform(point_key, (2,), minval=-1, maxval=1)
        size = jnp.sqrt(jnp.sum(point**2))
        kept.append(point if size < 1 else 0.999 * point / size)
    return jnp.array(kept), point_keys[0]


disk_points, key_after = sample_disk(jax.random.key(7), 200)
more_points, _ = sample_disk(key_after, 200)
