# caught by: equal counts of entries or axes
def checked_loss(predictions, targets):
    """Return the mean squared error; raise ValueError if shapes differ."""
    if predictions.ndim != targets.ndim:
        raise ValueError(f"shapes {predictions.shape} and {targets.shape}")
    return jnp.mean((predictions - targets) ** 2)


perfect_loss = checked_loss(perfect, column[:, 0])
constant_loss = checked_loss(constant[:, None], column)
print("Perfect, constant:", perfect_loss, constant_loss)
