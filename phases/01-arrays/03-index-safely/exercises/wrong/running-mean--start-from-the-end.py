# caught by: a negative start lies before the first entry
def window(series, start, width, pad):
    """Return width entries from start on, with pad for those outside."""
    positions = start + jnp.arange(width)
    return series.at[positions].get(mode="fill", fill_value=pad)


def running_mean(series, width):
    """Return, for each entry, the mean of it and up to width - 1 before."""
    means = []
    for end in range(len(series)):
        part = window(series, end - width + 1, width, 0)
        means.append(float(part.sum()) / min(end + 1, width))
    return means


early = window(temperatures, -2, 4, 0)
means = running_mean(temperatures, 3)
print("Window:", early, "Means:", means)
