"""The turn: what the seat to move may do, and the position after it has done it.

`options` decides about a turn once; the list of legal actions and every verdict are read from it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from matador.game.line import ACROSS, ROW, SPINNER, End, Fit, fits, spinner_due
from matador.game.position import Hand, Position, Stock, is_void, lead_rank
from matador.game.reasons import Reason
from matador.game.rules import (
    Blocked,
    Choice,
    CrossOpen,
    Draw,
    DrawnMatador,
    ExtraTile,
    LeadTile,
    MatadorDuty,
    NoDouble,
    Passing,
    Rules,
    Tie,
    YesNo,
)
from matador.game.tiles import HALVES, Tile, tile

LEAD, DRAW, PASS = "S", "d", "p"


class Action(NamedTuple):
    """One action: `where` is S, an arm of the line, d or p; the halves are -1 where none is named.

    On the lead `inner` is the left half and `outer` the right one.
    """

    where: str
    inner: int = -1
    outer: int = -1
    plus: bool = False

    @property
    def tile(self) -> Tile | None:
        """The tile set, played or named; None for a pass or a draw from an unknown stock."""
        return None if self.inner < 0 else tile(self.inner, self.outer)

    def __str__(self) -> str:
        halves = "" if self.inner < 0 else HALVES[self.inner] + HALVES[self.outer]
        return self.where + halves + "+" * self.plus


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


def ending(position: Position) -> Ending | None:
    """How the hand is over, or None while it goes on."""
    if not position.line.row:
        return Ending.VOID if is_void(position) else None
    if not all(hand.tiles or hand.hidden for hand in position.hands):
        return Ending.OUT
    if position.passes >= position.players:
        return Ending.BLOCKED
    if position.rules.blocked is Blocked.NOBODY_CAN and dead(position):
        return Ending.BLOCKED
    return None


def dead(position: Position) -> bool:
    """Whether no tile in a hand, or still to be drawn, will ever fit the line."""
    known = set(position.in_hands) | set(position.stock.tiles[: position.drawable])
    hidden = any(hand.hidden for hand in position.hands)
    if hidden or position.drawable > len(position.stock.tiles):
        known |= set(position.unseen)
    return not any(_placements(position, one) for one in known)


def options(position: Position) -> Options:
    """What the seat to move may do."""
    known: Options | None = position.memory.get("options")
    if known is None:
        known = position.memory["options"] = _find_options(position)
    return known


def _find_options(position: Position) -> Options:
    """`options`, worked out anew."""
    if position.flaws:
        return Options((), Reason.POSITION_FLAWED, Reason.POSITION_FLAWED)
    if ending(position):
        return Options((), Reason.HAND_OVER, Reason.HAND_OVER)
    if not position.line.row:
        return _lead_options(position)
    if position.rules.draw is Draw.ONE_AND_PASS and position.drawn:
        return Options((), Reason.DRAW_LIMIT, Reason.DRAW_ENDS_TURN)
    plays = tuple(a for one in candidates(position) for a in _placements(position, one))
    playable = {action.tile for action in plays}
    certain = [one for one in position.hand.tiles if one in playable]
    return Options(plays, _about_drawing(position, certain), _about_passing(position, certain))


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Every legal action, sorted by its written form.

    Where tiles of the hand are hidden, everything that may be legal is listed.
    """
    plays, draw, passing = options(position)
    found = list(plays)
    found += [Action(DRAW)] if draw.legal else []
    found += [Action(PASS)] if passing.legal else []
    return tuple(sorted(found, key=str))


def canonical(position: Position, action: Action) -> Action:
    """The action as it is written: `+` on a new spinner, the lower half first when across."""
    one = action.tile
    if one is None or action.where == DRAW:
        return action
    if _spins(position, action):
        return action._replace(plus=True)
    if action.plus and position.rules.cross_open is not CrossOpen.HALF:
        return Action(action.where, one.low, one.high, True)
    return action


def advance(position: Position, action: Action) -> Position:
    """The position after an action known to be legal: one of `legal_actions`, unchecked."""
    if action.where == DRAW:
        after = _drawn(position, action.tile)
    elif action.where == PASS:
        counts = position.rules.blocked is Blocked.ALL_PASS or not position.drawn
        after = _next_turn(position, passes=position.passes + 1 if counts else 0)
    else:
        after = _placed(position, action)
    return after.without_flaws()


# --- the turn -----------------------------------------------------------------------------------


def candidates(position: Position) -> tuple[Tile, ...]:
    """The tiles the seat to move holds or may hold."""
    hand = position.hand
    return hand.tiles + position.unseen if hand.hidden else hand.tiles


def _placements(position: Position, one: Tile) -> tuple[Action, ...]:
    rules = position.rules
    due, memory = spinner_due(position.line, rules), rules.memory
    found: list[Action] = []
    for end in position.ends:
        known = memory.get((one, end, due))
        if known is None:
            known = memory[one, end, due] = _actions_on(end, one, rules, due)
        found += known
    return tuple(found)


def _actions_on(end: End, one: Tile, rules: Rules, due: bool) -> tuple[Action, ...]:
    ways = fits(one, end, rules, due)
    return tuple(Action(end.arm, fit.inner, fit.outer, bool(fit.mark)) for fit in ways)


def _only_matadors(position: Position, certain: list[Tile]) -> bool:
    return bool(certain) and all(one in position.rules.tiles.matadors for one in certain)


def _stock_reason(position: Position) -> Reason | None:
    """Why no tile can be drawn now, or None if one can."""
    if position.rules.draw is Draw.NONE:
        return Reason.NO_DRAWING
    if not position.drawable:
        return Reason.STOCK_AT_RESERVE if len(position.stock) else Reason.STOCK_EMPTY
    if position.line.row and position.drawn >= position.rules.draw_limit:
        return Reason.DRAW_LIMIT
    return None


def _about_drawing(position: Position, certain: list[Tile]) -> Reason:
    rules = position.rules
    only_matadors = _only_matadors(position, certain)
    willing = rules.draw_playable is YesNo.YES
    keeping = only_matadors and rules.draw_matador is YesNo.YES
    if certain and not (willing or keeping) and rules.draw is not Draw.NONE:
        return Reason.MUST_PLAY_MATADOR if only_matadors else Reason.MUST_PLAY
    stopped = only_matadors and position.drew_matador
    barred = _stock_reason(position)
    if barred or not certain:
        return barred or Reason.MUST_DRAW
    if stopped:
        return Reason.MUST_PLAY_MATADOR
    return Reason.KEEPS_MATADOR if keeping else Reason.MAY_DRAW


def _about_passing(position: Position, certain: list[Tile]) -> Reason:
    rules = position.rules
    if rules.passing is Passing.STOCK_EMPTY and not position.drawable:
        return Reason.PASSES_FREELY if certain else Reason.CANNOT_MOVE
    only_matadors = _only_matadors(position, certain)
    if certain and not only_matadors:
        return Reason.MUST_PLAY
    instead = rules.passing is Passing.INSTEAD
    can_draw = _stock_reason(position) is None
    if not certain:
        if not can_draw:
            return Reason.CANNOT_MOVE
        return Reason.PASSES_INSTEAD if instead else Reason.MUST_DRAW_FIRST
    return _about_refusing(position, can_draw, instead)


def _about_refusing(position: Position, can_draw: bool, instead: bool) -> Reason:
    """Whether a player may pass whose only plays are matadors."""
    rules = position.rules
    refusable = rules.matador_duty is MatadorDuty.REFUSABLE
    keeping = YesNo.YES in (rules.draw_matador, rules.draw_playable)
    if position.drew_matador:
        return Reason.MUST_PLAY_MATADOR
    if can_draw and instead and (refusable or keeping):
        return Reason.PASSES_INSTEAD
    if can_draw and keeping:
        return Reason.MUST_PLAY_OR_DRAW
    if not can_draw and refusable:
        return Reason.REFUSES_MATADOR
    return Reason.MUST_PLAY_MATADOR


# --- the lead -----------------------------------------------------------------------------------


def _leads(tiles: tuple[Tile, ...], position: Position) -> tuple[Action, ...]:
    plus = spinner_due(position.line, position.rules)
    return tuple(Action(LEAD, *turn, plus and t.double) for t in tiles for turn in t.turns)


def _lead_options(position: Position) -> Options:
    rules, tiles = position.rules, candidates(position)
    barred = Options((), Reason.MUST_LEAD, Reason.MUST_LEAD)
    if rules.lead_tile is LeadTile.ANY:
        return barred._replace(plays=_leads(tiles, position))
    doubles = _leads(_highest_doubles(position, tiles), position)
    if any(one.double for one in position.hand.tiles):
        return barred._replace(plays=doubles)
    otherwise = _without_double(position, tuple(one for one in tiles if not one.double))
    return otherwise._replace(plays=doubles + otherwise.plays)


def _highest_doubles(position: Position, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The highest double known, and those above it that may be among hidden tiles."""
    best = max((one for one in position.hand.tiles if one.double), default=Tile(0, 0))
    return tuple(one for one in tiles if one.double and one >= best)


def _without_double(position: Position, tiles: tuple[Tile, ...]) -> Options:
    """What a leader may do who holds these tiles, or some of them, and no double."""
    rules = position.rules
    leads = Options(_leads(tiles, position), Reason.MUST_LEAD, Reason.MUST_LEAD)
    if rules.no_double is NoDouble.HEAVIEST:
        known = max(map(lead_rank, position.hand.tiles), default=(False, 0, 0))
        heaviest = tuple(one for one in tiles if lead_rank(one) >= known)
        return leads._replace(plays=_leads(heaviest, position))
    if rules.no_double is NoDouble.NEXT and position.passes < position.players:
        return Options((), Reason.NO_DOUBLE_TO_LEAD, Reason.LEAD_PASSES_ON)
    draws = rules.no_double in (NoDouble.NEXT, NoDouble.DRAW)
    if draws and _stock_reason(position) is None:
        return Options((), Reason.DRAWS_FOR_LEAD, Reason.NO_DOUBLE_TO_LEAD)
    return leads


# --- applying -----------------------------------------------------------------------------------


def _next_turn(position: Position, *, passes: int) -> Position:
    turn = (position.turn + 1) % position.players
    return replace(position, turn=turn, passes=passes, drawn=0, drew_matador=False)


def _with_hand(position: Position, hand: Hand) -> tuple[Hand, ...]:
    return (*position.hands[: position.turn], hand, *position.hands[position.turn + 1 :])


def _drawn(position: Position, named: Tile | None) -> Position:
    tiles, hidden = position.stock
    one = tiles[0] if tiles else named
    stock = Stock(tiles[1:], hidden) if tiles else Stock((), hidden - 1)
    hand = position.hand
    more = Hand(hand.tiles, hand.hidden + 1) if one is None else _taken(hand, one)
    stops = position.rules.drawn_matador is DrawnMatador.STOPS and position.line.row
    drew = bool(stops) and one in position.rules.tiles.matadors
    return replace(
        position,
        hands=_with_hand(position, more),
        stock=stock,
        drawn=position.drawn + 1,
        drew_matador=position.drew_matador or drew,
    )


def _taken(hand: Hand, one: Tile) -> Hand:
    return Hand(tuple(sorted((*hand.tiles, one))), hand.hidden)


def _placed(position: Position, action: Action) -> Position:
    one, hand, rules = action.tile, position.hand, position.rules
    if one in hand.tiles:
        hand = Hand(tuple(t for t in hand.tiles if t != one), hand.hidden)
    else:
        hand = Hand(hand.tiles, hand.hidden - 1)
    fit = Fit(action.inner, action.outer, _mark(position, action))
    moved = replace(
        position,
        line=position.line.with_tile(action.where, fit, rules),
        hands=_with_hand(position, hand),
        last=position.turn if rules.tie is Tie.LAST_PLACED else None,
    )
    if action.where == LEAD and _plays_again(position, one):
        return replace(moved, passes=0, drawn=0)
    return _next_turn(moved, passes=0)


def _mark(position: Position, action: Action) -> str:
    if not action.plus:
        return ""
    return SPINNER if _spins(position, action) else ACROSS


def _spins(position: Position, action: Action) -> bool:
    """Whether a double played there becomes the spinner."""
    double = action.inner == action.outer and action.where in (LEAD, *ROW)
    return double and spinner_due(position.line, position.rules)


def _plays_again(position: Position, one: Tile | None) -> bool:
    extra = position.rules.extra_tile
    double = one is not None and one.double
    return extra is ExtraTile.ALWAYS or (extra is ExtraTile.AFTER_DOUBLE and double)
