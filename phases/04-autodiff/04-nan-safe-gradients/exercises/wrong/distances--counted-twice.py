# caught by: each counts once
def total_distance(points):
    """Return the sum of the distances of all pairs, each counted once."""
    gaps = points[:, None] - points[None, :]  # (n, n, d)
    return jax.vmap(jax.vmap(safe_norm))(gaps).sum()


corners = jnp.array([[0.0, 0.0], [3.0, 4.0], [3.0, 4.0]])  # (3, 2)
corner_slopes = jax.grad(total_distance)(corners)
print("Slopes at the corners:")
print(corner_slopes)
