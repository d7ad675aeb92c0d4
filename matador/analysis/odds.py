"""Chances of what the hands hold and what the stock gives, by counting deals.

Before anything is known every hand of k tiles out of the N that nobody has seen is equally likely,
so a chance is a number of hands divided by N choose k: a Fraction, 0 to 1. In the middle of a hand
every deal is equally likely that agrees with all that was seen (see `knowledge`). Nothing is
rounded on the way, and nothing sampled as long as the deals can be counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt
from typing import NamedTuple, Protocol

from matador.analysis.knowledge import Assumption, Knowledge, Proof, answering
from matador.game.moves import DRAW, PASS, Action, advance, ending, legal_actions
from matador.game.position import Position
from matador.game.tiles import Tile, TileSet

SAMPLES = 1_000
"""Deals drawn where they are too many to be counted: no standard error is then above 1.6%."""

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


# --- in the middle of a hand --------------------------------------------------------------------


class Sampling(NamedTuple):
    """How chances were estimated: from so many deals, drawn anew from this seed."""

    samples: int
    seed: int

    def error(self, chance: Fraction) -> float:
        """The standard error of an estimated chance, 0 to 1; never 0, however it came out."""
        likely = (chance * self.samples + 1) / (self.samples + 2)
        return sqrt(likely * (1 - likely) / self.samples)


class RuledOut(NamedTuple):
    """A tile that a seat can't hold, and what proved it; None where no single action did."""

    tile: Tile
    proof: Proof | None


@dataclass(frozen=True)
class Answers:
    """How likely a tile of a hand, or the next one drawn, goes on each open end, and on any."""

    ends: Mapping[str, Fraction]
    any_end: Fraction


@dataclass(frozen=True)
class SeatOdds:
    """What a seat may hold. Its known tiles count in everything but `tiles`."""

    seat: int
    tiles: Mapping[Tile, Fraction]
    """The chance that it holds each tile whose place is not known."""
    answers: Answers
    matadors: tuple[Fraction, ...]
    """The chances that it holds 0, 1, 2, … matadors; the last one is not 0."""
    double_blank: Fraction
    ruled_out: tuple[RuledOut, ...]
    """Tiles of unknown place that it can't hold; empty where its whole hand is known."""

    @property
    def matador(self) -> Fraction:
        """The chance that it holds any matador."""
        return 1 - self.matadors[0]


@dataclass(frozen=True)
class DrawOdds:
    """What the next tile drawn may be, and how likely it goes on each end."""

    tiles: Mapping[Tile, Fraction]
    answers: Answers


@dataclass(frozen=True)
class Odds:
    """All chances in a position; Fractions, 0 to 1."""

    position: Position
    seats: tuple[SeatOdds, ...]
    stock: Mapping[Tile, Fraction]
    """The chance that each tile whose place is not known is in the stock."""
    draw: DrawOdds | None
    """None where nothing can be drawn."""
    deals: int | None
    """How many deals were counted, the order of the stock told apart; None for estimates."""
    sampling: Sampling | None
    """How the chances were estimated; None where they are exact."""
    assumptions: tuple[Assumption, ...]

    @property
    def exact(self) -> bool:
        """Whether the chances are exact."""
        return self.sampling is None


@dataclass(frozen=True)
class Reply:
    """What a seat can answer once an action has been done."""

    action: Action
    seat: int
    answers: Answers
    sampling: Sampling | None


def odds(knowledge: Knowledge, *, samples: int = SAMPLES, seed: int = 0) -> Odds:
    """All chances that follow from what is known.

    They are exact where `knowledge.exact`, otherwise estimates from so many deals drawn with this
    seed. Raises IllegalError if no deal agrees with what was seen.
    """
    source, sampling = _source(knowledge, samples, seed)
    position, fitting = knowledge.position, answering(knowledge.position)
    nexts = source.next_drawn()
    return Odds(
        position,
        tuple(_seat_odds(knowledge, source, seat, fitting) for seat in range(position.players)),
        source.in_stock(),
        DrawOdds(nexts, _drawn_answers(nexts, fitting)) if nexts else None,
        None if sampling else knowledge.count(),
        sampling,
        knowledge.assumptions,
    )


def replies(
    knowledge: Knowledge, seat: int | None = None, *, samples: int = SAMPLES, seed: int = 0
) -> tuple[Reply, ...]:
    """What a seat can answer to each action that may be done now, in the order of their spelling.

    Without `seat` it is the next one round the table. Where the hand of the seat to move is hidden,
    each action is taken as seen: the chances are those in which it was legal, and an action that
    no deal allows is left out. After an action that ends the hand there is nothing to answer.
    """
    position = knowledge.position
    other = (position.turn + 1) % position.players if seat is None else seat
    now = None if position.hand.hidden else _source(knowledge, samples, seed)
    found = []
    for action in legal_actions(position):
        after = advance(position, action)
        # A tile that everybody knows tells nothing when it is played.
        if now and action.where not in (DRAW, PASS):
            source, sampling = now
        else:
            then = knowledge.after(action)
            if not then.possible:
                continue
            source, sampling = _source(then, samples, seed)
        fitting = {} if ending(after) else answering(after)
        found.append(Reply(action, other, _answers(source, other, fitting), sampling))
    return tuple(found)


class _Source(Protocol):
    """Whoever can tell chances: the count itself, or deals that were drawn."""

    def holds(self, seat: int) -> dict[Tile, Fraction]: ...

    def in_stock(self) -> dict[Tile, Fraction]: ...

    def next_drawn(self) -> dict[Tile, Fraction]: ...

    def numbers(self, seat: int, tiles: Iterable[Tile]) -> tuple[Fraction, ...]: ...


class _Drawn:
    """Chances as they come out in deals that were drawn."""

    def __init__(self, position: Position, deals: Sequence[Position]) -> None:
        self._unseen = position.unseen
        self._deals = deals

    def holds(self, seat: int) -> dict[Tile, Fraction]:
        return self._among([deal.hands[seat].tiles for deal in self._deals])

    def in_stock(self) -> dict[Tile, Fraction]:
        return self._among([deal.stock.tiles for deal in self._deals])

    def next_drawn(self) -> dict[Tile, Fraction]:
        firsts = [deal.stock.tiles[: bool(deal.drawable)] for deal in self._deals]
        known = set(firsts[0]) - set(self._unseen)
        return dict.fromkeys(known, Fraction(1)) or (self._among(firsts) if any(firsts) else {})

    def numbers(self, seat: int, tiles: Iterable[Tile]) -> tuple[Fraction, ...]:
        wanted = frozenset(tiles)
        held = [len(wanted.intersection(deal.hands[seat].tiles)) for deal in self._deals]
        return tuple(self._part(held.count(number)) for number in range(max(held) + 1))

    def _among(self, places: Sequence[tuple[Tile, ...]]) -> dict[Tile, Fraction]:
        return {one: self._part(sum(one in tiles for tiles in places)) for one in self._unseen}

    def _part(self, deals: int) -> Fraction:
        return Fraction(deals, len(self._deals))


def _source(knowledge: Knowledge, samples: int, seed: int) -> tuple[_Source, Sampling | None]:
    if knowledge.exact:
        return knowledge, None
    chance = random.Random(seed)
    drawn = [knowledge.sample(chance) for _ in range(samples)]
    return _Drawn(knowledge.position, drawn), Sampling(samples, seed)


def _seat_odds(
    knowledge: Knowledge, source: _Source, seat: int, fitting: Mapping[str, frozenset[Tile]]
) -> SeatOdds:
    blank = source.numbers(seat, [Tile(0, 0)])
    return SeatOdds(
        seat,
        source.holds(seat),
        _answers(source, seat, fitting),
        source.numbers(seat, knowledge.position.rules.tiles.matadors),
        1 - blank[0],
        _ruled_out(knowledge, seat),
    )


def _answers(source: _Source, seat: int, fitting: Mapping[str, frozenset[Tile]]) -> Answers:
    ends = {arm: 1 - source.numbers(seat, tiles)[0] for arm, tiles in fitting.items()}
    return Answers(ends, 1 - source.numbers(seat, _on_any(fitting))[0])


def _drawn_answers(
    nexts: Mapping[Tile, Fraction], fitting: Mapping[str, frozenset[Tile]]
) -> Answers:
    def chance(tiles: frozenset[Tile]) -> Fraction:
        return sum((part for one, part in nexts.items() if one in tiles), Fraction(0))

    ends = {arm: chance(tiles) for arm, tiles in fitting.items()}
    return Answers(ends, chance(_on_any(fitting)))


def _on_any(fitting: Mapping[str, frozenset[Tile]]) -> frozenset[Tile]:
    return frozenset[Tile]().union(*fitting.values())


def _ruled_out(knowledge: Knowledge, seat: int) -> tuple[RuledOut, ...]:
    """The tiles a seat can't hold, each with the last action of the seat that proved it."""
    if not knowledge.position.hands[seat].hidden:
        return ()
    proof = {one: found for found in knowledge.proofs if found.seat == seat for one in found.tiles}
    return tuple(RuledOut(one, proof.get(one)) for one in sorted(knowledge.excluded(seat)))


# --- in words -----------------------------------------------------------------------------------


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
