"""The yardsticks in plain Python: naive random hands, and an exact solver with bit masks.

Both are for two players and double-six with seven tiles each, and know nothing of `matador.game`.
The solver is the same search as in `yardstick/matador_proto.c`, with a dictionary for its table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

Tile = tuple[int, int]
Move = tuple[Tile, int, int]
"""A tile, the end of the line on which it goes, and the new end."""

TILES: list[Tile] = [(a, b) for a in range(7) for b in range(a, 7)]
PIPS = {1 << place: a + b for place, (a, b) in enumerate(TILES)}
MATADORS = sum(1 << place for place, one in enumerate(TILES) if sum(one) in (0, 7))
FAR = 10**6
"""Beyond every value."""


# --- random hands, tile by tile -----------------------------------------------------------------


def random_hand(chance: random.Random) -> int:
    """Play one hand at random; return the pips left to B less those left to A."""
    bag = TILES[:]
    chance.shuffle(bag)
    hands, stock = [bag[:7], bag[7:14]], bag[14:]
    doubles = [one for one in hands[0] + hands[1] if one[0] == one[1]]
    lead = max(doubles) if doubles else max(hands[0], key=sum)
    turn = int(lead not in hands[0])
    hands[turn].remove(lead)
    ends, passes = list(lead), 0
    while hands[turn] and passes < 2:
        turn = 1 - turn
        moves = list(_moves(hands[turn], ends))
        while not moves and stock:
            hands[turn].append(stock.pop())
            moves = list(_moves(hands[turn], ends))
        passes = 0 if moves else passes + 1
        if moves:
            one, side, end = chance.choice(moves)
            hands[turn].remove(one)
            ends[side] = end
    return sum(map(sum, hands[1])) - sum(map(sum, hands[0]))


def _moves(hand: list[Tile], ends: list[int]) -> Iterator[Move]:
    for side in (0, 1) if ends[0] != ends[1] else (0,):
        end = ends[side]
        for one in hand:
            a, b = one
            if a + b in (0, 7):
                yield one, side, b
                if a != b:
                    yield one, side, a
            elif end and a + end == 7:
                yield one, side, b
            elif end and b + end == 7:
                yield one, side, a


# --- the exact solver ---------------------------------------------------------------------------


def _answering(end: int) -> int:
    """The tiles but matadors that answer an end."""
    fitting = (place for place, one in enumerate(TILES) if end and 7 - end in one)
    return sum(1 << place for place in fitting) & ~MATADORS


def _new_ends(end: int) -> dict[int, tuple[int, ...]]:
    """Every tile that goes on an end, with the ends it may leave."""
    found: dict[int, tuple[int, ...]] = {}
    for place, (a, b) in enumerate(TILES):
        if MATADORS >> place & 1:
            found[1 << place] = (a,) if a == b else (a, b)
        elif end and 7 - end in (a, b):
            found[1 << place] = (b,) if a == 7 - end else (a,)
    return found


ANSWERING = [_answering(end) for end in range(7)]
ANY = [[one | other | MATADORS for other in ANSWERING] for one in ANSWERING]
NEW_ENDS = [_new_ends(end) for end in range(7)]


class Answer(NamedTuple):
    """The value of a deal after the lead, in pips for seat A, and the nodes it took."""

    value: int
    nodes: int


def solve(order: tuple[int, ...], lead: int) -> Answer:
    """The exact value of a deal: seven tiles of A, seven of B, the stock in drawing order."""
    hands = [_mask(order[:7]) & ~(1 << lead), _mask(order[7:14]) & ~(1 << lead)]
    search = _Search([1 << one for one in order[14:]])
    mover = int(lead in order[:7])
    own, other = hands[mover], hands[1 - mover]
    value = search.value(own, other, *TILES[lead], 0, _pips(own), _pips(other), -FAR, FAR)
    return Answer(-value if mover else value, search.nodes)


def _mask(tiles: tuple[int, ...]) -> int:
    return sum(1 << one for one in tiles)


def _pips(hand: int) -> int:
    return sum(pips for one, pips in PIPS.items() if hand & one)


class _Search:
    """Negamax with alpha-beta and a table; every value is the mover's."""

    def __init__(self, stock: list[int]) -> None:
        self.nodes = 0
        self._stock = stock
        self._left = [sum(PIPS[one] for one in stock[drawn:]) for drawn in range(len(stock) + 1)]
        self._table: dict[tuple[int, int, int, int], tuple[int, int, object]] = {}

    # One function, as in C: calls cost a plain Python search more than anything else.
    def value(self, own, other, left, right, drawn, pips, others, low, high):  # type: ignore[no-untyped-def]
        """The value of a position; exact when it lies between `low` and `high`."""
        self.nodes += 1
        stock, answers = self._stock, ANY[left][right]
        playable = own & answers
        while not playable and drawn < len(stock):
            one = stock[drawn]
            drawn += 1
            own |= one
            pips += PIPS[one]
            playable = one & answers
        if not playable:
            if not other & answers:
                return others - pips
            return -self.value(other, own, left, right, drawn, others, pips, -high, -low)
        if left > right:
            left, right = right, left
        most = others + self._left[drawn]
        if most <= low:
            return most
        least = -(pips + self._left[drawn])
        if least >= high:
            return least
        key = (own, other, left * 7 + right, drawn)
        known = self._table.get(key)
        at_least, at_most, first = known or (-FAR, FAR, None)
        if known:
            if at_least >= high or at_least == at_most:
                return at_least
            if at_most <= low:
                return at_most
            if at_least > low:
                low = at_least
            if at_most < high:
                high = at_most
        moves = []
        for side in (0, 1) if left != right else (0,):
            end, opposite = (right, left) if side else (left, right)
            fitting, new_ends = own & (ANSWERING[end] | MATADORS), NEW_ENDS[end]
            while fitting:
                one = fitting & -fitting
                fitting ^= one
                for new in new_ends[one]:
                    answers = ANY[new][opposite]
                    against = answers & other
                    guess = 2 * PIPS[one] + 3 * (answers & (own ^ one)).bit_count()
                    guess += -6 * against.bit_count() if against else 40
                    if one & MATADORS:
                        guess -= 8
                    if (one, side, new) == first:
                        guess += 1000
                    moves.append((guess, one, side, new))
        moves.sort(reverse=True)
        best, found, floor = -FAR, None, low
        for _, one, side, end in moves:
            kept = own ^ one
            if not kept:
                value = others
            elif side:
                value = -self.value(
                    other, kept, left, end, drawn, others, pips - PIPS[one], -high, -low
                )
            else:
                value = -self.value(
                    other, kept, end, right, drawn, others, pips - PIPS[one], -high, -low
                )
            if value > best:
                best, found = value, (one, side, end)
                if value > low:
                    low = value
                    if value >= high:
                        break
        if best >= high:
            at_least = max(at_least, best)
        elif best <= floor:
            at_most = min(at_most, best)
        else:
            at_least = at_most = best
        self._table[key] = (at_least, at_most, found)
        return best
