# caught by: within_steps on 0 and 2, the 0 off by half a step
def within_steps(result, reference, steps=40):
    """Say whether all entries agree within that many float32 steps."""
    result, reference = np.asarray(result), np.asarray(reference)
    if result.shape != reference.shape:
        return False
    each = np.spacing(np.float32(np.abs(reference)))
    return bool((np.abs(result - reference) <= steps * each).all())


port_agrees = within_steps(ported, original)
print("The port agrees:", port_agrees)
