# caught by: within_steps on a flat array and a column
def within_steps(result, reference, steps=40):
    """Say whether all entries agree within that many float32 steps."""
    result, reference = np.asarray(result), np.asarray(reference)
    largest = np.float32(np.abs(reference).max())
    gap = np.abs(result - reference).max()
    return bool(gap <= steps * np.spacing(largest))


port_agrees = within_steps(ported, original)
print("The port agrees:", port_agrees)
