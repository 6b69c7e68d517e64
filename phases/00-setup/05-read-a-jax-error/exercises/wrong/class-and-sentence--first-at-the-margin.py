# caught by: a warning before
def class_and_sentence(text):
    """Return the name of the class and the first line of its message."""
    for line in text.splitlines():
        if line[:1].strip() and not line.startswith("Traceback"):
            name, _, sentence = line.partition(": ")
            return name.split(".")[-1], sentence


pair = class_and_sentence(product_full)
print("Class and sentence:", pair)
