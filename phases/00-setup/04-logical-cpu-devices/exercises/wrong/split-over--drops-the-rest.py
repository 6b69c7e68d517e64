# caught by: a rest is refused in words, not dropped
def split_over(numbers, devices):
    """Return one piece of equal length on each device, in order."""
    length = len(numbers) // len(devices)
    return [
        jax.device_put(numbers[k * length : (k + 1) * length], device)
        for k, device in enumerate(devices)
    ]


four = devices[:4]
quarter_sums = [int(piece.sum()) for piece in split_over(numbers, four)]
print("Sums of the quarters:", quarter_sums)
