# caught by: Revisit the passes
def jacobian(function, x):
    return jax.jacrev(function)(x)


wave_jacobian = jacobian(wave, jnp.array([1.0, 0.1]))
