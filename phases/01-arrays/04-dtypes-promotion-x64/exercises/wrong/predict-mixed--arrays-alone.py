# caught by: a Python number decides the kind
def predict(*operands):
    """Return the name of the dtype of the sum of arrays and numbers."""
    common = set(NEXT)
    for operand in operands:
        if isinstance(operand, jax.Array):
            common &= reachable(operand.dtype.name)
    return max(common, key=lambda name: len(reachable(name)))


first_guess = predict(small, 0.5)
second_guess = predict(count, 0.5, loud)
print("Predicted:", first_guess, second_guess)
