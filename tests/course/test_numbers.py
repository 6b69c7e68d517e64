"""Numbers of expectations show the digits that mean something, and no others."""

import pytest

from lessonkit.course.numbers import format_number


@pytest.mark.parametrize(
    ("value", "tolerance", "shown"),
    [
        (2.000000822, 1e-9, "2.000000822"),
        (4999950000.0, 0.0, "4999950000"),
        (4999950000, 1e3, "4999950000"),
        (-3.0, 0.1, "-3"),
        (0.46, 1e-6, "0.46"),
        (0.9484375, 1e-5, "0.948438"),
        (0.948437512345, 0.0, "0.948437512345"),
        (9.99996, 0.01, "10"),
        (12345678.9, 0.5, "12345678.9"),
        (12345.6, 1000.0, "12346"),
        (1.234567e-7, 1e-12, "1.234567e-07"),
        (0.00099, 0.01, "0.001"),
        (-1e-7, 1e-3, "0"),
        (1e-9, 0.0, "1e-09"),
        (1e300, 0.0, "1e+300"),
    ],
)
def test_a_number_shows_what_its_tolerance_makes_meaningful(value, tolerance, shown):
    assert format_number(value, tolerance) == shown


@pytest.mark.parametrize("tolerance", [1e-9, 1e-6, 1e-3, 0.5])
def test_rounding_stays_far_below_the_tolerance(tolerance):
    for value in (0.1234567891234, 98.7654321987, 1 / 3, 2e5 / 7):
        shown = float(format_number(value, tolerance))
        assert abs(shown - value) <= tolerance / 10
