# caught by: all sides return one type
def mix(mode, stereo):
    """Return the stereo clip, changed as its mode says; see the text."""
    branches = [
        lambda stereo: stereo,
        lambda stereo: stereo[:, ::-1],
        lambda stereo: stereo.mean(axis=1),
        lambda stereo: jnp.zeros_like(stereo),
    ]
    return jax.lax.switch(jnp.where(mode < 0, 3, mode), branches, stereo)
