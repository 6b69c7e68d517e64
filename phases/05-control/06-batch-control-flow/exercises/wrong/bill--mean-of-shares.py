# caught by: Revisit the formula
def bill(counts, size):
    """Return the lane-rounds made in groups of `size`, and the share used."""
    longest = counts.reshape(-1, size).max(axis=1)  # (groups,)
    made = size * longest.sum()
    return made, (counts.reshape(-1, size).mean(axis=1) / longest).mean()
