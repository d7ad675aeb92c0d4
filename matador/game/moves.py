"""What may be done in a position, what comes of it, and why anything else may not be done.

`options` decides about a turn once; the list of legal actions, the verdict on any action and the
next position are all read from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from matador.game.errors import IllegalError
from matador.game.line import ACROSS, ROW, SPINNER, End, Fit, fits, spinner_due
from matador.game.position import Hand, Position, Stock, lead_rank
from matador.game.rules import (
    Blocked,
    Choice,
    CrossOpen,
    CrossReading,
    Crosswise,
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


class Reason(Choice):
    """Why an action is legal or not. The words for readers stand elsewhere; these are the facts."""

    LEADS = "leads", "The first tile."
    MAKES_TARGET = "makes-target", "The touching halves make the target."
    MATCHES_ACROSS = "matches-across", "The inner half equals a half of the tile lying across."
    BRINGS_BLANK = "brings-blank", "A blank comes inwards after a matador across."
    WILD = "wild", "A matador goes on without making the target."
    MUST_DRAW = "must-draw", "Nothing fits and tiles can be drawn."
    MAY_DRAW = "may-draw", "These rules let a player draw although something fits."
    KEEPS_MATADOR = "keeps-matador", "Only a matador fits; drawing instead is allowed."
    DRAWS_FOR_LEAD = "draws-for-lead", "No double to lead: one is drawn for."
    CANNOT_MOVE = "cannot-move", "Nothing fits and nothing can be drawn."
    PASSES_FREELY = "passes-freely", "The stock is down, and these rules then let anybody pass."
    PASSES_INSTEAD = "passes-instead", "These rules let a player pass instead of drawing."
    REFUSES_MATADOR = "refuses-matador", "Only a matador fits; it need not be played."
    DRAW_ENDS_TURN = "draw-ends-turn", "A tile was drawn; that ends the turn."
    LEAD_PASSES_ON = "lead-passes-on", "No double to lead: the lead goes to the next player."

    POSITION_FLAWED = "position-flawed", "The position has flaws; nothing can be played in it."
    HAND_OVER = "hand-over", "The hand is over."
    NOT_IN_SET = "not-in-set", "There is no such tile in this set."
    NOT_YOUR_TURN = "not-your-turn", "Another seat holds the tile."
    ALREADY_PLAYED = "already-played", "The tile lies on the table."
    IN_THE_STOCK = "in-the-stock", "The tile is in the stock."
    NOT_IN_HAND = "not-in-hand", "The tile is not in the hand of the seat to move."
    NOTHING_LED = "nothing-led", "The first tile has not been set yet."
    ALREADY_LED = "already-led", "The first tile lies; nothing more can be set."
    LEAD_HIGHEST_DOUBLE = "lead-highest-double", "The highest double must be led."
    LEAD_HEAVIEST = "lead-heaviest", "No double in hand: the heaviest tile must be led."
    NO_DOUBLE_TO_LEAD = "no-double-to-lead", "No double in hand, and nothing else may be led."
    NO_SUCH_END = "no-such-end", "The line has no such end."
    END_KILLED = "end-killed", "0-0 ends this end for good under these rules."
    ARM_NOT_OPEN = "arm-not-open", "The spinner's side arms are not open yet."
    WRONG_SUM = "wrong-sum", "The halves do not make the target."
    NO_MATCH = "no-match", "The inner half equals neither half of the tile lying across."
    WRONG_HALF = "wrong-half", "The tile fits, but the other half must touch."
    BLANK_NEEDS_MATADOR = "blank-needs-matador", "Only a matador goes on a blank end."
    BLANK_MUST_FOLLOW = "blank-must-follow", "After a matador across a blank must come inwards."
    MATADOR_BLANKS_ONLY = "matador-blanks-only", "Matadors are wild on blank ends only here."
    NO_CROSSWISE = "no-crosswise", "These rules never lay a tile across."
    ONLY_MATADORS_ACROSS = "only-matadors-across", "Only matadors lie across."
    MUST_LIE_ACROSS = "must-lie-across", "The matador must lie across here."
    MUST_LIE_IN_LINE = "must-lie-in-line", "The matador must lie in line here."
    NO_SPINNER = "no-spinner", "The tile is no spinner."
    NO_DRAWING = "no-drawing", "Nobody draws under these rules."
    STOCK_EMPTY = "stock-empty", "The stock is empty."
    STOCK_AT_RESERVE = "stock-at-reserve", "The last tiles of the stock stay."
    DRAW_LIMIT = "draw-limit", "No more tiles may be drawn in this turn."
    MUST_PLAY = "must-play", "Something fits: it must be played before drawing or passing."
    MUST_PLAY_MATADOR = "must-play-matador", "Only a matador fits; it must be played."
    MUST_PLAY_OR_DRAW = "must-play-or-draw", "Only a matador fits: play it or draw; no passing."
    MUST_DRAW_FIRST = "must-draw-first", "Tiles can be drawn; drawing comes before passing."
    MUST_LEAD = "must-lead", "The leader must set a tile."
    TURN_IS_OVER = "turn-is-over", "A tile was drawn; it can't be played in this turn."
    NOT_NEXT_IN_STOCK = "not-next-in-stock", "Another tile comes next in the stock."
    TILE_SEEN = "tile-seen", "The tile is known to be elsewhere."

    @property
    def legal(self) -> bool:
        """Whether an action with this reason may be done."""
        return self in _LEGAL


_LEGAL = frozenset(list(Reason)[: list(Reason).index(Reason.POSITION_FLAWED)])


@dataclass(frozen=True)
class Verdict:
    """Legal or not, and why. `facts` holds what a sentence about it needs, as plain values."""

    reason: Reason
    facts: dict[str, object] = field(default_factory=dict)

    @property
    def legal(self) -> bool:
        """Whether the action may be done."""
        return self.reason.legal


class Options(NamedTuple):
    """What the seat to move may do: its plays, and the reasons about drawing and passing."""

    plays: tuple[Action, ...]
    draw: Reason
    passing: Reason


def ending(position: Position) -> Ending | None:
    """How the hand is over, or None while it goes on."""
    if not position.line.row:
        return Ending.VOID if _void(position) else None
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
    if position.flaws:
        return Options((), Reason.POSITION_FLAWED, Reason.POSITION_FLAWED)
    if ending(position):
        return Options((), Reason.HAND_OVER, Reason.HAND_OVER)
    if not position.line.row:
        return _lead_options(position)
    if position.rules.draw is Draw.ONE_AND_PASS and position.drawn:
        return Options((), Reason.DRAW_LIMIT, Reason.DRAW_ENDS_TURN)
    plays = tuple(a for one in _candidates(position) for a in _placements(position, one))
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


def explain(position: Position, action: Action) -> Verdict:
    """Whether an action is legal, and why. Answers for every action that can be written."""
    action = canonical(position, action)
    choices = options(position)
    if choices.draw in (Reason.POSITION_FLAWED, Reason.HAND_OVER):
        return Verdict(choices.draw)
    if action.where == DRAW:
        return _explain_draw(position, action, choices.draw)
    if action.where == PASS:
        return _verdict_on_turn(position, choices.passing)
    held = _where_is(position, action)
    if action.where == LEAD:
        return _explain_lead(position, action, choices, held)
    return _explain_play(position, action, choices, held)


def apply(position: Position, action: Action) -> Position:
    """The position after a legal action. Raises IllegalError, with the verdict as an argument."""
    action = canonical(position, action)
    verdict = explain(position, action)
    if not verdict.legal:
        raise IllegalError(
            f"{action} is not legal ({verdict.reason}): {verdict.reason.__doc__}", verdict
        )
    return advance(position, action)


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


def marks(before: Position, action: Action) -> str:
    """The signs a writer for people adds: `*` wild, `x` end closed, `#` out, `=` blocked."""
    after = advance(before, action)
    over = {Ending.OUT: "#", Ending.BLOCKED: "="}
    signs = "*" if explain(before, action).reason is Reason.WILD else ""
    if action.where not in (LEAD, DRAW, PASS):
        signs += "x" * any(end.closed and end.arm == action.where for end in after.ends)
    ended = ending(after)
    return signs + (over.get(ended, "") if ended else "")


# --- the turn -----------------------------------------------------------------------------------


def _candidates(position: Position) -> tuple[Tile, ...]:
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


def _void(position: Position) -> bool:
    rules = position.rules
    must = rules.lead_tile is LeadTile.HIGHEST_DOUBLE and rules.no_double is NoDouble.REDEAL
    hidden = any(hand.hidden for hand in position.hands)
    return must and not hidden and not any(one.double for one in position.in_hands)


def _leads(tiles: tuple[Tile, ...], position: Position) -> tuple[Action, ...]:
    plus = spinner_due(position.line, position.rules)
    return tuple(Action(LEAD, *turn, plus and t.double) for t in tiles for turn in t.turns)


def _lead_options(position: Position) -> Options:
    rules, tiles = position.rules, _candidates(position)
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


# --- explaining ---------------------------------------------------------------------------------


def _verdict_on_turn(position: Position, reason: Reason) -> Verdict:
    """A verdict about drawing or passing, with what a sentence about it may name."""
    playable = sorted({str(a.tile) for a in options(position).plays})
    facts: dict[str, object] = {"stock": len(position.stock), "drawable": position.drawable}
    return Verdict(reason, {**facts, "playable": playable, "limit": position.rules.draw.limit})


def _explain_draw(position: Position, action: Action, reason: Reason) -> Verdict:
    verdict = _verdict_on_turn(position, reason)
    named = action.tile
    if not verdict.legal or named is None:
        return verdict
    facts = {**verdict.facts, "tile": str(named)}
    if position.stock.tiles:
        right = position.stock.tiles[0] == named
        return Verdict(reason if right else Reason.NOT_NEXT_IN_STOCK, facts)
    return Verdict(reason if named in position.unseen else Reason.TILE_SEEN, facts)


def _where_is(position: Position, action: Action) -> Verdict | None:
    """Why the seat to move cannot use the tile wherever it is put, or None if it can."""
    one = action.tile
    assert one is not None
    facts: dict[str, object] = {"tile": str(one)}
    if one.high > position.rules.tiles.highest:
        return Verdict(Reason.NOT_IN_SET, facts)
    if one in _candidates(position):
        return None
    if any(placed.tile == one for placed in position.line.placed):
        return Verdict(Reason.ALREADY_PLAYED, facts)
    for seat, hand in enumerate(position.hands):
        if one in hand.tiles:
            return Verdict(Reason.NOT_YOUR_TURN, {**facts, "seat": seat, "turn": position.turn})
    in_stock = one in position.stock.tiles
    return Verdict(Reason.IN_THE_STOCK if in_stock else Reason.NOT_IN_HAND, facts)


def _explain_lead(
    position: Position, action: Action, choices: Options, held: Verdict | None
) -> Verdict:
    if position.line.row:
        return Verdict(Reason.ALREADY_LED)
    if held:
        return held
    facts: dict[str, object] = {"tile": str(action.tile)}
    if action in choices.plays:
        return Verdict(Reason.LEADS, facts)
    if action.plus and action._replace(plus=False) in choices.plays:
        return Verdict(Reason.NO_SPINNER, facts)
    if not choices.plays:
        return Verdict(Reason.NO_DOUBLE_TO_LEAD, facts)
    must = choices.plays[0].tile
    assert must is not None
    reason = Reason.LEAD_HIGHEST_DOUBLE if must.double else Reason.LEAD_HEAVIEST
    return Verdict(reason, {**facts, "must": str(must)})


def _explain_play(
    position: Position, action: Action, choices: Options, held: Verdict | None
) -> Verdict:
    if not position.line.row:
        return Verdict(Reason.NOTHING_LED)
    end = next((end for end in position.ends if end.arm == action.where), None)
    if end is None:
        return _about_missing_end(position, action)
    if held:
        return held
    if choices.passing is Reason.DRAW_ENDS_TURN:
        return Verdict(Reason.TURN_IS_OVER, {"tile": str(action.tile)})
    one = action.tile
    assert one is not None
    ways = fits(one, end, position.rules, spinner_due(position.line, position.rules))
    facts = _facts(position, end, action)
    wanted = [way for way in ways if way[:2] == (action.inner, action.outer)]
    if any(bool(way.mark) == action.plus for way in wanted):
        return Verdict(_why_it_fits(position, end, one, action), facts)
    return Verdict(_why_not(position, end, one, action, ways), facts)


def _about_missing_end(position: Position, action: Action) -> Verdict:
    names = [end.arm for end in position.ends]
    facts: dict[str, object] = {"end": action.where, "ends": names}
    if action.where in ("U", "D") and position.line.spinner is not None:
        return Verdict(Reason.ARM_NOT_OPEN, facts)
    forked = any(name.startswith(action.where) for name in names)
    known = action.where in ("L", "R")
    return Verdict(Reason.END_KILLED if known and not forked else Reason.NO_SUCH_END, facts)


def _facts(position: Position, end: End, action: Action) -> dict[str, object]:
    return {
        "tile": str(action.tile),
        "end": end.arm,
        "shows": list(end.halves),
        "needs": list(end.needs),
        "inner": action.inner,
        "outer": action.outer,
        "sums": [half + action.inner for half in end.halves],
        "target": position.rules.tiles.target,
        "matador": action.tile in position.rules.tiles.matadors,
        "across": action.plus,
    }


def _why_it_fits(position: Position, end: End, one: Tile, action: Action) -> Reason:
    across = action.plus and position.rules.cross_open is not CrossOpen.HALF
    touching = tuple(one) if across else (action.inner,)
    if not any(half in end.needs for half in touching):
        return Reason.WILD
    rules = position.rules
    if len(end.halves) == 1:
        return Reason.MAKES_TARGET
    if rules.cross_open is CrossOpen.BLANK:
        return Reason.BRINGS_BLANK
    matches = rules.cross_reading is CrossReading.MATCH
    return Reason.MATCHES_ACROSS if matches else Reason.MAKES_TARGET


def _why_not(
    position: Position, end: End, one: Tile, action: Action, ways: tuple[Fit, ...]
) -> Reason:
    rules = position.rules
    matador = one in rules.tiles.matadors
    if not ways:
        return _why_nowhere(position, end, matador)
    if action.plus and not matador:
        return Reason.NO_SPINNER if one.double else Reason.ONLY_MATADORS_ACROSS
    if action.plus:
        return Reason.NO_CROSSWISE if rules.crosswise is Crosswise.NONE else Reason.MUST_LIE_IN_LINE
    if all(way.mark == ACROSS for way in ways):
        return Reason.MUST_LIE_ACROSS
    return Reason.WRONG_HALF if len(end.halves) == 1 else _why_nowhere(position, end, matador=False)


def _why_nowhere(position: Position, end: End, matador: bool) -> Reason:
    rules = position.rules
    if end.closed:
        return Reason.BLANK_NEEDS_MATADOR
    if len(end.halves) > 1 and rules.cross_open is CrossOpen.BLANK:
        return Reason.BLANK_MUST_FOLLOW
    if matador:
        return Reason.MATADOR_BLANKS_ONLY
    matches = len(end.halves) > 1 and rules.cross_reading is CrossReading.MATCH
    return Reason.NO_MATCH if matches else Reason.WRONG_SUM


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
