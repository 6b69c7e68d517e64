# caught by: tame on a level at the limit: expected
def scale_down(clip):
    """Return the clip divided by its loudest level, and leave a note."""
    jax.debug.callback(lambda: runs.append("scale_down"))
    return clip / clip.max()


def tame(clip, limit):
    """Return scale_down(clip) if a level is above limit, else the clip."""
    return jax.lax.cond(
        clip.max() >= limit, scale_down, lambda clip: clip, clip
    )
