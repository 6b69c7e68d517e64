# caught by: expected all work on the clip inside the branches
def mix(mode, stereo):
    """Return the stereo clip, changed as its mode says; see the text."""
    swapped = stereo[:, ::-1]
    branches = [
        lambda stereo: stereo,
        lambda stereo: swapped,
        lambda stereo: jnp.stack([stereo.sum(axis=1) // 2] * 2, axis=1),
        lambda stereo: jnp.zeros_like(stereo),
    ]
    return jax.lax.switch(jnp.where(mode < 0, 3, mode), branches, stereo)


stereo = jnp.array([[1, 3], [-3, 0], [6, 2]])  # (3, 2)
middle = mix(2, stereo)
unknown = mix(-1, stereo)
print("Mode 2:", middle)
print("Mode -1:", unknown)
