"""How the number of an expectation is written: with the digits that mean something."""

from __future__ import annotations

import math

# Floats below it hold every integer.
EXACT = 2.0**53


def format_number(value: float, tolerance: float = 0.0) -> str:
    """Return a number with the digits that its tolerance leaves meaningful.

    An integer is written in full. Another number gets one digit more than the
    tolerance has, so that what rounding adds stays far below it; without a tolerance
    it gets all of its digits.
    """
    is_whole = math.isfinite(value) and value == round(value) and abs(value) <= EXACT
    if is_whole or not math.isfinite(value):
        return f"{value:.0f}"
    if tolerance <= 0:
        return repr(value)
    decimals = max(1 - _find_exponent(tolerance), 0)
    digits = max(decimals + _find_exponent(value) + 1, 1)
    # Adding zero takes the sign from one.
    return f"{round(value, decimals) + 0.0:.{digits}g}"


def _find_exponent(value: float) -> int:
    """Return the power of ten of a number's first digit."""
    return math.floor(math.log10(abs(value)))
