"""Setting a position up by hand: one tile at a time from anywhere to anywhere.

Whatever comes of it is a position; what cannot have come about shows in its flaws.
"""

from __future__ import annotations

import random
from dataclasses import replace

from matador.game.errors import UnreadableError
from matador.game.line import Fit, Line, spinner_due
from matador.game.position import SEATS, Hand, Position, Stock
from matador.game.tiles import Tile

BOX, STOCK, HAND = "box", "stock", "hand-"
"""Places a tile can be put, besides the arms of the line: out of play, the stock, a hand."""


def put(position: Position, one: Tile, place: str, inner: int | None = None) -> Position:
    """The position with a tile taken from wherever it is and put on `place`.

    `place` is BOX, STOCK, HAND and a seat letter, S on an empty line, or an arm of the line; there
    `inner` is the half that touches. Raises UnreadableError for any other place.
    """
    bare = take(position, one)
    if place == BOX:
        return bare
    if place == STOCK:
        return replace(bare, stock=Stock((*bare.stock.tiles, one), bare.stock.hidden))
    if place.startswith(HAND):
        return _into_hand(bare, one, place.removeprefix(HAND))
    return _onto_line(bare, one, place, inner)


def take(position: Position, one: Tile) -> Position:
    """The position without a tile. Without its spinner a line loses the side arms too."""
    line = _without(position.line, one)
    hands = tuple(
        Hand(tuple(t for t in hand.tiles if t != one), hand.hidden) for hand in position.hands
    )
    stock = Stock(tuple(t for t in position.stock.tiles if t != one), position.stock.hidden)
    return _fresh(replace(position, line=line, hands=hands, stock=stock))


def cleared(position: Position) -> Position:
    """The same seats and rules with every tile back in the box."""
    hands = (Hand(()),) * position.players
    return _fresh(replace(position, line=Line(), hands=hands, stock=Stock(), turn=0))


def filled(position: Position, seed: int) -> Position:
    """The tiles of the box dealt at random: every hand up to its size, the rest to the stock."""
    chance = random.Random(seed)
    box = sorted(position.unseen, key=lambda _: chance.random())
    size = position.rules.hand_size(position.players)
    hands = []
    for hand in position.hands:
        more, box = box[: max(0, size - len(hand))], box[max(0, size - len(hand)) :]
        hands.append(Hand(tuple(sorted((*hand.tiles, *more))), hand.hidden))
    stock = Stock((*position.stock.tiles, *box), 0)
    return _fresh(replace(position, hands=tuple(hands), stock=stock))


def with_turn(position: Position, turn: int) -> Position:
    """The position with another seat to move."""
    return _fresh(replace(position, turn=turn))


def _fresh(position: Position) -> Position:
    """Nothing was passed or drawn yet in a position that was set up."""
    return replace(position, passes=0, drawn=0, drew_matador=False)


def _without(line: Line, one: Tile) -> Line:
    row = tuple(placed for placed in line.row if placed.tile != one)
    arms = ((name, tuple(p for p in tiles if p.tile != one)) for name, tiles in line.arms)
    kept = tuple((name, tiles) for name, tiles in arms if tiles)
    # An arm hangs on a tile; when that goes, the arm would hang in the air.
    return Line(row, kept if row and len(row) == len(line.row) else ())


def _into_hand(position: Position, one: Tile, seat: str) -> Position:
    if seat not in SEATS[: position.players] or len(seat) != 1:
        raise UnreadableError(f"place: there is no seat {seat[:10]!r}")
    hands = list(position.hands)
    hand = hands[SEATS.index(seat)]
    hands[SEATS.index(seat)] = Hand(tuple(sorted((*hand.tiles, one))), hand.hidden)
    return replace(position, hands=tuple(hands))


def _onto_line(position: Position, one: Tile, arm: str, inner: int | None) -> Position:
    line = position.line
    arms = {"S"} if not line.row else {"L", "R", *(end.arm for end in position.ends)}
    if arm not in arms:
        raise UnreadableError(f"place: there is no place {arm[:10]!r}")
    near, far = (one.high, one.low) if inner == one.high else (one.low, one.high)
    spins = one.double and arm in ("S", "L", "R") and spinner_due(line, position.rules)
    fit = Fit(near, far, "s" if spins else "")
    return replace(position, line=line.with_tile(arm, fit, position.rules))
