# caught by: Revisit the passes
def jacobian(function, x):
    outputs = jax.eval_shape(function, x).ndim
    mode = jax.jacfwd if x.ndim <= outputs else jax.jacrev
    return mode(function)(x)


wave_jacobian = jacobian(wave, jnp.array([1.0, 0.1]))
