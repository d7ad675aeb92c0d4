"""Tiles and sets: every fact about the pieces that does not depend on the rule set.

In a double-n set the touching halves add up to the target, n + 1. The matadors are 0-0 and every
tile whose halves make the target by themselves (sources: pagat; the rules article, "Bigger sets").
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from operator import or_
from typing import NamedTuple

HALVES = "0123456789abcdefghi"
"""One character a half, as `notation.md` has it: a is 10, i is 18."""

SIZES = (6, 9, 12, 15, 18)
"""The highest half of each set that is sold."""


class Tile(NamedTuple):
    """One domino, lower half first. `str(Tile(2, 5))` is `25`."""

    low: int
    high: int

    def __str__(self) -> str:
        return HALVES[self.low] + HALVES[self.high]

    @property
    def double(self) -> bool:
        """Whether both halves are equal."""
        return self.low == self.high

    @property
    def pips(self) -> int:
        """The pips on both halves."""
        return self.low + self.high

    @property
    def turns(self) -> tuple[tuple[int, int], ...]:
        """The ways round, as (inner, outer): one for a double, two otherwise."""
        if self.low == self.high:
            return ((self.low, self.high),)
        return ((self.low, self.high), (self.high, self.low))


def tile(one: int, other: int) -> Tile:
    """The tile with these halves, in whichever order they come."""
    return Tile(one, other) if one <= other else Tile(other, one)


BIT: dict[Tile, int] = {
    Tile(low, high): 1 << high * (high + 1) // 2 + low
    for high in range(len(HALVES))
    for low in range(high + 1)
}
"""One bit for each tile, the same in every set: tiles in no order are a number, their mask."""

_NUMBERED = tuple(BIT)


def tile_of(bit: int) -> Tile:
    """The tile with this bit."""
    return _NUMBERED[bit.bit_length() - 1]


def mask(tiles: Iterable[Tile]) -> int:
    """The mask of these tiles; one that comes twice counts once."""
    return reduce(or_, map(BIT.__getitem__, tiles), 0)


@lru_cache(maxsize=1 << 12)
def tiles_in(held: int) -> tuple[Tile, ...]:
    """The tiles of a mask, ascending."""
    numbers = range(held.bit_length())
    return tuple(sorted(_NUMBERED[number] for number in numbers if held >> number & 1))


class TileSet(NamedTuple):
    """A double-n set: its tiles, its target, its matadors and what answers what."""

    highest: int
    tiles: tuple[Tile, ...]
    matadors: frozenset[Tile]
    bits: tuple[int, ...]
    """The bit of each tile, in the order of `tiles`."""
    wild: int
    """The mask of the matadors."""
    doubles: int
    """The mask of the doubles."""

    @property
    def target(self) -> int:
        """What two touching halves must add up to: n + 1."""
        return self.highest + 1

    @property
    def pips(self) -> int:
        """The pips in the whole set: 168 in double-six."""
        return sum(t.pips for t in self.tiles)

    def needs(self, value: int) -> tuple[int, ...]:
        """The halves that make the target with `value`: none for a blank, one otherwise."""
        return (self.target - value,) if value else ()

    def answers(self, *values: int) -> tuple[Tile, ...]:
        """The tiles that go on at least one of these ends, matadors wild, in ascending order."""
        needed = {half for value in values for half in self.needs(value)}
        return tuple(
            t for t in self.tiles if t in self.matadors or t.low in needed or t.high in needed
        )


@cache
def tile_set(highest: int) -> TileSet:
    """The double-`highest` set.

    Small sets that nobody sells are made too: exhaustive tests use them.
    """
    tiles = tuple(Tile(a, b) for a in range(highest + 1) for b in range(a, highest + 1))
    matadors = frozenset(t for t in tiles if t.pips in (0, highest + 1))
    bits = tuple(BIT[t] for t in tiles)
    return TileSet(
        highest, tiles, matadors, bits, mask(matadors), mask(t for t in tiles if t.double)
    )
