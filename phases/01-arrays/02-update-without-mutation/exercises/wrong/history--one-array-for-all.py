# caught by: each state is an array of its own
def smooth(heights):
    """Return heights with each inner one the mean of its old neighbours."""
    means = (heights[:-2] + heights[2:]) / 2
    return heights.at[1:-1].set(means)


def history(heights, num_steps):
    """Return the list of all states, from the first to the last."""
    board = np.array(heights)
    states = [board]
    for _ in range(num_steps):
        board[1:-1] = (board[:-2] + board[2:]) / 2
        states.append(board)
    return states


bump = jnp.array([0.0, 0.0, 8.0, 0.0, 0.0])  # (5,)
states = history(bump, 3)
last = states[-1]
print("Last state:", last)
