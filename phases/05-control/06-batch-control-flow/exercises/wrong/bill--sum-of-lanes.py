# caught by: Revisit the groups
def bill(counts, size):
    """Return the lane-rounds made in groups of `size`, and the share used."""
    longest = counts.reshape(-1, size).sum(axis=1)  # (groups,)
    made = longest.sum()
    return made, counts.sum() / made
