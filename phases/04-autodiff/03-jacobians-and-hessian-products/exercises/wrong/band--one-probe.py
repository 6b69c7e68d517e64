# caught by: no row may see two ones
def band(function, x):
    i = jnp.arange(x.size)
    diagonal = product(function, x, jnp.ones_like(x))
    return diagonal, diagonal[:-1]


long_diagonal, long_beside = band(energy, long_chain)
