# caught by: Revisit
def standardise(x, axis):
    """Return x with mean 0 and variance 1 along one axis."""
    centred = x - x.mean(axis=axis, keepdims=True)
    variances = (centred**2).mean(axis=axis)
    return centred / jnp.sqrt(variances)


by_row = standardise(days, 1)
by_column = standardise(days, 0)
print(by_row)
