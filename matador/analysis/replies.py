"""What the next seat can answer, and where the unseen tiles may be, as one seat sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from matador.analysis.knowledge import Knowledge, Proof, answering
from matador.analysis.odds import replies
from matador.game.errors import IllegalError
from matador.game.moves import LEAD, Action, advance, ending, legal_actions
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.tiles import Tile

Stop = Callable[[], bool]


class Answer(NamedTuple):
    """What the next seat can play once an action has been done."""

    action: Action
    chance: Fraction | None
    """That it can play at all, 0 to 1; None where it is not its turn then."""
    error: float
    """One standard error of the chance; 0 where it is exact."""
    tiles: tuple[Tile, ...]
    """The tiles with which it can: of its hand if that is known, else of the unseen ones."""
    over: bool = False
    """Whether the action ends the hand."""


class Seen(NamedTuple):
    """The answers as one seat sees them."""

    answers: tuple[Answer, ...]
    unseen: int
    """How many tiles that seat has not seen."""
    samples: int
    """How many deals the chances are estimated from; 0 where all of them were counted."""


def open_answers(position: Position) -> tuple[Answer, ...]:
    """The answers of a next seat whose hand is known, the fewest first."""
    found = [_open_answer(position, action) for action in _choices(position)]
    return tuple(sorted(found, key=lambda one: (_rank(one), len(one.tiles))))


def seen_answers(line: Timeline, seat: int, **_: Any) -> Seen:
    """The chances that the next seat can answer, as the seat to move sees them, lowest first.

    They are counted; where the deals are too many, estimated. The first tile of a hand is asked
    about one way round only. Raises IllegalError if no deal agrees with what was done.
    """
    known = _known(line, seat)
    position, found, samples = known.position, [], 0
    wanted = set(_choices(position))
    for reply in replies(known):
        if reply.action in wanted:
            after, chance = advance(position, reply.action), reply.answers.any_end
            error = reply.sampling.error(chance) if reply.sampling else 0.0
            samples = reply.sampling.samples if reply.sampling else samples
            tiles = _fitting(after, position.unseen)
            found.append(
                _none(position, reply.action) or Answer(reply.action, chance, error, tiles)
            )
    found.sort(key=lambda one: (_rank(one), one.chance or 0, len(one.tiles)))
    return Seen(tuple(found), len(position.unseen), samples)


def _known(line: Timeline, seat: int) -> Knowledge:
    known = Knowledge.of(line, seat)
    if not known.possible:
        raise IllegalError("no deal agrees with everything that was seen")
    return known


def _choices(position: Position) -> tuple[Action, ...]:
    # Which way round the first tile lies makes no difference to anybody at the table.
    return tuple(a for a in legal_actions(position) if a.where != LEAD or a.inner <= a.outer)


def _open_answer(position: Position, action: Action) -> Answer:
    after = advance(position, action)
    tiles = _fitting(after, after.hand.tiles)
    return _none(position, action) or Answer(action, Fraction(bool(tiles)), 0.0, tiles)


def _none(position: Position, action: Action) -> Answer | None:
    """The answer where the hand is over or the same seat goes on."""
    after = advance(position, action)
    over = ending(after) is not None
    return Answer(action, None, 0.0, (), over) if over or after.turn == position.turn else None


def _fitting(position: Position, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    fit = frozenset[Tile]().union(*answering(position).values())
    return tuple(one for one in tiles if one in fit)


def _rank(one: Answer) -> int:
    """First what ends the hand, last what leaves the turn where it is."""
    return 0 if one.over else 2 if one.chance is None else 1


# --- the unseen tiles ---------------------------------------------------------------------------


class Spot(NamedTuple):
    """Where a tile may be: with which seats, and whether in the stock."""

    seats: tuple[int, ...]
    stock: bool

    @property
    def certain(self) -> bool:
        """Whether it can be in one place only."""
        return len(self.seats) + self.stock == 1


class RuledOut(NamedTuple):
    """Tiles that a seat can't hold, and the action that proved it."""

    proof: Proof
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Places:
    """Every tile of the set, as one seat sees it."""

    played: tuple[Tile, ...]
    mine: tuple[Tile, ...]
    elsewhere: dict[Spot, tuple[Tile, ...]]
    """All others by where they may be, those with most places first."""
    ruled_out: tuple[RuledOut, ...]
    """What drawing, passing and leading proved of the others and still holds, in order."""
    exact: bool
    """Whether the deals were counted; otherwise a place may still be impossible."""


def places(line: Timeline, seat: int, **_: Any) -> Places:
    """Where every tile is or may be, seen with the eyes of a seat.

    Raises IllegalError for a flawed start, or if no deal agrees with what was done.
    """
    known = _known(line, seat)
    position = known.position
    return Places(
        tuple(sorted(placed.tile for placed in position.line.placed)),
        position.hands[seat].tiles,
        _elsewhere(known, seat),
        tuple(_ruled_out(known, seat)),
        known.exact,
    )


def _elsewhere(known: Knowledge, seat: int) -> dict[Spot, tuple[Tile, ...]]:
    position = known.position
    spots = _spots(known)
    for other, hand in enumerate(position.hands):
        spots |= {one: Spot((other,), stock=False) for one in hand.tiles if other != seat}
    spots |= {one: Spot((), stock=True) for one in position.stock.tiles}
    ordered = sorted(set(spots.values()), key=lambda spot: (-len(spot.seats) - spot.stock, spot))
    return {spot: tuple(sorted(t for t, at in spots.items() if at == spot)) for spot in ordered}


def _spots(known: Knowledge) -> dict[Tile, Spot]:
    """Where each tile may be whose place is not known."""
    position = known.position
    veiled = [seat for seat, hand in enumerate(position.hands) if hand.hidden]
    out = {seat: known.excluded(seat) for seat in veiled}
    left: dict[Tile, Fraction] = known.in_stock() if known.exact else {}
    return {
        one: Spot(
            tuple(seat for seat in veiled if one not in out[seat]),
            bool(left.get(one, position.stock.hidden)),
        )
        for one in position.unseen
    }


def _ruled_out(known: Knowledge, seat: int) -> Iterable[RuledOut]:
    excluded = {
        other: known.excluded(other)
        for other, hand in enumerate(known.position.hands)
        if hand.hidden and other != seat
    }
    for proof in known.proofs:
        tiles = sorted(excluded.get(proof.seat, frozenset()).intersection(proof.tiles))
        if tiles:
            yield RuledOut(proof, tuple(tiles))
