# caught by: each device adds up what it holds
def mean_over(pieces):
    """Return the mean of all entries, on the device of the first piece."""
    home = pieces[0].device
    moved = [jax.device_put(piece, home) for piece in pieces]
    return sum(piece.sum() for piece in moved) / sum(p.size for p in moved)


uneven = [
    jax.device_put(numbers[start:stop], device)
    for (start, stop), device in zip(
        [(0, 2), (2, 10), (10, 24)], devices[5:], strict=True
    )
]
uneven_mean = mean_over(uneven)
print("Mean of the uneven pieces:", uneven_mean)
