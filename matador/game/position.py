"""Position: line, hands, stock and turn at one moment, under one rule set; and its flaws."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from matador.game.errors import IllegalError
from matador.game.line import SPINNER, End, Line, bad_joints, ends, playable_in_some_order
from matador.game.rules import (
    Choice,
    Contradiction,
    Doubles,
    Draw,
    Lead,
    LeadTile,
    NoDouble,
    Rules,
    contradictions,
)
from matador.game.tiles import Tile

SEATS = "ABCDEFGH"
"""Seats in turn order. Two to eight play."""


class Hand(NamedTuple):
    """The tiles of one seat: those known, ascending, and how many are not."""

    tiles: tuple[Tile, ...]
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.tiles) + self.hidden


class Stock(NamedTuple):
    """The stock (boneyard): the tiles known, next to be drawn first, then how many are not."""

    tiles: tuple[Tile, ...] = ()
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.tiles) + self.hidden


@dataclass(frozen=True)
class Position:
    """One moment of a hand. Immutable; `moves.apply` makes the next one."""

    rules: Rules
    line: Line
    hands: tuple[Hand, ...]
    stock: Stock
    turn: int
    passes: int = 0
    """Passes in a row just before. Where only a knock without drawing counts, only those."""
    drawn: int = 0
    """Tiles already drawn in this turn."""
    score: tuple[int, ...] = ()
    """Match score by seat, or by side where seats are paired."""
    drew_matador: bool = False
    """Whether a matador is among the tiles drawn; kept only where that ends the drawing."""
    last: int | None = None
    """Who played the last tile; kept only where that settles a tie."""

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def hand(self) -> Hand:
        """The hand of the seat whose turn it is."""
        return self.hands[self.turn]

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """The open ends of the line."""
        return ends(self.line, self.rules)

    @cached_property
    def seen(self) -> tuple[Tile, ...]:
        """All tiles whose place is known: on the line, in a hand, in the stock."""
        return tuple(p.tile for p in self.line.placed) + self.in_hands + self.stock.tiles

    @cached_property
    def in_hands(self) -> tuple[Tile, ...]:
        """All tiles known to be in a hand."""
        return tuple(t for hand in self.hands for t in hand.tiles)

    @cached_property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles of the set whose place is not known, ascending."""
        seen = set(self.seen)
        return tuple(t for t in self.rules.tiles.tiles if t not in seen)

    @property
    def drawable(self) -> int:
        """How many tiles of the stock may still be drawn."""
        if not self.rules.draw_limit:
            return 0
        return max(0, len(self.stock) - self.rules.reserve.size(self.players))

    @cached_property
    def flaws(self) -> tuple[FlawFound, ...]:
        """What makes this no reachable position; empty for every position reached by play."""
        return find_flaws(self)

    @cached_property
    def memory(self) -> dict[str, Any]:
        """Room for an answer about this position that several questions need."""
        return {}

    def without_flaws(self) -> Position:
        """This position, whose flaws need not be looked for: a legal action never makes one."""
        self.__dict__["flaws"] = ()
        return self


class Flaw(Choice):
    """Why a readable position cannot have come about."""

    TILE_TWICE = "tile-twice", "A tile is in two places."
    JOINT = "joint", "Two neighbours neither make the target nor hold a matador."
    ORDER = "order", "The line cannot have been played in any order."
    SPINNER = "spinner", "The line's spinner does not agree with the rules."
    TOO_MANY_TILES = "too-many-tiles", "More tiles than the set has."
    HANDS_TOO_LARGE = "hands-too-large", "More tiles in hand than were dealt and may be drawn."
    TWO_OUT = "two-out", "More than one hand is empty."
    NOTHING_DEALT = "nothing-dealt", "A hand is empty, but nothing has been played."
    DEAL = "deal", "The set has not enough tiles for that many hands."
    PASSES = "passes", "More passes in a row than players."
    DRAWN = "drawn", "More tiles drawn in this turn than the rules allow."


class FlawFound(NamedTuple):
    """A flaw, and the tiles or the seat it is about."""

    flaw: Flaw
    tiles: tuple[Tile, ...] = ()
    seat: int | None = None


def find_flaws(position: Position) -> tuple[FlawFound, ...]:
    """All flaws of a position, in the order in which a reader should mend them."""
    return tuple(_tile_flaws(position) + _line_flaws(position) + _count_flaws(position))


def _tile_flaws(position: Position) -> list[FlawFound]:
    counts = Counter(position.seen)
    twice = [FlawFound(Flaw.TILE_TWICE, (t,)) for t, n in sorted(counts.items()) if n > 1]
    hidden = position.stock.hidden + sum(hand.hidden for hand in position.hands)
    too_many = hidden > len(position.unseen)
    return twice + ([FlawFound(Flaw.TOO_MANY_TILES)] if too_many else [])


def _line_flaws(position: Position) -> list[FlawFound]:
    line, rules = position.line, position.rules
    joints = bad_joints(line, rules)
    found = [FlawFound(Flaw.JOINT, (one.tile, other.tile)) for one, other in joints]
    if not joints and not playable_in_some_order(line, rules):
        found.append(FlawFound(Flaw.ORDER))
    spinners = sum(placed.mark == SPINNER for placed in line.placed)
    doubles = any(placed.tile.double for placed in line.row)
    due = int(rules.doubles is Doubles.SPINNER and doubles)
    if spinners != due or (spinners and line.spinner is None):
        found.append(FlawFound(Flaw.SPINNER))
    return found


def _count_flaws(position: Position) -> list[FlawFound]:
    rules, players, line = position.rules, position.players, position.line
    if Contradiction.TOO_FEW_TILES in contradictions(rules, players):
        return [FlawFound(Flaw.DEAL)]
    found = []
    empty = [seat for seat, hand in enumerate(position.hands) if not len(hand)]
    if empty and not len(line):
        found.append(FlawFound(Flaw.NOTHING_DEALT, seat=empty[0]))
    elif len(empty) > 1:
        found.append(FlawFound(Flaw.TWO_OUT, seat=empty[1]))
    found += _size_flaws(position)
    if position.passes > players:
        found.append(FlawFound(Flaw.PASSES))
    if len(line) and position.drawn > rules.draw.limit:
        found.append(FlawFound(Flaw.DRAWN))
    return found


def _size_flaws(position: Position) -> list[FlawFound]:
    rules, players = position.rules, position.players
    size, total = rules.hand_size(players), len(rules.tiles.tiles)
    left = total - size * players
    drawable = max(0, left - rules.reserve.size(players)) if rules.draw is not Draw.NONE else 0
    for_the_lead = rules.no_double in (NoDouble.DRAW, NoDouble.NEXT)
    spare = drawable if len(position.line) or for_the_lead else 0
    large = [seat for seat, hand in enumerate(position.hands) if len(hand) > size + spare]
    if large:
        return [FlawFound(Flaw.HANDS_TOO_LARGE, seat=seat) for seat in large]
    out = len(position.line) + sum(len(hand) for hand in position.hands)
    return [FlawFound(Flaw.HANDS_TOO_LARGE)] if out > size * players + spare else []


def sides(rules: Rules, players: int) -> tuple[tuple[int, ...], ...]:
    """The parties that keep one score each: single seats, or the two pairs."""
    if rules.paired(players):
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(players))


def deal(
    rules: Rules,
    players: int,
    seed: int | str,
    *,
    leader: int | None = None,
    score: tuple[int, ...] | None = None,
) -> Position:
    """A freshly dealt hand. The same seed gives the same deal on every machine.

    `leader` is set for the hands after the first. Raises IllegalError if the rules cannot be dealt
    to that many players.
    """
    for contradiction in contradictions(rules, players):
        if contradiction.forbids:
            raise IllegalError(f"{players} players: {contradiction.__doc__}")
    chance = random.Random(seed)
    lot = chance.randrange(players)
    position = _shuffled(rules, players, chance)
    while is_void(position) or _without_leader(position):
        position = _shuffled(rules, players, chance)
    by_tiles = rightful_leader(position)
    first = leader if leader is not None else lot if by_tiles is None else by_tiles
    return replace(position, turn=first, score=score or (0,) * len(sides(rules, players)))


def _shuffled(rules: Rules, players: int, chance: random.Random) -> Position:
    # Sorting by random keys is the same on every Python; random.shuffle does not promise that.
    tiles = sorted(rules.tiles.tiles, key=lambda _: chance.random())
    size = rules.hand_size(players)
    hands = tuple(Hand(tuple(sorted(tiles[i * size : (i + 1) * size]))) for i in range(players))
    return Position(rules, Line(), hands, Stock(tuple(tiles[size * players :])), turn=0)


def is_void(position: Position) -> bool:
    """Whether nobody holds the double that must be led, under rules that then deal again.

    While a hand is hidden nobody knows, and the hand goes on.
    """
    rules = position.rules
    if any(hand.hidden for hand in position.hands):
        return False
    if rules.lead is Lead.TOP_DOUBLE:
        return rules.tiles.tiles[-1] not in position.in_hands
    must = rules.lead_tile is LeadTile.HIGHEST_DOUBLE and rules.no_double is NoDouble.REDEAL
    return must and not any(one.double for one in position.in_hands)


def _without_leader(position: Position) -> bool:
    """Whether a double would decide who leads, nobody holds one, and the hand is dealt again."""
    rules = position.rules
    decides = rules.lead is Lead.HIGHEST_DOUBLE and rules.no_double is NoDouble.REDEAL
    return decides and not any(one.double for one in position.in_hands)


def rightful_leader(position: Position) -> int | None:
    """Who leads the first hand by the tiles dealt; None where it is drawn for beforehand."""
    if position.rules.lead not in (Lead.HIGHEST_DOUBLE, Lead.TOP_DOUBLE):
        return None
    best = max(position.in_hands, key=lead_rank)
    return next(seat for seat, hand in enumerate(position.hands) if best in hand.tiles)


def lead_rank(one: Tile) -> tuple[bool, int, int]:
    """Orders tiles for the lead: doubles first, then by pips, then by the higher half."""
    return one.double, one.pips, one.high
