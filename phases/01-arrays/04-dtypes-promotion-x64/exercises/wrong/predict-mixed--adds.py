# caught by: no addition
def predict(*operands):
    """Return the name of the dtype of the sum of arrays and numbers."""
    total = operands[0]
    for operand in operands[1:]:
        total = total + operand
    return total.dtype.name


first_guess = predict(small, 0.5)
second_guess = predict(count, 0.5, loud)
print("Predicted:", first_guess, second_guess)
