"""The same hands, and matches, under two rule sets: whole-number sums of what differs."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from matador.analysis import playouts as core
from matador.analysis.hands import Setup, hands_here
from matador.analysis.matches import play_match
from matador.analysis.means import average
from matador.analysis.native import Ints, zeros
from matador.analysis.policies import POLICIES
from matador.analysis.studies import exact
from matador.analysis.studies.record import Number, Provenance
from matador.analysis.tables import tables
from matador.game.rules import read_rules

METRICS = ("blocked", "plays", "draws", "passes", "edge", "payment")
"""What is compared of a hand, in the order of the sums."""
UNITS = (1, 1, 1, 1, exact.EDGE_UNIT, 1)


def compared(made: Provenance, base: Provenance, first: int, count: int) -> list[int]:
    """The sums of hands under these rules beside the same under the base."""
    sums = zeros(exact.METRICS * exact.COMPARED)
    one, other = _metrics(made, first, count), _base_metrics(base, first, count)
    exact.add_compared(one, other, count, sums)
    return [int(x) for x in sums]


def _metrics(made: Provenance, first: int, count: int) -> Ints:
    found = zeros(count * exact.METRICS)
    exact.measure_hands(_workspace(made), made.seed, first, count, found)
    return found


_base_metrics = lru_cache(maxsize=256)(_metrics)


@lru_cache(maxsize=8)
def _workspace(made: Provenance) -> Ints:
    w = tables(read_rules(made.rules), made.players).workspace(core.WORKSPACE)
    core.set_policies(w, tuple(POLICIES[name].weights for name in made.policies))
    return w


FINISHED, LENGTH, _CHANGE = 0, 1, 3
"""Places in the sums of matches; two of length and change are followed by their squares."""
MATCH_SUMS = 5


def match_lengths(made: Provenance, base: Provenance, first: int, count: int) -> list[int]:
    """How many matches both rule sets finish; their length, and how much longer they are."""
    sums = [0] * MATCH_SUMS
    pairs = zip(_lengths(made, first, count), _base_lengths(base, first, count), strict=True)
    for length, other in pairs:
        if length and other:
            sums[FINISHED] += 1
            for place, number in ((LENGTH, length), (_CHANGE, length - other)):
                sums[place] += number
                sums[place + 1] += number**2
    return sums


def _lengths(made: Provenance, first: int, count: int) -> list[int]:
    """Hands in each match, 0 for one that was given up."""
    rules = read_rules(made.rules)
    hands = hands_here(Setup(rules, made.policies, made.seed))
    found = (play_match(hands, rules, made.players, first + i) for i in range(count))
    return [match.hands if match.winners else 0 for match in found]


_base_lengths = lru_cache(maxsize=256)(_lengths)


class Found(NamedTuple):
    """A metric under the first rule set, and how much it differs from the second."""

    number: Number
    change: Number
    deviation: float
    """The standard deviation from hand to hand, or match to match."""


def found_in(four: tuple[int, ...], count: int, unit: int) -> Found:
    """What the four sums of a metric say of `count` hands or matches, counted in `unit`s."""
    total, squares, change, changes = four
    number = average(total, squares, count, unit)
    return Found(
        Number.of(number),
        Number.of(average(change, changes, count, unit)),
        number.error * sqrt(count),
    )
