# caught by: the first line at the margin after the frames
def class_and_sentence(text):
    """Return the name of the class and the first line of its message."""
    name, _, sentence = text.strip().splitlines()[-1].partition(": ")
    return name.split(".")[-1], sentence


pair = class_and_sentence(product_full)
print("Class and sentence:", pair)
