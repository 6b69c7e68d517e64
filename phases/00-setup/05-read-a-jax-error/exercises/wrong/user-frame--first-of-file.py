# caught by: the last one is nearest to the cause
def user_frame(text, file):
    """Return line and function of the last frame in file, or None."""
    for where, line, name in frames(text):
        if where == file:
            return line, name
    return None


frame = user_frame(product_full, "program.py")
print("Your line in the product:", frame)
