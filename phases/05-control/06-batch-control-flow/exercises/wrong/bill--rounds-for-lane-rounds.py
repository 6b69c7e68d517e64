# caught by: for all its lanes
def bill(counts, size):
    """Return the lane-rounds made in groups of `size`, and the share used."""
    longest = counts.reshape(-1, size).max(axis=1)  # (groups,)
    made = longest.sum()
    return made, counts.sum() / made
