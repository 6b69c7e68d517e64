# caught by: a file that is not there
def user_frame(text, file):
    """Return line and function of the last frame in file, or None."""
    own = [(line, name) for where, line, name in frames(text) if where == file]
    return own[-1] if own else ()


frame = user_frame(product_full, "program.py")
print("Your line in the product:", frame)
