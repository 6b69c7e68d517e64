# caught by: whose file has exactly this name
def user_frame(text, file):
    """Return line and function of the last frame in file, or None."""
    own = [(line, name) for where, line, name in frames(text) if file in where]
    return own[-1] if own else None


frame = user_frame(product_full, "program.py")
print("Your line in the product:", frame)
