# caught by: i times the push of 1 has to be
def complex_slope(f, z):
    """Return the complex derivative of f at z, or None if there is none."""
    z = jnp.complex64(z)
    _, along_one = jax.jvp(f, (z,), (jnp.complex64(1),))
    _, along_i = jax.jvp(f, (z,), (jnp.complex64(1j),))
    if abs(abs(along_i) - abs(along_one)) > 1e-3:
        return None
    return along_one


derivatives = {
    name: complex_slope(f, z) for name, f in functions.items()
}
print("Derivatives:", derivatives)
