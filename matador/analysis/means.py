"""Means and rates with their standard errors, from whole-number sums."""

from __future__ import annotations

import math
from typing import NamedTuple


class Estimate(NamedTuple):
    """A number found by sampling, and its standard error in the same unit."""

    mean: float
    error: float


def rate(times: int, among: int) -> Estimate:
    """How often something happened, 0..1.

    The error is the binomial one, taken where one more of each kind has been seen: what happened
    never or always in a sample need not do so for good.
    """
    likely = (times + 1) / (among + 2)
    return Estimate(times / among, math.sqrt(likely * (1 - likely) / among))


def average(total: int, squares: int, count: int, unit: int = 1) -> Estimate:
    """The mean of `count` whole numbers by their sum and the sum of their squares.

    The numbers count in parts of a whole: `unit` of them make one. One number alone says nothing
    about its error, which then is infinite.
    """
    mean = total / count / unit
    if count == 1:
        return Estimate(mean, math.inf)
    spread = count * squares - total * total
    return Estimate(mean, math.sqrt(spread / (count - 1)) / count / unit)
