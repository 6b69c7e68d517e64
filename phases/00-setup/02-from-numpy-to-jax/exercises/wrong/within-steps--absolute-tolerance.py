# caught by: within_steps on 1e8 and 8 more
def within_steps(result, reference, steps=40):
    """Say whether all entries agree within that many float32 steps."""
    if np.shape(result) != np.shape(reference):
        return False
    gap = np.abs(np.asarray(result) - np.asarray(reference)).max()
    return bool(gap <= 1e-6)


port_agrees = within_steps(ported, original)
print("The port agrees:", port_agrees)
