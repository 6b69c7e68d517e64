# caught by: the tests may all run, the branches may not
def first_fit(rules, otherwise, x):
    """Return what the first rule that fits makes of x; see the text."""

    result = otherwise(x)
    for test, branch in reversed(rules):
        result = jnp.where(test(x), branch(x), result).astype(x.dtype)
    return result
