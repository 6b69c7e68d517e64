# caught by: in groups of 2: expected 232
def bill(counts, size):
    """Return the lane-rounds made in groups of `size`, and the share used."""
    longest = counts.reshape(size, -1).max(axis=0)  # (groups,)
    made = size * longest.sum()
    return made, counts.sum() / made
