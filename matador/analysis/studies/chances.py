"""Study: how likely a hand is to hold matadors. Exact, so nothing is sampled."""

from __future__ import annotations

from fractions import Fraction

from matador.analysis.odds import (
    Chances,
    Unseen,
    chances,
    matadors_possible,
    percent,
    unseen,
    unseen_beside,
)
from matador.analysis.studies.record import Inquiry, Parts, Record, Study
from matador.game.tiles import TileSet, tile_set

HAND = 7
_SIZES = range(3, 11)


class Exact(Record, frozen=True):
    """A chance as a fraction, written `a/b`, and as it is shown."""

    exact: str
    percent: str


class Hand(Record, frozen=True):
    """The chances for one hand: no matador, 0-0, two matadors or more (0-0 is one)."""

    none: Exact
    double_blank: Exact
    two_or_more: Exact


class Beside(Record, frozen=True):
    """The chances for the other hand, when one's own holds so many matadors."""

    matadors: int
    own_double_blank: bool
    other: Hand


class ChanceResults(Record, frozen=True):
    """Double-six throughout."""

    by_size: dict[int, Hand]
    """By the number of tiles in the hand, when nothing is known."""
    beside: tuple[Beside, ...]
    """For seven tiles beside one's own seven."""


def _conclude(_: Parts) -> ChanceResults:
    tiles = tile_set(6)
    return ChanceResults(
        {size: _hand(unseen(tiles), size) for size in _SIZES},
        tuple(
            Beside(own, blank, _hand(unseen_beside(tiles, HAND, own, blank), HAND))
            for own in matadors_possible(tiles, HAND)
            for blank in _blanks(tiles, own)
        ),
    )


def _blanks(tiles: TileSet, matadors: int) -> list[bool]:
    """Whether 0-0 may be, or not be, among so many matadors."""
    return [blank for blank in (False, True) if 0 <= matadors - blank < len(tiles.matadors)]


def _hand(left: Unseen, size: int) -> Hand:
    found: Chances = chances(left, size)
    return Hand(*map(_exact, found))


def _exact(chance: Fraction) -> Exact:
    return Exact(f"{chance.numerator}/{chance.denominator}", percent(chance))


CHANCES = Inquiry(
    "How likely is a hand to hold no matador, 0-0, or two matadors and more?",
    "Hands are counted, not sampled: every hand of so many tiles is equally likely among the tiles "
    "that nobody has seen. Double-six, 28 tiles, four matadors of which 0-0 is one.",
    Study[ChanceResults],
    dict,
    _conclude,
)
