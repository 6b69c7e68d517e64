# caught by: divide the sum
def mean_of(numbers):
    return sum(numbers)


of_one = mean_of([7])
