"""Position: line, hands, stock and turn at one moment, under one rule set; and its flaws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from matador.game.errors import IllegalError
from matador.game.front import Front, Step, front_of
from matador.game.line import SPINNER, End, Line, bad_joints, playable_in_some_order
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
from matador.game.tiles import BIT, Tile, mask, tile_of, tiles_in

if TYPE_CHECKING:
    from random import Random

_T = TypeVar("_T")

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


class _Kept(Generic[_T]):
    """A property worked out when first asked for, then kept in the slot `memory`.

    Not functools.cached_property: that needs a dictionary in every position, which costs more than
    all the rest of making one.
    """

    def __init__(self, make: Callable[[Any], _T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, owner: Draft | None, kind: type[Draft]) -> _T:
        if owner is None:
            return cast(_T, self)
        if owner.memory is None:
            object.__setattr__(owner, "memory", {})
        memory = cast("dict[str, Any]", owner.memory)
        if self._name not in memory:
            memory[self._name] = self._make(owner)
        return cast(_T, memory[self._name])


class Draft:
    """A position while it is being made: everything a position is made of, open to writing.

    What play changes is kept in a form that is cheap to change; a position shows its `line`,
    `hands` and `stock` by making them when somebody looks.
    """

    __slots__ = (
        "drawn",
        "drew_matador",
        "front",
        "held",
        "last",
        "memory",
        "passes",
        "pile",
        "rules",
        "score",
        "sound",
        "stocked",
        "trail",
        "turn",
        "unknown",
        "veiled",
    )

    rules: Rules
    turn: int
    passes: int
    """Passes in a row just before. Where only a knock without drawing counts, only those."""
    drawn: int
    """Tiles already drawn in this turn."""
    score: tuple[int, ...]
    """Match score by seat, or by side where seats are paired."""
    drew_matador: bool
    """Whether a matador is among the tiles drawn; kept only where that ends the drawing."""
    last: int | None
    """Who played the last tile; kept only where that settles a tie."""
    front: Front
    """What can be played on the line."""
    trail: Line | tuple[Any, Step]
    """The line; or the trail before a tile was played, and the tile."""
    held: tuple[int, ...]
    """The mask of the known tiles of each hand."""
    veiled: tuple[int, ...]
    """How many tiles of each hand are not known."""
    pile: tuple[int, ...]
    """The bits of the known tiles of the stock in drawing order, with those drawn since."""
    stocked: int
    """How many tiles are left in the stock."""
    unknown: int
    """How many of these are not known."""
    memory: dict[str, Any] | None
    """What was worked out about the position when somebody asked."""
    sound: bool
    """Whether flaws need not be looked for: no legal action makes one."""

    @_Kept
    def line(self) -> Line:
        """The line at the end of the trail."""
        steps, trail = [], self.trail
        while not isinstance(trail, Line):
            trail, step = trail
            steps.append(step)
        for step in reversed(steps):
            trail = trail.with_tile(step.where, step.fit, self.rules)
        object.__setattr__(self, "trail", trail)  # so that the next position need not go back
        return trail

    @_Kept
    def hands(self) -> tuple[Hand, ...]:
        """The tiles of each seat."""
        both = zip(self.held, self.veiled, strict=True)
        return tuple(Hand(tiles_in(held), hidden) for held, hidden in both)

    @_Kept
    def stock(self) -> Stock:
        """What is left in the stock."""
        known = self.pile[self.next_known :]
        return Stock(tuple(map(tile_of, known)), self.unknown)

    @property
    def next_known(self) -> int:
        """Where in the pile the next tile to be drawn is: at its end when no more is known."""
        return len(self.pile) - self.stocked + self.unknown

    def sealed(self) -> Position:
        """The finished position, which can't be written to any more."""
        self.__class__ = Position
        assert isinstance(self, Position)
        return self


_TOLD = (
    *("rules", "line", "hands", "stock", "turn"),
    *("passes", "drawn", "score", "drew_matador", "last"),
)
"""What makes a position the one that it is, in the order in which it is told."""
_told = attrgetter(*_TOLD)


class Position(Draft):
    """One moment of a hand. Immutable; `moves.apply` makes the next one."""

    __slots__ = ()

    def __init__(
        self,
        rules: Rules,
        line: Line,
        hands: tuple[Hand, ...],
        stock: Stock,
        turn: int,
        passes: int = 0,
        drawn: int = 0,
        score: tuple[int, ...] = (),
        drew_matador: bool = False,
        last: int | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "rules", rules)
        put(self, "turn", turn)
        put(self, "passes", passes)
        put(self, "drawn", drawn)
        put(self, "score", score)
        put(self, "drew_matador", drew_matador)
        put(self, "last", last)
        put(self, "front", front_of(line, rules))
        put(self, "trail", line)
        put(self, "held", tuple(mask(hand.tiles) for hand in hands))
        put(self, "veiled", tuple(hand.hidden for hand in hands))
        put(self, "pile", tuple(BIT[one] for one in stock.tiles))
        put(self, "stocked", len(stock))
        put(self, "unknown", stock.hidden)
        # What was told is kept as it is: a flawed hand may hold a tile twice.
        put(self, "memory", {"line": line, "hands": hands, "stock": stock})
        put(self, "sound", False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, _told(self)

    def __eq__(self, other: object) -> bool:
        return _told(self) == _told(other) if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(_told(self))

    def __repr__(self) -> str:
        told = zip(_TOLD, _told(self), strict=True)
        return f"Position({', '.join(f'{name}={value!r}' for name, value in told)})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position never changes, nor does its {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a position never loses its {name}")

    def changed(self, **values: Any) -> Position:
        """The same position with other values in these fields. Raises TypeError for any other."""
        return Position(**{**dict(zip(_TOLD, _told(self), strict=True)), **values})

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.veiled)

    @property
    def hand(self) -> Hand:
        """The hand of the seat whose turn it is."""
        return self.hands[self.turn]

    @property
    def ends(self) -> tuple[End, ...]:
        """The open ends of the line."""
        return self.front.ends

    @_Kept
    def seen(self) -> tuple[Tile, ...]:
        """All tiles whose place is known: on the line, in a hand, in the stock."""
        return tuple(p.tile for p in self.line.placed) + self.in_hands + self.stock.tiles

    @_Kept
    def in_hands(self) -> tuple[Tile, ...]:
        """All tiles known to be in a hand."""
        return tuple(t for hand in self.hands for t in hand.tiles)

    @_Kept
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles of the set whose place is not known, ascending."""
        seen = set(self.seen)
        return tuple(t for t in self.rules.tiles.tiles if t not in seen)

    @property
    def drawable(self) -> int:
        """How many tiles of the stock may still be drawn."""
        known = self.front.known
        return max(0, self.stocked - known.reserves[self.players]) if known.draw_limit else 0

    @_Kept
    def flaws(self) -> tuple[FlawFound, ...]:
        """What makes this no reachable position; empty for every position reached by play."""
        return () if self.sound else find_flaws(self)

    def without_flaws(self) -> Position:
        """The same position, whose flaws need not be looked for."""
        after = draft(self)
        after.sound = True
        return after.sealed()


def draft(position: Position) -> Draft:
    """The position once more, to be changed and sealed."""
    after = Draft()
    after.rules = position.rules
    after.score = position.score
    after.front = position.front
    after.trail = position.trail
    after.held = position.held
    after.veiled = position.veiled
    after.pile = position.pile
    after.stocked = position.stocked
    after.unknown = position.unknown
    after.turn = position.turn
    after.passes = position.passes
    after.drawn = position.drawn
    after.drew_matador = position.drew_matador
    after.last = position.last
    after.memory = None
    after.sound = True
    return after


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
    return deal_from(source(seed), rules, players, leader=leader, score=score)


def source(seed: int | str) -> Random:
    """A source of chance. The same seed gives the same numbers on every machine."""
    from random import Random  # noqa: PLC0415 - slow to import, and who only plays does not deal

    return Random(seed)


def deal_from(
    chance: Random,
    rules: Rules,
    players: int,
    *,
    leader: int | None = None,
    score: tuple[int, ...] | None = None,
) -> Position:
    """The same from a source of chance that goes on: to seed one takes as long as to deal."""
    fresh: Fresh = rules.memory.get(("fresh", players)) or fresh_for(rules, players)
    lot = chance.randrange(players)
    dealt = _shuffled(fresh, chance)
    while fresh.needs and not fresh.needs & _all_held(dealt):
        dealt = _shuffled(fresh, chance)
    if leader is not None:
        dealt.turn = leader
    else:
        dealt.turn = _holder(dealt, fresh.ranked) if fresh.ranked else lot
    if score:
        dealt.score = score
    return dealt.sealed()


class Fresh(NamedTuple):
    """What a deal needs to know about the rules and the number of players."""

    position: Position
    """Everything but the tiles."""
    size: int
    """Tiles dealt to each."""
    needs: int
    """The mask of tiles of which one must be in a hand, or the hand is dealt again; 0 if none."""
    ranked: tuple[int, ...]
    """The bits of the tiles whose holder leads, the best first; empty if the lead is by lot."""


def fresh_for(rules: Rules, players: int) -> Fresh:
    """The same for every deal. Raises IllegalError if the rules cannot be dealt to so many."""
    for contradiction in contradictions(rules, players):
        if contradiction.forbids:
            raise IllegalError(f"{players} players: {contradiction.__doc__}")
    score = (0,) * len(sides(rules, players))
    position = Position(rules, Line(), (Hand(()),) * players, Stock(), turn=0, score=score)
    # A double that would decide who leads, but that nobody holds, makes a hand void, too.
    decides = rules.lead is Lead.HIGHEST_DOUBLE and rules.no_double is NoDouble.REDEAL
    needs = _void_without(rules) or (rules.tiles.doubles if decides else 0)
    fresh = Fresh(position, rules.hand_size(players), needs, _ranked(rules))
    rules.memory["fresh", players] = fresh
    return fresh


def _shuffled(fresh: Fresh, chance: Random) -> Draft:
    """The hand with its tiles dealt."""
    bits, size, players = fresh.position.rules.tiles.bits, fresh.size, fresh.position.players
    # Sorting by random keys is the same on every Python; random.shuffle does not promise that.
    draw = chance.random
    keys = [draw() for _ in bits]
    order = [bits[i] for i in sorted(range(len(bits)), key=keys.__getitem__)]
    dealt = draft(fresh.position)
    dealt.held = tuple([sum(order[i * size : (i + 1) * size]) for i in range(players)])
    dealt.pile = tuple(order[size * players :])
    dealt.stocked = len(dealt.pile)
    return dealt


def is_void(position: Position) -> bool:
    """Whether nobody holds the double that must be led, under rules that then deal again.

    While a hand is hidden nobody knows, and the hand goes on.
    """
    needs = _void_without(position.rules)
    return needs > 0 and not any(position.veiled) and not needs & _all_held(position)


def _void_without(rules: Rules) -> int:
    """The mask of tiles of which one must be in a hand for the lead; 0 if none must."""
    if rules.lead is Lead.TOP_DOUBLE:
        return rules.tiles.bits[-1]
    must = rules.lead_tile is LeadTile.HIGHEST_DOUBLE and rules.no_double is NoDouble.REDEAL
    return rules.tiles.doubles if must else 0


def _all_held(position: Draft) -> int:
    """The mask of the tiles known to be in a hand."""
    return reduce(or_, position.held, 0)


def rightful_leader(position: Position) -> int | None:
    """Who leads the first hand by the tiles dealt; None where it is drawn for beforehand."""
    ranked = _ranked(position.rules)
    return _holder(position, ranked) if ranked else None


def _holder(position: Draft, ranked: tuple[int, ...]) -> int:
    """The seat that holds the first of these tiles that is in a hand."""
    for bit in ranked:
        for seat, held in enumerate(position.held):
            if held & bit:
                return seat
    raise ValueError("no tile in any hand is known")


def _ranked(rules: Rules) -> tuple[int, ...]:
    """The bits of the tiles whose holder leads, the best first; empty if the lead is by lot."""
    if rules.lead not in (Lead.HIGHEST_DOUBLE, Lead.TOP_DOUBLE):
        return ()
    return tuple(BIT[one] for one in sorted(rules.tiles.tiles, key=lead_rank, reverse=True))


def lead_rank(one: Tile) -> tuple[bool, int, int]:
    """Orders tiles for the lead: doubles first, then by pips, then by the higher half."""
    return one.double, one.pips, one.high
