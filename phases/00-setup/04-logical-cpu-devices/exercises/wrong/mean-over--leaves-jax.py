# caught by: expected a JAX number
def mean_over(pieces):
    """Return the mean of all entries, on the device of the first piece."""
    total = sum(float(piece.sum()) for piece in pieces)
    return total / sum(piece.size for piece in pieces)


uneven = [
    jax.device_put(numbers[start:stop], device)
    for (start, stop), device in zip(
        [(0, 2), (2, 10), (10, 24)], devices[5:], strict=True
    )
]
uneven_mean = mean_over(uneven)
print("Mean of the uneven pieces:", uneven_mean)
