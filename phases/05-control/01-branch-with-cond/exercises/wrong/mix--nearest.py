# caught by: mix of [[1, 2], [0, 5]
def mix(mode, stereo):
    """Return the stereo clip, changed as its mode says; see the text."""

    def middle(stereo):
        mean = jnp.round(stereo.mean(axis=1, keepdims=True))
        return jnp.broadcast_to(mean, stereo.shape).astype(stereo.dtype)

    branches = [
        lambda stereo: stereo,
        lambda stereo: stereo[:, ::-1],
        middle,
        lambda stereo: jnp.zeros_like(stereo),
    ]
    return jax.lax.switch(jnp.where(mode < 0, 3, mode), branches, stereo)
