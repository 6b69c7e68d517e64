# caught by: however many they are
def column(function, x, j):
    """Return column j of the Jacobian of function at x, by one push."""
    unit = jnp.zeros(x.shape).at[j].set(1.0)
    _, pushed = jax.jvp(function, (x,), (unit,))
    return pushed


def row(function, x, i):
    """Return row i of the Jacobian of function at x, by one pull."""
    _, pull = jax.vjp(function, x)
    (pulled,) = pull(jnp.zeros(2).at[i].set(1.0))
    return pulled


by_wrist = column(hand, x, 2)
of_height = row(hand, x, 1)
print("By the wrist:", by_wrist)
print("Of the height:", of_height)
