"""What is known of tiles that nobody shows: all deals in which everything that was done is legal.

A deal is known tiles, what each seat was dealt, and the stock in its order. Every unseen tile has
its place in it: dealt to a seat, drawn by a seat in one draw, left in the stock, kept in reserve.
Each action then says something about some tiles and some places, and it is the engine that says
what: it is asked about made-up hands whether the action would be legal with them. So a deal counts
here exactly if `moves.apply` takes the whole record with it. What players would choose to do is
not modelled: a seat that plays one tile says nothing about another that it might have played.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, permutations, product
from math import factorial
from typing import NamedTuple, TypeGuard

from matador.analysis.places import Blocks, TooLargeError, Ways, counted, every
from matador.game.errors import IllegalError
from matador.game.line import fits, spinner_due
from matador.game.moves import (
    DRAW,
    LEAD,
    PASS,
    Action,
    Ending,
    advance,
    ending,
    explain,
    options,
)
from matador.game.position import Hand, Position, Stock, is_void, lead_rank, rightful_leader
from matador.game.record import Timeline, timeline
from matador.game.records import Record
from matador.game.rules import Choice, Lead, LeadTile, NextLead
from matador.game.tiles import Tile

CASES = 400
"""The most cases ("it holds this tile, or not this but that one, …") that are told apart. Hardly
any record needs ten; beyond this each deal drawn is played through to see whether it is one."""

TRIES = 200_000
"""Deals drawn in search of one that agrees with everything, before giving up: a few minutes."""

_STOCK, _KEPT, _OUT = -1, -2, -3
"""Owners of places that are no seat: to be drawn, in reserve, not in play at all."""

_Masks = tuple[int, ...]
"""For each unseen tile the places where it may be, as bits."""


class Assumption(Choice):
    """What chances rest on besides the tiles seen and the actions done."""

    LED_BY_TILES = (
        "led-by-tiles",
        "The tiles dealt made this seat the leader, as in the first hand of a match.",
    )
    EARLIER = (
        "earlier",
        "How the first position came about says nothing about the hidden tiles.",
    )


class Proof(NamedTuple):
    """That a seat, when it did something, held none of these tiles; later it may have."""

    ply: int
    """Which action of the record: 1 is the first."""
    seat: int
    action: Action
    tiles: tuple[Tile, ...]


class _Place(NamedTuple):
    """Room for hidden tiles: who has it, and after how many actions the owner got them."""

    owner: int
    size: int
    since: int = 0


class _Whether(NamedTuple):
    """A question about a deal: is any of these unseen tiles, by number, in one of these places?

    `certain` where a tile that everybody sees already says yes.
    """

    tiles: frozenset[int]
    places: int
    certain: bool = False


class _Fact(NamedTuple):
    """The answers to some questions about the deal that are possible together."""

    questions: tuple[_Whether, ...]
    answers: frozenset[tuple[bool, ...]]


class Knowledge:
    """All deals that agree with a line of play as somebody saw it, each as likely as the others.

    `led_by_tiles` says whether the tiles dealt decided who leads, which tells what the others do
    not hold. None takes it to be so in what can be the first hand of a match (no score yet), or
    where each hand's leader is found anew, unless the tiles seen contradict it. Raises
    IllegalError for a flawed start or an action that can't be legal.
    """

    def __init__(self, line: Timeline, led_by_tiles: bool | None = None) -> None:
        if line.start.flaws:
            raise IllegalError(f"the start is flawed: {line.start.flaws[0].flaw.__doc__}")
        self.line = _checked(line)
        self._led_by_tiles = led_by_tiles
        self._table = _Table(self.line)
        led = _may_be_led_by_tiles(line.start) if led_by_tiles is None else led_by_tiles
        self._cases = self._counted(led)
        if led and led_by_tiles is None and not self._cases:
            led = False
            self._cases = self._counted(led)
        self._led = led
        self._bounds = list(accumulate(ways.total for _, ways in self._cases))

    @classmethod
    def of(
        cls, what: Position | Timeline | Record, seat: int | None = None, *, table: bool = False
    ) -> Knowledge:
        """What is known from a position, a line of play (up to its `at`) or a record's main line.

        With `seat`, only what that seat sees: its own tiles, the line, who drew and passed. With
        `table`, only what somebody sees who has no hand. Otherwise everything that is written.
        """
        line = _as_line(what)
        return cls(seen_from(line, seat) if table or seat is not None else line)

    def after(self, action: Action) -> Knowledge:
        """What is known when one more action has been seen. Raises IllegalError."""
        line = Timeline(self.line.start, (*self.line.actions, action), self.line.at + 1)
        return Knowledge(line, self._led_by_tiles)

    @property
    def position(self) -> Position:
        """The present position, as far as it is known."""
        return self.line.position

    @property
    def possible(self) -> bool:
        """Whether any deal agrees with everything seen; if not `exact`, only that it may be so."""
        return bool(self._cases)

    @cached_property
    def exact(self) -> bool:
        """Whether the deals could be counted; otherwise they can only be drawn."""
        return not (self._replayed or self._led_checked) and len(self._counts) == len(self._cases)

    @cached_property
    def _counts(self) -> list[Ways]:
        """The ways of the cases that could be counted as they are."""
        return [ways for masks, ways in self._cases if _is_count(ways, masks)]

    @cached_property
    def assumptions(self) -> tuple[Assumption, ...]:
        """What the deals rest on besides what was seen."""
        start = self.line.start
        earlier = bool(start.line.row or start.passes or start.drawn)
        found = {Assumption.LED_BY_TILES: self._led, Assumption.EARLIER: earlier}
        return tuple(assumption for assumption, holds in found.items() if holds)

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """What drawing, passing and leading have proved, in order."""
        return self._table.proofs

    # --- counting -------------------------------------------------------------------------------

    def count(self) -> int:
        """How many deals there are, the order of the stock counted too. Raises TooLargeError."""
        return self._total * self._table.orders

    def enumerate(self) -> Iterator[Position]:
        """The present position of every deal; some come more than once, from different deals.

        For small cases only: it writes them all out. Raises TooLargeError where `count` does.
        """
        self._needs_count()
        for masks, _ in self._cases:
            for lying in every(self._table.sizes, masks):
                for rest in self._table.arrangements(lying):
                    yield self._table.present(lying, rest)

    def holds(self, seat: int) -> dict[Tile, Fraction]:
        """The chance that a seat holds each tile whose place is not known. Raises TooLargeError."""
        return self._where(self._table.held(seat, self.line.at))

    def in_stock(self) -> dict[Tile, Fraction]:
        """The chance that each tile whose place is not known is in the stock."""
        return self._where(self._table.owned(_STOCK) | self._table.owned(_KEPT))

    def next_drawn(self) -> dict[Tile, Fraction]:
        """The chance that each tile is the next to be drawn; empty where none can be drawn."""
        position = self.position
        if not position.drawable:
            return {}
        if position.stock.tiles:
            return {position.stock.tiles[0]: Fraction(1)}
        places = self._table.owned(_STOCK)
        size = sum(place.size for place in self._table.places if place.owner == _STOCK)
        return {one: chance / size for one, chance in self._where(places).items()}

    def numbers(self, seat: int, tiles: Iterable[Tile]) -> tuple[Fraction, ...]:
        """The chances that a seat holds 0, 1, 2, … of these tiles. Raises TooLargeError."""
        self._needs_count()
        wanted, places = set(tiles), self._table.held(seat, self.line.at)
        known = len(wanted.intersection(self.position.hands[seat].tiles))
        hidden = [self._table.number[one] for one in self.position.unseen if one in wanted]
        found: list[int] = [0] * known
        for ways in self._counts:
            spread = ways.spread(hidden, places)
            found += [0] * (known + len(spread) - len(found))
            for number, count in enumerate(spread, start=known):
                found[number] += count
        return tuple(Fraction(count, self._total) for count in found)

    def excluded(self, seat: int) -> frozenset[Tile]:
        """The tiles, of those whose place is not known, that a seat can't hold."""
        held = self._table.held(seat, self.line.at)
        may = {one for one in self.position.unseen if self._may_lie(one, held)}
        if self.exact:
            may = {one for one, chance in self.holds(seat).items() if chance} & may
        return frozenset(self.position.unseen) - may

    # --- drawing --------------------------------------------------------------------------------

    def sample(self, chance: random.Random) -> Position:
        """The present position of one deal, all hands and the stock's order known.

        Every deal is equally likely. Raises IllegalError if none agrees with what was seen, or
        none is found within TRIES.
        """
        lying = self._drawn(chance)
        return self._table.present(lying, self._table.shuffled(lying, chance))

    def _drawn(self, chance: random.Random) -> list[int]:
        if not self._cases:
            raise IllegalError("no deal agrees with everything that was seen")
        for _ in range(TRIES):
            masks, ways = self._cases[
                bisect_right(self._bounds, chance.randrange(self._bounds[-1]))
            ]
            lying = ways.draw(chance)
            if lying is not None and (self.exact or self._agrees(lying, masks, chance)):
                return lying
        raise IllegalError(f"none of {TRIES} deals agrees with everything that was seen")

    def _agrees(self, lying: list[int], masks: _Masks, chance: random.Random) -> bool:
        """Whether a deal drawn from more than all deals is one of them."""
        if not all(mask >> place & 1 for mask, place in zip(masks, lying, strict=True)):
            return False
        if self._led and (self._replayed or self._led_checked) and not self._table.leads(lying):
            return False
        return not self._replayed or self._table.replays(lying, chance)

    # --- the cases ------------------------------------------------------------------------------

    def _counted(self, led: bool) -> list[tuple[_Masks, Ways | Blocks]]:
        """The cases that are possible, each with what it allows and its count."""
        self._replayed = self._led_checked = False
        cases = self._told_apart(led)
        if not led:
            return self._ways(cases)
        split = [case for masks in cases for case in self._table.led(masks)]
        # What can't be counted need not be split by the best tile, one of dozens in a large set.
        if len(split) > 1 and not _is_count(self._count_of(split[0]), split[0]):
            self._led_checked = True
            return self._ways(cases)
        return self._ways(split)

    def _ways(self, cases: Iterable[_Masks]) -> list[tuple[_Masks, Ways | Blocks]]:
        pairs = ((masks, self._count_of(masks)) for masks in cases)
        return [(masks, ways) for masks, ways in pairs if ways.total]

    def _count_of(self, masks: _Masks) -> Ways | Blocks:
        table = self._table
        return counted(table.sizes, masks, [place.owner for place in table.places])

    def _told_apart(self, led: bool) -> list[_Masks]:
        cases = [self._table.anywhere]
        for fact in self._table.facts(led):
            split = [case for masks in cases for case in _agreeing(masks, fact)]
            if len(split) > CASES:
                self._replayed = True
            else:
                cases = split
        return cases

    @cached_property
    def _total(self) -> int:
        self._needs_count()
        return self._bounds[-1]

    def _needs_count(self) -> None:
        if not self.exact:
            raise TooLargeError("too many deals are possible to be counted; they can be drawn")
        if not self._cases:
            raise IllegalError("no deal agrees with everything that was seen")

    def _where(self, places: int) -> dict[Tile, Fraction]:
        self._needs_count()
        return {one: self._share(one, places) for one in self.position.unseen}

    def _share(self, one: Tile, places: int) -> Fraction:
        number = self._table.number[one]
        parts = (ways.total * ways.share(number, places) for ways in self._counts)
        return sum(parts, Fraction(0)) / self._total

    def _may_lie(self, one: Tile, places: int) -> bool:
        return any(masks[self._table.number[one]] & places for masks, _ in self._cases)


def _is_count(ways: Ways | Blocks, masks: _Masks) -> TypeGuard[Ways]:
    """Whether these are the ways themselves, not something to draw them from."""
    return isinstance(ways, Ways) and ways.allowed == masks


def deals(knowledge: Knowledge, chance: random.Random) -> Iterator[Position]:
    """Deals without end, each drawn anew: see `Knowledge.sample`."""
    while True:
        yield knowledge.sample(chance)


def seen_from(line: Timeline, seat: int | None) -> Timeline:
    """A line of play up to its `at`, as one seat sees it; None is somebody without a hand."""
    start = line.start
    hands = tuple(
        hand if other == seat else Hand((), len(hand)) for other, hand in enumerate(start.hands)
    )
    drew = start.drew_matador and start.turn == seat
    veiled = start.changed(hands=hands, stock=Stock((), len(start.stock)), drew_matador=drew)
    pairs = zip(line.positions[: line.at], line.actions, strict=False)
    seen = tuple(_seen_action(position, action, seat) for position, action in pairs)
    return Timeline(veiled, seen, len(seen))


def answering(position: Position) -> dict[str, frozenset[Tile]]:
    """For each open end, the tiles not on the line that fit there, wherever they are."""
    due = spinner_due(position.line, position.rules)
    lying = {placed.tile for placed in position.line.placed}
    free = [one for one in position.rules.tiles.tiles if one not in lying]
    return {
        end.arm: frozenset(one for one in free if fits(one, end, position.rules, due))
        for end in position.ends
    }


def _checked(line: Timeline) -> Timeline:
    """The line up to its `at`. Raises IllegalError for an action that no deal allows.

    The engine is asked as if nothing of the hand were known. What it says where part of a hand is
    known holds for that part alone, and drawing on may be barred only by what is not known.
    """
    found = Timeline(line.start, line.actions[: line.at], line.at)
    for position, action in zip(found.positions, found.actions, strict=False):
        hands = list(position.hands)
        hands[position.turn] = Hand((), len(position.hand))
        verdict = explain(position.changed(hands=tuple(hands)).without_flaws(), action)
        if not verdict.legal:
            raise IllegalError(f"{action} is not legal: {verdict.reason.__doc__}", verdict)
    return found


def _seen_action(position: Position, action: Action, seat: int | None) -> Action:
    if action.where != DRAW:
        return action
    if position.turn != seat:
        return Action(DRAW)
    tiles = position.stock.tiles
    return Action(DRAW, *tiles[0]) if tiles else action


def _as_line(what: Position | Timeline | Record) -> Timeline:
    if isinstance(what, Timeline):
        return what
    if isinstance(what, Position):
        return Timeline(what)
    return Timeline(what.start, tuple(move.action for move in what.moves), len(what.moves))


def _may_be_led_by_tiles(start: Position) -> bool:
    """Whether the tiles dealt can have decided who leads; the score tells a first hand."""
    if start.line.row or start.passes or start.drawn:
        return False
    shown = start.changed(hands=(Hand(start.rules.tiles.tiles[:1]),))
    if rightful_leader(shown) is None:
        return False
    return start.rules.next_lead is NextLead.AGAIN or not any(start.score)


# --- from facts to cases ------------------------------------------------------------------------


def _agreeing(masks: _Masks, fact: _Fact) -> Iterator[_Masks]:
    """The cases, no two of which share a deal, in which a fact holds; `masks` if it does anyway."""
    known = [_answer(masks, question) for question in fact.questions]
    every_way = product(*((False, True) if answer is None else (answer,) for answer in known))
    possible = list(every_way)
    within = [answers for answers in possible if answers in fact.answers]
    if len(within) == len(possible):
        yield masks
    elif within:
        at = known.index(None)
        question = fact.questions[at]
        if not all(answers[at] for answers in within):
            yield from _all_agreeing(_with_none(masks, question), fact)
        if any(answers[at] for answers in within):
            yield from _all_agreeing(_with_some(masks, question), fact)


def _all_agreeing(cases: Iterable[_Masks], fact: _Fact) -> Iterator[_Masks]:
    for masks in cases:
        yield from _agreeing(masks, fact)


def _answer(masks: _Masks, question: _Whether) -> bool | None:
    """The answer to a question, where all deals allowed give the same."""
    if question.certain or any(not masks[i] & ~question.places for i in question.tiles):
        return True
    return None if any(masks[i] & question.places for i in question.tiles) else False


def _with_none(masks: _Masks, question: _Whether) -> Iterator[_Masks]:
    yield from _narrowed(masks, question.tiles, ~question.places)


def _with_some(masks: _Masks, question: _Whether) -> Iterator[_Masks]:
    """By the first tile that is there."""
    left = [masks]
    for i in sorted(question.tiles):
        for case in left:
            yield from _narrowed(case, (i,), question.places)
        left = [less for case in left for less in _narrowed(case, (i,), ~question.places)]


def _narrowed(masks: _Masks, tiles: Iterable[int], places: int) -> Iterator[_Masks]:
    """The case in which these tiles are in these places, if there is one."""
    found = list(masks)
    for i in tiles:
        found[i] &= places
    if all(found):
        yield tuple(found)


# --- from actions to facts ----------------------------------------------------------------------


class _Table:
    """The unseen tiles and their places in a line of play, and what each action says of them."""

    def __init__(self, line: Timeline) -> None:
        self.start = line.start
        self.positions = line.positions
        self.actions = line.actions
        self.tiles = line.start.unseen
        self.number = {one: i for i, one in enumerate(self.tiles)}
        self.places = tuple(self._made_places())
        self.sizes = tuple(place.size for place in self.places)
        self.anywhere: _Masks = (self._mask(lambda _: True),) * len(self.tiles)
        self.dealt = self._mask(lambda place: place.owner >= 0 and not place.since)
        self._turn_began = self._began()
        self._free = self._unsettled(self._turn_began)
        self._proofs: list[Proof] = []
        self._facts = tuple(self._all_facts())

    @property
    def proofs(self) -> tuple[Proof, ...]:
        return tuple(self._proofs)

    def _made_places(self) -> Iterator[_Place]:
        for seat, hand in enumerate(self.start.hands):
            yield _Place(seat, hand.hidden)
        pairs = zip(self.positions, self.actions, strict=False)
        for ply, (position, action) in enumerate(pairs, start=1):
            if action.where == DRAW and not position.stock.tiles:
                yield _Place(position.turn, 1, ply)
        end = self.positions[-1]
        kept = min(end.stock.hidden, len(end.stock) - end.drawable)
        yield _Place(_STOCK, end.stock.hidden - kept)
        yield _Place(_KEPT, kept)
        hidden = self.start.stock.hidden + sum(hand.hidden for hand in self.start.hands)
        yield _Place(_OUT, len(self.tiles) - hidden)

    def _mask(self, wanted: Callable[[_Place], bool]) -> int:
        return sum(1 << i for i, place in enumerate(self.places) if place.size and wanted(place))

    def owned(self, owner: int) -> int:
        """The places of an owner."""
        return self._mask(lambda place: place.owner == owner)

    def held(self, seat: int, ply: int) -> int:
        """The places from which a seat had its tiles after so many actions."""
        return self._mask(lambda place: place.owner == seat and place.since <= ply)

    def facts(self, led: bool) -> Iterator[_Fact]:
        """Everything that is known about where the unseen tiles are."""
        yield from self._facts
        if not self.start.line.row and (self.actions or led):
            for start in self._not_to_be_void(led):
                yield from self._not_void(start)

    def _not_to_be_void(self, led: bool) -> list[Position]:
        """The start, under all rules by which the deal must not have been void."""
        rules = self.start.rules
        if not led or rules.lead is not Lead.HIGHEST_DOUBLE:
            return [self.start]
        # Where a double decides who leads, a deal without any is as void as one in which a double
        # must be led.
        must = rules._replace(lead_tile=LeadTile.HIGHEST_DOUBLE)
        return [self.start, self.start.changed(rules=must)]

    def led(self, masks: _Masks) -> Iterator[_Masks]:
        """The cases, by the best tile dealt, in which the tiles made the leader lead."""
        start = self.start
        mine = self.held(start.turn, 0)
        best = max(start.in_hands, key=lead_rank, default=None)
        if best in start.hand.tiles:
            yield from self._nothing_above(masks, best)
        for one in self.tiles:
            if best is None or lead_rank(one) > lead_rank(best):
                for case in _narrowed(masks, (self.number[one],), mine):
                    yield from self._nothing_above(case, one)

    def _nothing_above(self, masks: _Masks, best: Tile | None) -> Iterator[_Masks]:
        assert best is not None
        above = [i for i, one in enumerate(self.tiles) if lead_rank(one) > lead_rank(best)]
        yield from _narrowed(masks, above, ~self.dealt)

    # --- what an action says --------------------------------------------------------------------

    def _all_facts(self) -> Iterator[_Fact]:
        pairs = zip(self.positions, self.actions, strict=False)
        for ply, (position, action) in enumerate(pairs):
            if action.tile in self.number:
                yield self._tile_shown(ply, position, action)
            if not position.line.row:
                yield self._about_lead(ply, position, action)
            elif action.where in (DRAW, PASS):
                yield self._about_turn(ply, position, action)
        yield from self._not_dead()

    def _tile_shown(self, ply: int, position: Position, action: Action) -> _Fact:
        """A tile played was in the hand; a tile named in drawing came by that draw."""
        seat = position.turn
        places = self.held(seat, ply)
        if action.where == DRAW:
            places = self.held(seat, ply + 1) & ~places
        tiles = frozenset({self.number[action.tile]} if action.tile else ())
        return _Fact((_Whether(tiles, places),), frozenset({(True,)}))

    def _about_lead(self, ply: int, position: Position, action: Action) -> _Fact:
        """Before the lead each tile of the hand is a bar to the action, or none is."""
        set_one = (action.tile,) if action.where == LEAD and action.tile else ()
        others = (one for one in position.rules.tiles.tiles if one not in set_one)
        barred = {one for one in others if not _legal_with(position, action, (*set_one, one))}
        question = self._whether(ply, position, barred)
        self._prove(ply, position, action, barred)
        return _Fact((question,), frozenset({(False,)}))

    def _about_turn(self, ply: int, position: Position, action: Action) -> _Fact:
        """Drawing and passing are legal by which kinds of playable tiles are in the hand.

        The kinds are plain tiles and matadors; where it matters, also whether a matador was drawn.
        """
        playable = frozenset[Tile]().union(*answering(position).values())
        matadors = playable & position.rules.tiles.matadors
        kinds = (sorted(playable - matadors), sorted(matadors))
        drew = self._whether_drew(ply)
        questions = [self._whether(ply, position, kind) for kind in kinds]
        flags = (position.drew_matador,) if drew is None else (False, True)
        answers = {
            (plain, wild, drawn)
            for plain, wild, drawn in product(_yes_no(kinds[0]), _yes_no(kinds[1]), flags)
            if _legal_with(position, action, (*kinds[0][:plain], *kinds[1][:wild]), drawn, hidden=1)
        }
        barred = [at for at in (0, 1) if not any(answer[at] for answer in answers)]
        if answers:
            self._prove(ply, position, action, [one for at in barred for one in kinds[at]])
        if drew is None:
            return _Fact(tuple(questions), frozenset(answer[:2] for answer in answers))
        return _Fact((*questions, drew), frozenset(answers))

    def _whether(self, ply: int, position: Position, tiles: Iterable[Tile]) -> _Whether:
        """Whether the seat to move holds any of some tiles."""
        held, hand = self.held(position.turn, ply), position.hand.tiles
        hidden = frozenset(self.number[one] for one in tiles if one in self.number)
        shown = any(one in hand and one not in self.number for one in tiles)
        return _Whether(hidden, held, shown)

    def _whether_drew(self, ply: int) -> _Whether | None:
        """Whether a matador is among the hidden tiles drawn in this turn, if that may matter."""
        places = 0
        for back in range(ply - 1, -1, -1):
            before = self.positions[back]
            if self.actions[back].where != DRAW or not before.line.row:
                break
            if advance(_veiled(before), Action(DRAW, 0, 0)).drew_matador:
                places |= self.held(before.turn, back + 1) & ~self.held(before.turn, back)
        if not places or self.positions[ply].drew_matador:
            return None
        matadors = self.start.rules.tiles.matadors
        return _Whether(
            frozenset(self.number[one] for one in matadors if one in self.number), places
        )

    def _prove(self, ply: int, position: Position, action: Action, tiles: Iterable[Tile]) -> None:
        hidden = [one for one in sorted(tiles) if one in self.number]
        if hidden and self.held(position.turn, ply):
            self._proofs.append(Proof(ply + 1, position.turn, action, tuple(hidden)))

    # --- what going on says ---------------------------------------------------------------------

    def _not_void(self, start: Position) -> Iterator[_Fact]:
        """That somebody was dealt a tile without which the deal is void."""
        saving = [one for one in start.rules.tiles.tiles if not is_void(_dealt(start, one))]
        if len(saving) < len(start.rules.tiles.tiles):
            certain = any(one in start.in_hands for one in saving)
            hidden = frozenset(self.number[one] for one in saving if one in self.number)
            yield _Fact((_Whether(hidden, self.dealt, certain),), frozenset({(True,)}))

    def _not_dead(self) -> Iterator[_Fact]:
        """That somebody could still play, where a hand is over as soon as nobody ever can.

        Only what was done last says so: a tile that was played proves it by itself, and drawing
        changes nothing about which tiles can still come.
        """
        if not self.actions or self.actions[-1].where not in (DRAW, PASS):
            return
        last, end = self.positions[-2:]
        if not last.line.row or not _dead_is_over(last):
            return
        playable = frozenset[Tile]().union(*answering(last).values())
        coming = {*end.in_hands, *end.stock.tiles[: end.drawable]}
        certain = any(one in playable and one not in self.number for one in coming)
        hidden = frozenset(self.number[one] for one in playable if one in self.number)
        places = ~(self.owned(_KEPT) | self.owned(_OUT))
        yield _Fact((_Whether(hidden, places, certain),), frozenset({(True,)}))

    # --- from places to positions ---------------------------------------------------------------

    @property
    def orders(self) -> int:
        """In how many orders the hidden part of the stock can lie."""
        sizes = (place.size for place in self.places if place.owner in (_STOCK, _KEPT))
        found = 1
        for size in sizes:
            found *= factorial(size)
        return found

    def arrangements(self, lying: Sequence[int]) -> Iterator[list[Tile]]:
        """The hidden rest of the stock in every order."""
        for drawn, kept in product(*(permutations(part) for part in self._rest(lying))):
            yield [*drawn, *kept]

    def shuffled(self, lying: Sequence[int], chance: random.Random) -> list[Tile]:
        """The hidden rest of the stock in some order."""
        drawn, kept = self._rest(lying)
        chance.shuffle(drawn)
        chance.shuffle(kept)
        return drawn + kept

    def present(self, lying: Sequence[int], rest: list[Tile]) -> Position:
        """The last position, where the tiles lie so; all is known in it."""
        position = self._filled(lying, rest, self._turn_began, self._free)
        for _ in self.actions[self._turn_began :]:
            position = advance(position, Action(DRAW))
        return position

    def leads(self, lying: Sequence[int]) -> bool:
        """Whether the tiles dealt made the leader lead, where the tiles lie so."""
        dealt = self._filled(lying, [], 0, self._unsettled(0))
        void = any(is_void(one.changed(hands=dealt.hands)) for one in self._not_to_be_void(True))
        return not void and rightful_leader(dealt) == dealt.turn

    def replays(self, lying: Sequence[int], chance: random.Random) -> bool:
        """Whether everything that was done is legal where the tiles lie so."""
        start = self._filled(lying, self.shuffled(lying, chance), 0, self._unsettled(0))
        try:
            timeline(start, self.actions)
        except IllegalError:
            return False
        return True

    def _began(self) -> int:
        """After how many actions the drawing in the present turn began."""
        ply = len(self.actions)
        while ply and self.actions[ply - 1].where == DRAW:
            ply -= 1
        return ply

    def _unsettled(self, ply: int) -> tuple[int, ...]:
        """The unseen tiles of the start whose place is still not known after so many actions."""
        seen = set(self.positions[ply].seen)
        return tuple(i for i, one in enumerate(self.tiles) if one not in seen)

    def _rest(self, lying: Sequence[int]) -> tuple[list[Tile], list[Tile]]:
        owners = [self.places[place].owner for place in lying]
        pairs = list(zip(self.tiles, owners, strict=True))
        drawn = [one for one, owner in pairs if owner == _STOCK]
        return drawn, [one for one, owner in pairs if owner == _KEPT]

    def _filled(
        self, lying: Sequence[int], rest: list[Tile], ply: int, free: tuple[int, ...]
    ) -> Position:
        """The position after `ply` actions with its hidden tiles filled in."""
        known = self.positions[ply]
        hands = [list(hand.tiles) for hand in known.hands]
        coming = []
        for i in free:
            place = self.places[lying[i]]
            if place.owner < 0:
                continue
            if place.since <= ply:
                hands[place.owner].append(self.tiles[i])
            else:
                coming.append((place.since, self.tiles[i]))
        drawn = [one for _, one in sorted(coming)]
        return known.changed(
            hands=tuple(Hand(tuple(sorted(tiles))) for tiles in hands),
            stock=Stock((*known.stock.tiles, *drawn, *rest)),
        ).without_flaws()


def _yes_no(kind: Sequence[Tile]) -> tuple[bool, ...]:
    return (False, True) if kind else (False,)


def _veiled(position: Position) -> Position:
    """The position as if no hand and nothing of the stock were known."""
    hands = (Hand((), 1),) * position.players
    return position.changed(hands=hands, stock=Stock((), len(position.stock))).without_flaws()


def _legal_with(
    position: Position,
    action: Action,
    tiles: Iterable[Tile],
    drew: bool = False,
    hidden: int = 0,
) -> bool:
    """Whether the engine lets the seat to move do this with these tiles in its hand.

    `hidden` adds tiles that nobody knows, of which nothing is said.
    """
    veiled = _veiled(position)
    hands = list(veiled.hands)
    hands[position.turn] = Hand(tuple(sorted(tiles)), hidden)
    asked = veiled.changed(hands=tuple(hands), drew_matador=drew).without_flaws()
    choices = options(asked)
    if action.where == LEAD:
        return any(lead.tile == action.tile for lead in choices.plays)
    return (choices.draw if action.where == DRAW else choices.passing).legal


def _dealt(start: Position, one: Tile) -> Position:
    """The start as if only one tile had been dealt."""
    hands = (Hand((one,)), *[Hand(())] * (start.players - 1))
    return start.changed(hands=hands, stock=Stock()).without_flaws()


def _dead_is_over(position: Position) -> bool:
    """Whether a hand is over where no tile can ever be played again."""
    playable = frozenset[Tile]().union(*answering(position).values())
    lying = {placed.tile for placed in position.line.placed}
    useless = [one for one in position.rules.tiles.tiles if one not in playable | lying]
    hands = (Hand(tuple(useless[:1])),) * position.players
    stuck = position.changed(hands=hands, stock=Stock(), passes=0).without_flaws()
    return bool(useless) and ending(stuck) is Ending.BLOCKED
