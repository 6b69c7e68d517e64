# caught by: middle: expected 2
def middle_of(xs):
    return xs[0]
