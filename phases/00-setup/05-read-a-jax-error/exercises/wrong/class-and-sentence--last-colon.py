# caught by: cut at its first colon
def class_and_sentence(text):
    """Return the name of the class and the first line of its message."""
    last = text.split("Traceback (most recent call last):")[-1]
    at_margin = [line for line in last.splitlines() if line[:1].strip()]
    name, _, sentence = at_margin[0].rpartition(": ")
    return (name or sentence).split(".")[-1], sentence if name else ""


pair = class_and_sentence(product_full)
print("Class and sentence:", pair)
