# caught by: the ends: they stay
def smooth(heights):
    """Return heights with each inner one the mean of its old neighbours."""
    return (heights[:-2] + heights[2:]) / 2


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
