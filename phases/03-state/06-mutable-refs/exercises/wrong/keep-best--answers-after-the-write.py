# caught by: after the write, the old score is gone
def keep_best(best, player, points):
    """Keep the higher score in the Ref; return whether points are a record."""
  
    best[player] = jnp.maximum(best[player], points)
    return points > best[player]


best = jax.new_ref(jnp.array([10.0, 20.0, 30.0]))
answers = [
    keep_best(best, 0, 15.0),
    keep_best(best, 2, 25.0),
    keep_best(best, 0, 12.0),
]
print("Best:", best)
