"""How fast plain Python is here, so that goals in seconds hold for any machine.

The goals for plain Python were set beside a naive random-hand loop that plays GIVEN hands a second.
The same loop is timed here, and a figure is held against its goal at that pace.
"""

from __future__ import annotations

import random
from functools import cache

from benchmarks import yardstick_python
from benchmarks.measure import Sample, contest, milliseconds, repeat

NAIVE = "naive Python"
GIVEN = 21_000
"""Hands a second of the naive loop where the goals were set."""

_ROUNDS, _SECONDS = 5, 0.4


def naive_hands(chance: random.Random, seconds: float) -> Sample:
    """Random hands of the naive loop over about so many seconds."""

    def hand() -> int:
        yardstick_python.random_hand(chance)
        return 1

    return repeat(hand, seconds)


@cache
def pace() -> float:
    """How many times as fast as there plain Python is here; the best of some turns."""
    chance = random.Random(3)
    race = contest({NAIVE: lambda seconds: naive_hands(chance, seconds)}, _ROUNDS, _SECONDS)
    return race.rate(NAIVE) / GIVEN


def within(seconds: float, goal: float) -> tuple[str, bool]:
    """What a time measured here is at the pace of the goal, and whether that is below the goal."""
    there = seconds * pace()
    return f"{milliseconds(there)} at the goal's pace", there < goal


def at_pace(goal: str) -> str:
    """A goal in words, with the pace it was set at."""
    return f"{goal} where {NAIVE} plays {GIVEN:,} hands/s"
