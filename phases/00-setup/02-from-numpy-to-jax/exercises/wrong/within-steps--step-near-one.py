# caught by: within_steps on 1e8 and 8 more
def within_steps(result, reference, steps=40):
    """Say whether all entries agree within that many float32 steps."""
    result, reference = np.asarray(result), np.asarray(reference)
    if result.shape != reference.shape:
        return False
    gap = np.abs(result - reference).max()
    return bool(gap <= steps * np.spacing(np.float32(1.0)) * 2)


port_agrees = within_steps(ported, original)
print("The port agrees:", port_agrees)
