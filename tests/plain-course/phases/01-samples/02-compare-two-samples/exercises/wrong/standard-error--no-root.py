# caught by: divide the spread by the root
def standard_error(numbers):
    return numbers.std(ddof=1) / len(numbers)


uncertainty = standard_error(left)
