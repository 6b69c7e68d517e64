# caught by: Revisit the passes
def jacobian(function, x):
    outputs = jax.eval_shape(function, x).size
    mode = jax.jacrev if x.size < outputs else jax.jacfwd
    return mode(function)(x)


wave_jacobian = jacobian(wave, jnp.array([1.0, 0.1]))
