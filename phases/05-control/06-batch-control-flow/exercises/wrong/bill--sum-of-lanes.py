# caught by: Revisit the groups
def bill(counts, size):
    """Return the lane-rounds made in groups of `size`, and the share used."""
    longest = counts.reshape(-1, size).sum(axis=1)  # (groups,)
    made = longest.sum()
    return made, counts.sum() / made


in_pairs = jnp.array([10, 111, 3, 5])  # (4,)
pairs = bill(in_pairs, 2)
print("In pairs:", pairs)
