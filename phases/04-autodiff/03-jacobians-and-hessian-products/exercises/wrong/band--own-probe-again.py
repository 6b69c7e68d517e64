# caught by: Revisit the probes, where
def band(function, x):
    i = jnp.arange(x.size)
    probes = (i % 3 == jnp.arange(3)[:, None]).astype(x.dtype)
    products = jax.vmap(lambda v: product(function, x, v))(probes)
    return products[i % 3, i], products[i[:-1] % 3, i[:-1]]


long_diagonal, long_beside = band(energy, long_chain)
