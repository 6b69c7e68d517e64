# caught by: equal counts of entries or axes
def checked_loss(predictions, targets):
    """Return the mean squared error; raise ValueError if shapes differ."""
    try:
        with jax.numpy_rank_promotion("raise"):
            return jnp.mean((predictions - targets) ** 2)
    except ValueError as error:
        shapes = f"{predictions.shape} and {targets.shape}"
        raise ValueError(f"shapes {shapes}") from error


perfect_loss = checked_loss(perfect, column[:, 0])
constant_loss = checked_loss(constant[:, None], column)
print("Perfect, constant:", perfect_loss, constant_loss)
