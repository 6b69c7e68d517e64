# caught by: the old ones, for every entry
def smooth(heights):
    """Return heights with each inner one the mean of its old neighbours."""
    for i in range(1, len(heights) - 1):
        mean = (heights[i - 1] + heights[i + 1]) / 2
        heights = heights.at[i].set(mean)
    return heights


def history(heights, num_steps):
    """Return the list of all states, from the first to the last."""
    states = [heights]
    for _ in range(num_steps):
        states.append(smooth(states[-1]))
    return states

bump = jnp.array([0.0, 0.0, 8.0, 0.0, 0.0])  # (5,)
states = history(bump, 3)
last = states[-1]
print("Last state:", last)
