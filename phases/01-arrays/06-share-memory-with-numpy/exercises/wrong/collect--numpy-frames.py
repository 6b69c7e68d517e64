# caught by: expected JAX arrays
def collect(buffer, fill, num_frames):
    """Return a JAX array for each frame that fill writes to the buffer."""
    frames = []
    for number in range(num_frames):
        fill(buffer, number)
        frames.append(buffer.copy())
    return frames


def ramp(buffer, number):
    """Write number, number + 1, number + 2 and so on."""
    buffer[:] = number + np.arange(len(buffer))


frames = collect(place(3, 0), ramp, 2)
print("Frames:", frames)
