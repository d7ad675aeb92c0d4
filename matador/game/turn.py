"""The turn: what the seat to move may do, and the position after it has done it.

`options` decides about a turn once; the list of legal actions and every verdict are read from it.
"""

from __future__ import annotations

import itertools
from functools import cache, reduce
from operator import or_
from typing import Any, NamedTuple

from matador.game.front import DRAW, LEAD, PASS, Action, Known, spins, step
from matador.game.position import Draft, Position, draft, is_void, lead_rank
from matador.game.reasons import Reason
from matador.game.rules import (
    Blocked,
    Choice,
    CrossOpen,
    Draw,
    LeadTile,
    MatadorDuty,
    NoDouble,
    Passing,
    Rules,
    YesNo,
)
from matador.game.tiles import BIT, Tile, mask, tiles_in

__all__ = [
    "DRAW",
    "LEAD",
    "PASS",
    "Action",
    "Ending",
    "Options",
    "advance",
    "candidates",
    "canonical",
    "dead",
    "ending",
    "legal_actions",
    "options",
]


class Ending(Choice):
    """How a hand is over."""

    OUT = "out", "Somebody has played the last tile of the hand."
    BLOCKED = "blocked", "Nobody can go on, as the rules define it."
    VOID = "void", "Nobody holds a double to lead; the hand is dealt again."


class Options(NamedTuple):
    """What the seat to move may do: its plays, and the reasons about drawing and passing."""

    plays: tuple[Action, ...]
    draw: Reason
    passing: Reason


class _Rest(NamedTuple):
    """What may be done besides playing: two reasons, and the actions that they allow."""

    draw: Reason
    passing: Reason
    actions: tuple[Action, ...]


def ending(position: Position) -> Ending | None:
    """How the hand is over, or None while it goes on."""
    if not position.front.led:
        return Ending.VOID if is_void(position) else None
    if 0 in position.held and not all(map(or_, position.held, position.veiled)):
        return Ending.OUT
    if position.passes >= len(position.held):
        return Ending.BLOCKED
    if position.rules.blocked is Blocked.NOBODY_CAN and dead(position):
        return Ending.BLOCKED
    return None


def dead(position: Position) -> bool:
    """Whether no tile in a hand, or still to be drawn, will ever fit the line."""
    fitting = position.front.fitting
    if reduce(or_, position.held) & fitting:
        return False
    drawable, at = position.drawable, position.next_known
    known = reduce(or_, position.pile[at : at + drawable], 0)
    if any(position.veiled) or drawable > len(position.pile) - at:
        known |= mask(position.unseen)
    return not known & fitting


def options(position: Position) -> Options:
    """What the seat to move may do."""
    plays, rest = _choices(position)
    return Options(plays, rest.draw, rest.passing)


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Every legal action, sorted by its written form.

    Where tiles of the hand are hidden, everything that may be legal is listed.
    """
    plays, rest = _choices(position)
    return plays + rest.actions


def _choices(position: Position) -> tuple[tuple[Action, ...], _Rest]:
    """The plays, sorted by their written form, and what else may be done."""
    front, all_held, turn = position.front, position.held, position.turn
    known = front.known
    usual = position.sound and front.led and position.passes < len(all_held)
    if not usual or 0 in all_held or known.watched:
        unusual = _unusual_choices(position)
        if unusual:
            return unusual
    held = all_held[turn]
    fits = _MORE if held & front.plain else _MATADORS if held & front.fitting else _NOTHING
    cases: dict[Any, _Rest] = known.cases or _fill_cases(known, position.rules)
    rest = cases.get(fits) or cases[fits, _barred(position), position.drew_matador]
    if position.veiled[turn]:
        return front.plays(_may_hold(position)), rest
    return front.plays(held) if fits else (), rest


def _unusual_choices(position: Position) -> tuple[tuple[Action, ...], _Rest] | None:
    """The choices where they do not follow from what fits and what can be drawn."""
    if position.flaws:
        return (), _rest(Reason.POSITION_FLAWED, Reason.POSITION_FLAWED)
    if ending(position):
        return (), _rest(Reason.HAND_OVER, Reason.HAND_OVER)
    if not position.front.led:
        return _lead_choices(position)
    if position.drawn and position.rules.draw is Draw.ONE_AND_PASS:
        return (), _rest(Reason.DRAW_LIMIT, Reason.DRAW_ENDS_TURN)
    return None


def canonical(position: Position, action: Action) -> Action:
    """The action as it is written: `+` on a new spinner, the lower half first when across."""
    one = action.tile
    if one is None or action.where == DRAW:
        return action
    if spins(position.front, action):
        return action._replace(plus=True)
    if action.plus and position.rules.cross_open is not CrossOpen.HALF:
        return Action(action.where, one.low, one.high, True)
    return action


def advance(position: Position, action: Action) -> Position:
    """The position after an action known to be legal: one of `legal_actions`, unchecked."""
    if action.where == DRAW:
        after = _drawn(position, action.tile)
    else:
        after = _passed(position) if action.where == PASS else _placed(position, action)
    after.__class__ = Position  # as in `sealed`, without the call
    return after  # type: ignore[return-value]  # an assertion would cost as much as half a copy


# --- the turn -----------------------------------------------------------------------------------

_NOTHING, _MATADORS, _MORE = range(3)
"""What of the tiles known to be in hand fits: nothing, only matadors, or something else."""


def candidates(position: Position) -> tuple[Tile, ...]:
    """The tiles the seat to move holds or may hold."""
    hand = position.hand
    return hand.tiles + position.unseen if hand.hidden else hand.tiles


def _may_hold(position: Position) -> int:
    """The mask of `candidates`."""
    held = position.held[position.turn]
    return held | mask(position.unseen) if position.veiled[position.turn] else held


@cache
def _rest(draw: Reason, passing: Reason) -> _Rest:
    actions = ((draw, Action(DRAW)), (passing, Action(PASS)))
    return _Rest(draw, passing, tuple(action for reason, action in actions if reason.legal))


_BARS = (
    None,
    Reason.NO_DRAWING,
    Reason.STOCK_AT_RESERVE,
    Reason.STOCK_EMPTY,
    Reason.DRAW_LIMIT,
)


def _fill_cases(known: Known, rules: Rules) -> dict[Any, _Rest]:
    """What may be done besides playing, by what fits, what bars drawing and a matador drawn.

    By what fits alone, too, where nothing else counts.
    """
    cases: dict[Any, _Rest] = {}
    for fits in (_NOTHING, _MATADORS, _MORE):
        found = set()
        for bar, drew in itertools.product(_BARS, (False, True)):
            draw = _about_drawing(rules, fits, bar, drew)
            rest = _rest(draw, _about_passing(rules, fits, bar, drew))
            cases[fits, bar, drew] = rest
            found.add(rest)
        if len(found) == 1:
            cases[fits] = found.pop()
    known.cases = cases
    return cases


def _barred(position: Position) -> Reason | None:
    """Why no tile can be drawn now, or None if one can."""
    known = position.front.known
    if not known.draw_limit:
        return Reason.NO_DRAWING
    if position.stocked <= known.reserves[len(position.held)]:
        return Reason.STOCK_AT_RESERVE if position.stocked else Reason.STOCK_EMPTY
    if position.drawn >= known.draw_limit and position.front.led:
        return Reason.DRAW_LIMIT
    return None


def _about_drawing(rules: Rules, fits: int, barred: Reason | None, drew: bool) -> Reason:
    only_matadors = fits == _MATADORS
    willing = rules.draw_playable is YesNo.YES
    keeping = only_matadors and rules.draw_matador is YesNo.YES
    if fits and not (willing or keeping) and rules.draw is not Draw.NONE:
        return Reason.MUST_PLAY_MATADOR if only_matadors else Reason.MUST_PLAY
    if barred or not fits:
        return barred or Reason.MUST_DRAW
    if only_matadors and drew:
        return Reason.MUST_PLAY_MATADOR
    return Reason.KEEPS_MATADOR if keeping else Reason.MAY_DRAW


def _about_passing(rules: Rules, fits: int, barred: Reason | None, drew: bool) -> Reason:
    stock_down = barred not in (None, Reason.DRAW_LIMIT)
    if rules.passing is Passing.STOCK_EMPTY and stock_down:
        return Reason.PASSES_FREELY if fits else Reason.CANNOT_MOVE
    if fits == _MORE:
        return Reason.MUST_PLAY
    if fits == _MATADORS:
        return _about_refusing(rules, barred is None, drew)
    if barred:
        return Reason.CANNOT_MOVE
    return Reason.PASSES_INSTEAD if rules.passing is Passing.INSTEAD else Reason.MUST_DRAW_FIRST


def _about_refusing(rules: Rules, can_draw: bool, drew: bool) -> Reason:
    """Whether a player may pass whose only plays are matadors."""
    refusable = rules.matador_duty is MatadorDuty.REFUSABLE
    keeping = YesNo.YES in (rules.draw_matador, rules.draw_playable)
    if drew:
        return Reason.MUST_PLAY_MATADOR
    if can_draw and rules.passing is Passing.INSTEAD and (refusable or keeping):
        return Reason.PASSES_INSTEAD
    if can_draw and keeping:
        return Reason.MUST_PLAY_OR_DRAW
    if not can_draw and refusable:
        return Reason.REFUSES_MATADOR
    return Reason.MUST_PLAY_MATADOR


# --- the lead -----------------------------------------------------------------------------------


def _lead_choices(position: Position) -> tuple[tuple[Action, ...], _Rest]:
    rules, may_hold = position.rules, _may_hold(position)
    must_lead = _rest(Reason.MUST_LEAD, Reason.MUST_LEAD)
    if rules.lead_tile is LeadTile.ANY:
        return position.front.leads(may_hold), must_lead
    doubles = rules.tiles.doubles
    held = doubles & position.held[position.turn]
    # The highest double known, and those above it that may be among hidden tiles.
    at_least = 1 << held.bit_length() - 1 if held else 1
    leads = position.front.plays(doubles & may_hold & -at_least)
    if held:
        return leads, must_lead
    others, rest = _without_double(position, tiles_in(may_hold & ~doubles))
    return tuple(sorted(leads + others)), rest


def _without_double(
    position: Position, tiles: tuple[Tile, ...]
) -> tuple[tuple[Action, ...], _Rest]:
    """What a leader may do who holds these tiles, or some of them, and no double."""
    rules = position.rules
    if rules.no_double is NoDouble.HEAVIEST:
        known = max(map(lead_rank, position.hand.tiles), default=(False, 0, 0))
        tiles = tuple(one for one in tiles if lead_rank(one) >= known)
    elif rules.no_double is NoDouble.NEXT and position.passes < position.players:
        return (), _rest(Reason.NO_DOUBLE_TO_LEAD, Reason.LEAD_PASSES_ON)
    elif rules.no_double in (NoDouble.NEXT, NoDouble.DRAW) and _barred(position) is None:
        return (), _rest(Reason.DRAWS_FOR_LEAD, Reason.NO_DOUBLE_TO_LEAD)
    return position.front.leads(mask(tiles)), _rest(Reason.MUST_LEAD, Reason.MUST_LEAD)


# --- applying -----------------------------------------------------------------------------------


def _drawn(position: Position, named: Tile | None) -> Draft:
    """The position after one tile was drawn: `named`, where the stock's order is not known."""
    after, turn = draft(position), position.turn
    after.drawn = position.drawn + 1
    after.stocked = position.stocked - 1
    if position.stocked > position.unknown:
        bit = position.pile[position.unknown - position.stocked]
    else:
        bit = BIT[named] if named else 0
        after.unknown = position.unknown - 1
    if not bit:
        after.veiled = _with(position.veiled, turn, position.veiled[turn] + 1)
        return after
    after.held = _with(position.held, turn, position.held[turn] | bit)
    known = position.front.known
    if known.drawn_stops and bit & known.wild and position.front.led:
        after.drew_matador = True
    return after


def _passed(position: Position) -> Draft:
    after = draft(position)
    counts = position.front.known.counts_all_passes or not position.drawn
    after.passes = position.passes + 1 if counts else 0
    _hand_on(after)
    return after


def _placed(position: Position, action: Action) -> Draft:
    front, turn, seats = position.front, position.turn, position.held
    played = front.steps.get(action) or step(front, action, position.line, position.rules)
    after, held, bit = draft(position), seats[turn], played.bit
    after.front = played.front
    after.trail = position.trail, played
    if held & bit:
        after.held = _with(seats, turn, held ^ bit)
    else:
        after.veiled = _with(position.veiled, turn, position.veiled[turn] - 1)
    after.last = turn if front.known.keeps_last else None
    after.passes = after.drawn = 0
    if not played.again:
        after.turn = turn + 1 if turn + 1 < len(seats) else 0
        after.drew_matador = False
    return after


def _hand_on(after: Draft) -> None:
    """The next seat is to move."""
    after.turn = (after.turn + 1) % len(after.held)
    after.drawn = 0
    after.drew_matador = False


def _with(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """The values with one of them changed."""
    if len(values) == 2:  # two players, and no time to lose
        return (values[0], value) if at else (value, values[1])
    return (*values[:at], value, *values[at + 1 :])
