# caught by: only at the given pairs
def keep_best(table, players, rounds, scores):
    """Return the table with a score where it beats the one that stands."""
    return table.at[players].max(scores)


table = jnp.full((3, 4), 10)  # (3, 4)
players = jnp.array([0, 2, 0, 1])
rounds = jnp.array([1, 3, 1, 0])
scores = jnp.array([25, 7, 18, 40])
best = keep_best(table, players, rounds, scores)
print(best)
