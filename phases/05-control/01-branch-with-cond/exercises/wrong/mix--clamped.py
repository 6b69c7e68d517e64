# caught by: in mode -1: expected
def mix(mode, stereo):
    """Return the stereo clip, changed as its mode says; see the text."""
    channels = stereo.shape[1]
    branches = [
        lambda stereo: stereo,
        lambda stereo: stereo[:, ::-1],
        lambda stereo: jnp.stack([stereo.sum(axis=1) // 2] * channels, axis=1),
        lambda stereo: jnp.zeros_like(stereo),
    ]
    return jax.lax.switch(mode, branches, stereo)
