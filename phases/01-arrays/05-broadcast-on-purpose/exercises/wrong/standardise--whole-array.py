# caught by: of one line after the other, got a gap
def standardise(x, axis):
    """Return x with mean 0 and variance 1 along one axis."""
    centred = x - x.mean()
    return centred / jnp.sqrt((centred**2).mean())


by_row = standardise(days, 1)
by_column = standardise(days, 0)
print(by_row)
