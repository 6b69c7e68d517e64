# caught by: tame on a limit of 2: expected
def scale_down(clip):
    """Return the clip divided by its loudest level, and leave a note."""
    jax.debug.callback(lambda: runs.append("scale_down"))
    return clip / clip.max()


def tame(clip, limit):
    """Return scale_down(clip) if a level is above limit, else the clip."""
    return jax.lax.cond(
        clip.mean() > limit, scale_down, lambda clip: clip, clip
    )


tamed = tame(loud, 1.0)
quiet_runs = count_runs(tame, quiet, 1.0)
print("Tamed:", tamed)
print("Notes for the quiet clip:", quiet_runs)
