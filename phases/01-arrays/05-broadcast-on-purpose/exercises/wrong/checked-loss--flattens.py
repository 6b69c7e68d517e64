# caught by: expected a ValueError, got
def checked_loss(predictions, targets):
    """Return the mean squared error; raise ValueError if shapes differ."""
    return jnp.mean((predictions.reshape(-1) - targets.reshape(-1)) ** 2)


perfect_loss = checked_loss(perfect, column[:, 0])
constant_loss = checked_loss(constant[:, None], column)
print("Perfect, constant:", perfect_loss, constant_loss)
