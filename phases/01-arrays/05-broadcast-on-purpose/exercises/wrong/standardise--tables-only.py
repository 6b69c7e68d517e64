# caught by: got a gap of
def standardise(x, axis):
    """Return x with mean 0 and variance 1 along one axis."""
    if axis == 1:
        centred = x - x.mean(axis=1)[:, None]
        return centred / jnp.sqrt((centred**2).mean(axis=1))[:, None]
    centred = x - x.mean(axis=0)
    return centred / jnp.sqrt((centred**2).mean(axis=0))


by_row = standardise(days, 1)
by_column = standardise(days, 0)
print(by_row)
