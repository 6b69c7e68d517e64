# caught by: one buffer, filled once for each frame
def collect(buffer, fill, num_frames):
    """Return a JAX array for each frame that fill writes to the buffer."""
    frames = []
    for number in range(num_frames):
        fill(buffer, number)
        fill(buffer.copy(), number)
        frames.append(jnp.array(buffer))
    return frames


def ramp(buffer, number):
    """Write number, number + 1, number + 2 and so on."""
    buffer[:] = number + np.arange(len(buffer))


frames = collect(place(3, 0), ramp, 2)
print("Frames:", frames)
