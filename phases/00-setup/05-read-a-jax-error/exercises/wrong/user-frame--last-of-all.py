# caught by: the last one is nearest to the cause
def user_frame(text, file):
    """Return line and function of the last frame in file, or None."""
    _, line, name = frames(text)[-1]
    return line, name


frame = user_frame(product_full, "program.py")
print("Your line in the product:", frame)
