"""A hint as a ladder: each rung tells a little more of an action."""

from __future__ import annotations

from matador.game.moves import DRAW, LEAD, PASS, Action
from matador.game.position import Position
from matador.teach import messages
from matador.teach.prose import prose


def ladder(position: Position, action: Action) -> tuple[str, ...]:
    """What to tell of a legal action, step by step: the end, the tile, which way round it lies.

    A lead has no end to tell, and drawing or passing neither end nor tile.
    """
    text = prose("hints")
    if action.where in (DRAW, PASS):
        return (text["draw" if action.where == DRAW else "pass"],)
    tile = messages.tile_name(action.tile) if action.tile else ""
    if action.where == LEAD:
        return (text["lead"].format(tile=tile),)
    return (
        text["place"].format(arm=messages.arm_name(action.where)),
        text["tile"].format(tile=tile),
        _way(position, action),
    )


def _way(position: Position, action: Action) -> str:
    double = action.inner == action.outer
    key = "way_double" if double else "way_across" if action.plus else "way"
    leaves = messages.leaves_text(position, action)
    return str(prose("hints")[key]).format(inner=action.inner, leaves=leaves)
