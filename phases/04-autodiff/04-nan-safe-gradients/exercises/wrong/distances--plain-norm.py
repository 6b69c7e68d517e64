# caught by: must not meet the gap
def total_distance(points):
    """Return the sum of the distances of all pairs, each counted once."""
    gaps = points[:, None] - points[None, :]  # (n, n, d)
    return jnp.linalg.norm(gaps, axis=2).sum() / 2


corners = jnp.array([[0.0, 0.0], [3.0, 4.0], [3.0, 4.0]])  # (3, 2)
corner_slopes = jax.grad(total_distance)(corners)
print("Slopes at the corners:")
print(corner_slopes)
