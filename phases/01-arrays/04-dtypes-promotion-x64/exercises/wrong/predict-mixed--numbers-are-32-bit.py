# caught by: a Python number decides the kind
def predict(*operands):
    """Return the name of the dtype of the sum of arrays and numbers."""
    widths = {"int": "int32", "float": "float32"}
    common = set(NEXT)
    for operand in operands:
        is_array = isinstance(operand, jax.Array)
        kind = operand.dtype.name if is_array else type(operand).__name__
        common &= reachable(widths.get(kind, kind))
    return max(common, key=lambda name: len(reachable(name)))


first_guess = predict(small, 0.5)
second_guess = predict(count, 0.5, loud)
print("Predicted:", first_guess, second_guess)
