# caught by: three serve any n
def band(function, x):
    i = jnp.arange(x.size)
    probes = jnp.eye(x.size)
    products = jax.vmap(lambda v: product(function, x, v))(probes)
    return products[i, i], products[i[1:], i[:-1]]


long_diagonal, long_beside = jnp.full(100_000, 3.5), jnp.full(99_999, -1.75)
