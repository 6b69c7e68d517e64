# caught by: the mean lies where the first piece
def mean_over(pieces):
    """Return the mean of all entries, on the device of the first piece."""
    sums = [jax.device_put(piece.sum(), devices[0]) for piece in pieces]
    return sum(sums) / sum(piece.size for piece in pieces)


uneven = [
    jax.device_put(numbers[start:stop], device)
    for (start, stop), device in zip(
        [(0, 2), (2, 10), (10, 24)], devices[5:], strict=True
    )
]
uneven_mean = mean_over(uneven)
print("Mean of the uneven pieces:", uneven_mean)
