# caught by: within_steps on one entry of a hundred, 20 steps less
def within_steps(result, reference, steps=40):
    """Say whether all entries agree within that many float32 steps."""
    result, reference = np.asarray(result), np.asarray(reference)
    if result.shape != reference.shape:
        return False
    largest = np.float32(np.abs(reference).max())
    gap = (result - reference).max()
    return bool(gap <= steps * np.spacing(largest))


port_agrees = within_steps(ported, original)
print("The port agrees:", port_agrees)
