# caught by: the order of operands decides nothing
def predict(*operands):
    """Return the name of the dtype of the sum of arrays and numbers."""
    order = dict(NEXT)
    order["bool"], order["int"] = ["int"], ["uint8", "int8"]
    order["int32"], order["float"] = ["float"], ["bfloat16", "float16"]

    def above(name):
        return {name}.union(*[above(wider) for wider in order[name]])

    total = "bool"
    for operand in operands:
        is_array = isinstance(operand, jax.Array)
        kind = operand.dtype.name if is_array else type(operand).__name__
        common = above(total) & above(kind)
        lowest = max(common, key=lambda name: len(above(name)))
        total = {"int": "int32", "float": "float32"}.get(lowest, lowest)
    return total


first_guess = predict(small, 0.5)
second_guess = predict(count, 0.5, loud)
print("Predicted:", first_guess, second_guess)
