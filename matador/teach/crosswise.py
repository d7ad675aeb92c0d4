"""The small theorem about matadors that lie across, tried by the engine in every set.

Whether the next tile must equal a half of the matador or make the target with one comes to the
same tiles, since the two halves of a matador complete each other. Only 0-0 is different.
"""

from __future__ import annotations

from typing import NamedTuple

from matador.game.line import ACROSS, Line, Placed, ends, fits
from matador.game.rules import CrossOpen, CrossReading, Crosswise, Highest, Rules
from matador.game.tiles import Tile

BLANKS = Tile(0, 0)


class Reading(NamedTuple):
    """What the two readings admit in one set, matadors left aside."""

    highest: int
    matadors: int
    """Matadors besides 0-0."""
    alike: int
    """On how many of these both readings admit the same tiles and leave the same numbers."""
    equal_on_blank: int
    """Tiles that go on 0-0 lying across if an equal half is asked for."""
    target_on_blank: int
    """Tiles that go there if the target must be made."""


def readings() -> tuple[Reading, ...]:
    """Both readings compared, one line a set."""
    return tuple(_compared(size) for size in Highest)


def admitted(rules: Rules, across: Tile) -> frozenset[tuple[Tile, int]]:
    """The tiles but matadors that go on a matador lying across, each with what it leaves."""
    (_, right) = ends(Line((Placed(0, 0), Placed(*across, ACROSS))), rules)
    others = (one for one in rules.tiles.tiles if one not in rules.tiles.matadors)
    return frozenset((one, fit.outer) for one in others for fit in fits(one, right, rules, False))


def _compared(size: Highest) -> Reading:
    target, match = (
        Rules(
            "", set=size, crosswise=Crosswise.CHOICE, cross_open=CrossOpen.EITHER, cross_reading=r
        )
        for r in (CrossReading.TARGET, CrossReading.MATCH)
    )
    matadors = sorted(target.tiles.matadors - {BLANKS})
    alike = sum(admitted(target, one) == admitted(match, one) != frozenset() for one in matadors)
    on_blank = (len(admitted(rules, BLANKS)) for rules in (match, target))
    return Reading(target.tiles.highest, len(matadors), alike, *on_blank)
