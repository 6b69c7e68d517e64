# caught by: middle: expected 2
def middle_of(xs):
    return sorted(xs)[-1]
