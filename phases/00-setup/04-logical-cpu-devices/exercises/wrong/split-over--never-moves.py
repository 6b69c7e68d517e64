# caught by: a piece is moved by jax.device_put
def split_over(numbers, devices):
    """Return one piece of equal length on each device, in order."""
    length, rest = divmod(len(numbers), len(devices))
    if rest:
        raise ValueError(f"{len(numbers)} over {len(devices)} leaves {rest}")
    return [
        numbers[k * length : (k + 1) * length] for k in range(len(devices))
    ]


four = devices[:4]
quarter_sums = [int(piece.sum()) for piece in split_over(numbers, four)]
print("Sums of the quarters:", quarter_sums)
