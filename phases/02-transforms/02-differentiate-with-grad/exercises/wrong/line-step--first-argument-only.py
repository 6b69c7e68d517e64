# caught by: expected the offset 0.8
def line_loss(slope, offset, x, y):
    """Return the mean squared distance of the line from the points."""
    return jnp.mean((slope * x + offset - y) ** 2)


def line_step(slope, offset, x, y, rate):
    """Return the loss, and slope and offset after one step downhill."""
    loss, slope_grad = jax.value_and_grad(line_loss)(slope, offset, x, y)
    return loss, slope - rate * slope_grad, jnp.float32(offset)


points_x = jnp.arange(4.0)  # (4,)
points_y = 2 * points_x + 1  # (4,)
first_loss, new_slope, new_offset = line_step(0.0, 0.0, points_x, points_y, 0.1)
print("First loss:", first_loss)
print("Line after one step:", new_slope, new_offset)
