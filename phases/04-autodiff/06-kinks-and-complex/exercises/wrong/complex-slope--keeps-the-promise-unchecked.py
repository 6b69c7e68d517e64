# caught by: i times the push of 1 has to be
def complex_slope(f, z):
    """Return the complex derivative of f at z, or None if there is none."""
    z = jnp.complex64(z)
    _, along_one = jax.jvp(f, (z,), (jnp.complex64(1),))
    _, along_i = jax.jvp(f, (z,), (jnp.complex64(1j),))
    return jax.grad(lambda z: f(z) + 0j, holomorphic=True)(z)


derivatives = {
    name: complex_slope(f, z) for name, f in functions.items()
}
print("Derivatives:", derivatives)
