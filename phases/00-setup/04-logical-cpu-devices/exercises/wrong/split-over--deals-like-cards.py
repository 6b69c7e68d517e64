# caught by: neighbours stay together
def split_over(numbers, devices):
    """Return one piece of equal length on each device, in order."""
    if len(numbers) % len(devices):
        raise ValueError(f"{len(numbers)} over {len(devices)} leaves a rest")
    return [
        jax.device_put(numbers[k :: len(devices)], device)
        for k, device in enumerate(devices)
    ]


four = devices[:4]
quarter_sums = [int(piece.sum()) for piece in split_over(numbers, four)]
print("Sums of the quarters:", quarter_sums)
