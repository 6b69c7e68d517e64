# caught by: refuse a point outside, do not move it
def sample_disk(key, num_points):
    """Return points spread evenly over the unit disk, and an unused key."""
    key, radius_key, angle_key = jax.random.split(key, 3)
    radius = jax.random.uniform(radius_key, (num_points,))
    angle = 2 * jnp.pi * jax.random.uniform(angle_key, (num_points,))
    points = [radius * jnp.cos(angle), radius * jnp.sin(angle)]
    return jnp.array(points).T, key


disk_points, key_after = sample_disk(jax.random.key(7), 200)
more_points, _ = sample_disk(key_after, 200)
share_near = jnp.mean(jnp.sum(disk_points**2, axis=1) < 0.25)
