# caught by: the other forms run all sides
def mix(mode, stereo):
    """Return the stereo clip, changed as its mode says; see the text."""
    mean = stereo.sum(axis=1, keepdims=True) // 2
    middle = jnp.broadcast_to(mean, stereo.shape)
    results = jnp.stack(
        [stereo, stereo[:, ::-1], middle, jnp.zeros_like(stereo)]
    )
    return results[jnp.where((mode < 0) | (mode > 2), 3, mode)]
