# caught by: expected all work on the clip inside the branches
def mix(mode, stereo):
    """Return the stereo clip, changed as its mode says; see the text."""
    mean = stereo.sum(axis=1) // 2
    branches = [
        lambda stereo: stereo,
        lambda stereo: stereo[:, ::-1],
        lambda stereo: jnp.stack([mean] * 2, axis=1),
        lambda stereo: jnp.zeros_like(stereo),
    ]
    return jax.lax.switch(jnp.where(mode < 0, 3, mode), branches, stereo)
