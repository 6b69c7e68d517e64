# caught by: no promotion by JAX
def predict(*operands):
    """Return the name of the dtype of the sum of arrays and numbers."""
    return jnp.result_type(*operands).name


first_guess = predict(small, 0.5)
second_guess = predict(count, 0.5, loud)
print("Predicted:", first_guess, second_guess)
