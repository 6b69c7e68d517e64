# caught by: no row may see two ones
def band(function, x):
    i = jnp.arange(x.size)
    probes = (i % 2 == jnp.arange(2)[:, None]).astype(x.dtype)
    products = jax.vmap(lambda v: product(function, x, v))(probes)
    return products[i % 2, i], products[i[1:] % 2, i[:-1]]


long_diagonal, long_beside = band(energy, long_chain)
