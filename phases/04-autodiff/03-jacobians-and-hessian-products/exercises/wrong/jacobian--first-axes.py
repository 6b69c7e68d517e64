# caught by: Revisit the passes
def jacobian(function, x):
    inputs, outputs = x.shape, jax.eval_shape(function, x).shape
    mode = jax.jacfwd if inputs[:1] < outputs[:1] else jax.jacrev
    return mode(function)(x)


wave_jacobian = jacobian(wave, jnp.array([1.0, 0.1]))
