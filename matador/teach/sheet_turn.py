"""What the sheet says of a turn: playing, drawing and passing, as `game.turn` decides them.

The fields about drawing, passing and matadors hang together; where one overrides another, only what
is true in the end is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from matador.game.rules import (
    Contradiction,
    Draw,
    DrawnMatador,
    Reserve,
)
from matador.teach.sheet_case import Case, Said, contradicted, long, own


def turn(case: Case) -> Iterator[Said]:
    """What a turn is, whose it is next, and what else may be done in it."""
    yield own("play", target=case.rules.tiles.target)
    yield long(case, "direction")
    yield from _drawing(case) if case.draws else _without_drawing(case)


def _without_drawing(case: Case) -> Iterator[Said]:
    if case.rules.draw is Draw.NONE:
        yield long(case, "draw")
    else:
        nothing = contradicted(case, Contradiction.NOTHING_TO_DRAW)
        yield Said("nothing-to-draw", nothing, ("draw", "reserve"))
    if case.free_at_last:
        yield own("pass-free", "passing")
    elif case.refusable:
        yield own("matador-pass", "matador_duty")
        yield own("ordinary-must", "passing")
    else:
        yield own("pass-no-play", "passing", "matador_duty")


def _drawing(case: Case) -> Iterator[Said]:
    rules = case.rules
    yield own("draw-or-pass" if case.instead else "must-draw", "draw", "passing")
    if rules.draw is Draw.ONE_AND_PASS:
        yield long(case, "draw")
    else:
        yield own(f"draw-{rules.draw}", "draw")
    by_players = rules.reserve is Reserve.BY_PLAYERS and case.players is not None
    known = rules.reserve.size(case.players or 2)
    yield long(Case(rules.changed(reserve=str(known)), 2) if by_players else case, "reserve")
    if case.willing:
        yield own("draw-at-will", "draw_playable")
    else:
        yield long(case, "draw_playable")
    yield from _only_matadors(case)
    yield from _passing(case)


def _only_matadors(case: Case) -> Iterator[Said]:
    """What may be done instead of playing a matador that is the only play."""
    if case.keeping:
        yield from _keeping(case)
    elif case.refusable and not case.instead:
        yield long(case, "draw_matador")
    elif not case.refusable:
        key = "matador-must-while" if case.free_at_last else "matador-must"
        yield own(key, "draw_matador", "matador_duty")
        return
    else:
        yield own("matador-no-draw", "draw_matador")
    yield from _at_last(case)
    yield from _drawn_matador(case)


def _keeping(case: Case) -> Iterator[Said]:
    if case.instead:
        yield own("matador-draw-pass", "draw_matador", "passing")
    elif not case.willing:
        yield own("matador-or-draw", "draw_matador")


def _at_last(case: Case) -> Iterator[Said]:
    """What becomes of matadors that are the only play once there is no more drawing."""
    if case.free_at_last and not case.limited:
        return  # everybody may pass then
    when = "no-more" if case.limited else "at-last"
    if not case.refusable:
        must = "at-limit" if case.free_at_last else when
        yield own(f"matador-must-{must}", "matador_duty")
    elif case.instead and not case.keeping:
        yield own("matador-pass", "matador_duty")
    else:
        yield own(f"matador-pass-{when}", "matador_duty")


def _drawn_matador(case: Case) -> Iterator[Said]:
    if not drawing_on(case):
        return
    if case.rules.drawn_matador is DrawnMatador.STOPS:
        key = "drawn-must-while" if case.free_at_last else "drawn-must"
        yield own(key, "drawn_matador")
    elif case.keeping and case.rules.draw_limit > 1:
        yield long(case, "drawn_matador")
    else:
        yield own("drawn-as-any", "drawn_matador")


def drawing_on(case: Case) -> bool:
    """Whether one who drew a matador, and whom only matadors serve, has another choice."""
    again = case.keeping and case.rules.draw_limit > 1
    instead = case.instead and (case.refusable or case.keeping) and case.rules.draw_limit > 1
    later = case.refusable and case.rules.draw is not Draw.ONE_AND_PASS and not case.free_at_last
    return again or instead or later or (case.refusable and case.limited)


def _passing(case: Case) -> Iterator[Said]:
    if case.free_at_last:
        yield own("pass-free-at-last", "passing")
    else:
        only_when_stuck = not (case.instead or case.refusable)
        yield own("pass-when-stuck" if only_when_stuck else "pass-or-play", "passing")
