# caught by: the gap uses the old mean
class Spread:
    """Readings so far: count, mean and sum of squared distances."""

    def __init__(self):
        self.count, self.mean, self.squares = 0.0, 0.0, 0.0

    def add(self, reading):
        gap = reading - self.mean
        self.count += 1
        self.mean += gap / self.count
        self.squares += gap * (reading - self.mean)


def step(state, reading):
    """Return the state (count, mean, squares) after one more reading."""
    count, mean, squares = state
    gap = reading - mean
    count = count + 1
    mean = mean + gap / state[0]
    return count, mean, squares + gap * (reading - mean)


def run(state, readings):
    """Return the state after all readings, by a compiled step."""
    compiled_step = jax.jit(step)
    for reading in readings:
        state = compiled_step(state, reading)
    return state


def variance(state):
    """Return the mean squared distance from the mean."""
    return state[2] / state[0]


empty = (0.0, 0.0, 0.0)
halfway = run(empty, readings[:2])
finished = run(halfway, readings[2:])
other_end = run(halfway, readings[:2])
spread_all = round(float(variance(finished)), 4)
spread_other = round(float(variance(other_end)), 4)
print("Variance of all:", spread_all)
print("Variance of the other end:", spread_other)
