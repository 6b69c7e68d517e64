# caught by: the means of the rows lie along the columns
def standardise(x, axis):
    """Return x with mean 0 and variance 1 along one axis."""
    centred = x - x.mean(axis=axis)
    variances = (centred**2).mean(axis=axis)
    return centred / jnp.sqrt(variances)


by_row = standardise(days, 1)
by_column = standardise(days, 0)
print(by_row)
