# caught by: Revisit the number of products
def band(function, x):
    """Return the diagonal of a banded Hessian, and the entries right of it."""
    diagonal, beside = [], []
    for i in range(x.size):
        column = product(function, x, jnp.zeros(x.shape).at[i].set(1.0))
        diagonal.append(column[i])
        if i > 0:
            beside.append(column[i - 1])
    return jnp.array(diagonal), jnp.array(beside)


long_diagonal, long_beside = long_chain, long_chain[1:]
