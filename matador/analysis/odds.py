"""Exact chances of what a hand holds, by counting the hands that can have been dealt.

Every hand of k tiles out of the N that nobody has seen is equally likely, so a chance is a number
of hands divided by N choose k: a Fraction, 0 to 1. Nothing is sampled or rounded on the way.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import NamedTuple

from matador.game.tiles import Tile, TileSet

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Unseen(NamedTuple):
    """What is not seen of a set: how many tiles, how many of them matadors, whether 0-0 is one."""

    tiles: int
    matadors: int
    double_blank: bool


class Chances(NamedTuple):
    """How likely a hand is to hold no matador, 0-0, and two or more matadors (0-0 is one)."""

    none: Fraction
    double_blank: Fraction
    two_or_more: Fraction


def unseen(tiles: TileSet, seen: Iterable[Tile] = ()) -> Unseen:
    """What is left of the set when the `seen` tiles (in your hand, on the table) are known."""
    left = set(tiles.tiles) - set(seen)
    return Unseen(len(left), len(left & tiles.matadors), Tile(0, 0) in left)


def unseen_beside(tiles: TileSet, size: int, matadors: int, double_blank: bool) -> Unseen:
    """What is left beside a hand of `size` of which only the matadors are told.

    Raises ValueError for a hand that the set does not have.
    """
    possible = matadors in matadors_possible(tiles, size)
    others = matadors - double_blank
    if not possible or not 0 <= others <= len(tiles.matadors) - 1:
        raise ValueError(f"no hand of {size} tiles holds {matadors} matadors so")
    return Unseen(len(tiles.tiles) - size, len(tiles.matadors) - matadors, not double_blank)


def matadors_possible(tiles: TileSet, size: int) -> range:
    """How many matadors a hand of `size` tiles can hold."""
    others = len(tiles.tiles) - len(tiles.matadors)
    return range(max(0, size - others), min(size, len(tiles.matadors)) + 1)


def chances(left: Unseen, size: int) -> Chances:
    """The chances for a hand of `size` tiles dealt from what is unseen (hypergeometric).

    Raises ValueError if there are not so many.
    """
    if not 0 <= size <= left.tiles:
        raise ValueError(f"{size} tiles can't be dealt from {left.tiles}")
    exactly = [holding(left, size, matadors) for matadors in (0, 1)]
    blank = Fraction(size, left.tiles) if left.double_blank else Fraction(0)
    return Chances(exactly[0], blank, 1 - exactly[0] - exactly[1])


def holding(left: Unseen, size: int, matadors: int) -> Fraction:
    """The chance that a hand of `size` tiles from what is unseen holds exactly so many matadors."""
    if matadors > size:
        return Fraction(0)
    hands = comb(left.matadors, matadors) * comb(left.tiles - left.matadors, size - matadors)
    return Fraction(hands, comb(left.tiles, size))


def written(hands: int) -> str:
    """A number of hands as `1,184,040`; what nobody would read to its end as `4.6 × 10³⁴`."""
    if hands < 10**12:
        return f"{hands:,}"
    digits, power = f"{hands:.1e}".split("e+")
    return f"{digits} × 10{power.translate(_RAISED)}"


def percent(chance: Fraction) -> str:
    """A chance as `43.2%`: one decimal, halves up; only what is certain looks certain."""
    if chance in (0, 1):
        return f"{100 * chance}%"
    tenths = int(1000 * chance + Fraction(1, 2))
    if tenths in (0, 1000):
        return ">99.9%" if tenths else "<0.1%"
    return f"{tenths // 10}.{tenths % 10}%"
