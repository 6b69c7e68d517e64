# caught by: expected a JAX array of threes
def hand_over(array):
    """Return a JAX array without a needless copy; close the NumPy side."""
    array.flags.writeable = False
    return array


readings = place(4, 0)
readings[:] = 7
handed = hand_over(readings)
try:
    readings[0] = 8
except ValueError:
    print("Writing is refused, JAX holds:", handed)
