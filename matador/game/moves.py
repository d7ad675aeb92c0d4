"""Any action in any position: legal or not, why, and what comes of it.

What may be done is decided in `turn`; here every action that can be written gets its verdict.
"""

from __future__ import annotations

from matador.game.errors import IllegalError
from matador.game.line import ACROSS, End, Fit, fits, spinner_due
from matador.game.position import Position
from matador.game.reasons import Reason, Verdict
from matador.game.rules import CrossOpen, CrossReading, Crosswise
from matador.game.tiles import Tile
from matador.game.turn import (
    DRAW,
    LEAD,
    PASS,
    Action,
    Ending,
    Options,
    advance,
    candidates,
    canonical,
    dead,
    ending,
    legal_actions,
    options,
)

__all__ = [
    "DRAW",
    "LEAD",
    "PASS",
    "Action",
    "Ending",
    "Options",
    "Reason",
    "Verdict",
    "advance",
    "apply",
    "canonical",
    "dead",
    "ending",
    "explain",
    "legal_actions",
    "marks",
    "options",
]


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


def marks(before: Position, action: Action) -> str:
    """The signs a writer for people adds: `*` wild, `x` end closed, `#` out, `=` blocked."""
    after = advance(before, action)
    over = {Ending.OUT: "#", Ending.BLOCKED: "="}
    signs = "*" if explain(before, action).reason is Reason.WILD else ""
    if action.where not in (LEAD, DRAW, PASS):
        signs += "x" * any(end.closed and end.arm == action.where for end in after.ends)
    ended = ending(after)
    return signs + (over.get(ended, "") if ended else "")


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
    if one in candidates(position):
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
    # Of hidden tiles those are named first that are likeliest to be led: the doubles.
    leads = {play.tile for play in choices.plays}
    must = next(t for t in sorted(candidates(position), key=_not_double) if t in leads)
    reason = Reason.LEAD_HIGHEST_DOUBLE if must.double else Reason.LEAD_HEAVIEST
    return Verdict(reason, {**facts, "must": str(must)})


def _not_double(one: Tile) -> bool:
    return not one.double


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
