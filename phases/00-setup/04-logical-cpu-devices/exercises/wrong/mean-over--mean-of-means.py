# caught by: a long piece counts for more entries
def mean_over(pieces):
    """Return the mean of all entries, on the device of the first piece."""
    home = pieces[0].device
    means = [jax.device_put(piece.mean(), home) for piece in pieces]
    return sum(means) / len(means)


uneven = [
    jax.device_put(numbers[start:stop], device)
    for (start, stop), device in zip(
        [(0, 2), (2, 10), (10, 24)], devices[5:], strict=True
    )
]
uneven_mean = mean_over(uneven)
print("Mean of the uneven pieces:", uneven_mean)
