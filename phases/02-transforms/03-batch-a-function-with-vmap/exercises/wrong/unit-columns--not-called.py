# caught by: which still has to be called
def to_unit(values):
    """Return values of shape (n,), moved and scaled to run from 0 to 1."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low)


def unit_columns(table):
    """Return a table of the same shape, each column from 0 to 1."""
    return jax.vmap(to_unit, in_axes=1, out_axes=1)


def unit_rows(table):
    """Return a table of the same shape, each row from 0 to 1."""
    return jax.vmap(to_unit)


small = jnp.array([[0.0, 10.0, 4.0], [2.0, 30.0, 8.0]])  # (2, 3)
small_columns = unit_columns(small)
small_rows = unit_rows(small)
print(small_columns)
print(small_rows)
