# caught by: expected that writing is refused afterwards
def hand_over(array):
    """Return a JAX array without a needless copy; close the NumPy side."""
    return jax.device_put(array)


readings = place(4, 0)
readings[:] = 7
handed = hand_over(readings)
try:
    readings[0] = 8
except ValueError:
    print("Writing is refused, JAX holds:", handed)
