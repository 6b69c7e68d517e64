# caught by: the smallest value, not its place
def distance(point, centre):
    """Return the distance between two points, one number."""
    return jnp.sqrt(jnp.sum((point - centre) ** 2))


def distance_table(points, centres):
    """Return all distances: a row for each point, a column per centre."""
    to_all_centres = jax.vmap(distance, in_axes=(None, 0))
    return jax.vmap(to_all_centres, in_axes=(0, None))(points, centres)


points = jnp.array([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])  # (3, 2)
centres = jnp.array([[0.0, 0.0], [3.0, 0.0]])  # (2, 2)
all_distances = distance_table(points, centres)
nearest = all_distances.argmin(axis=1)
print("To the nearest centre:", nearest)
