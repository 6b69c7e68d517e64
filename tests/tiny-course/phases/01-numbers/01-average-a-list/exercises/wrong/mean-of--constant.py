# caught by: one value is its own mean
def mean_of(numbers):
    return sum(numbers) / len(numbers)


of_one = 3
