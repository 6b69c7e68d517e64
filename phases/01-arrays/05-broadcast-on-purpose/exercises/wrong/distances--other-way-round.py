# caught by: a row for each point, a column for each centre
def by_axes(points, centres):
    """Return squared distances (n, k) by differences on three axes."""
    differences = points[None, :, :] - centres[:, None, :]
    return (differences**2).sum(axis=-1)


def by_names(points, centres):
    """Return the same by einsum, without an array of three axes."""
    sizes = jnp.einsum("nd,nd->n", points, points)
    others = jnp.einsum("kd,kd->k", centres, centres)
    crossed = jnp.einsum("nd,kd->nk", points, centres)
    return sizes[:, None] - 2 * crossed + others[None, :]


points = jnp.array([[0.0, 0.0], [2.0, 5.0], [4.0, 4.0]])  # (3, 2)
centres = jnp.array([[0.0, 1.0], [5.0, 4.0]])  # (2, 2)
squared = by_axes(points, centres)
nearest = squared.argmin(axis=1)
print("Nearest centre:", nearest)
