"""A position as the board wants it: tiles, ends, legal placements, and the words for all of them.

The engine decides, the messages name, the board only draws.
"""

from __future__ import annotations

from typing import Literal

from matador.game.line import End, Line, Placed
from matador.game.moves import (
    DRAW,
    LEAD,
    PASS,
    Action,
    ending,
    explain,
    legal_actions,
)
from matador.game.position import SEATS, Position
from matador.game.rules import Rules
from matador.game.settle import weigh
from matador.game.tiles import Tile
from matador.teach import messages
from matador.ui.board import (
    BoardData,
    Button,
    Hand,
    HandTile,
    Place,
    SetUp,
    Stock,
)
from matador.ui.board import End as ShownEnd
from matador.ui.board import Line as ShownLine
from matador.ui.board import Placed as ShownTile


def board_data(
    position: Position,
    *,
    rev: int = 0,
    ack: int = 0,
    message: str = "",
    tone: Literal["good", "bad", "info"] = "info",
    last: Action | None = None,
    names: tuple[str, ...] = (),
    playable: bool = True,
    numerals: bool = False,
    setup: SetUp | None = None,
) -> BoardData:
    """Everything the board shows. `names` replaces `Player A` and so on; `last` is marked.

    With `playable` false the board only shows the position.
    """
    over = bool(position.flaws) or ending(position) is not None
    active = playable and not over and setup is None
    actions = legal_actions(position) if active else ()
    return {
        "rev": rev,
        "ack": ack,
        "line": _line(position.line, position.rules, last),
        "ends": [_end(end) for end in position.ends],
        "hands": [_hand(position, seat, names, active) for seat in range(position.players)],
        "places": _places(position, actions),
        "refusals": _refusals(position) if active else {},
        "buttons": [_button(position, where) for where in (DRAW, PASS)] if active else [],
        "stock": _stock(position),
        "message": {"text": message, "tone": tone},
        "text": "\n".join(messages.describe(position)),
        "setup": setup,
        "numerals": numerals,
    }


def tile_data(one: Tile, rules: Rules) -> HandTile:
    """One tile for the board."""
    matador = one in rules.tiles.matadors
    name = messages.tile_name(one)
    named = messages.words()["places"]["matador"].format(tile=name) if matador else name
    return {"id": str(one), "halves": list(one), "name": named, "matador": matador}


def _line(line: Line, rules: Rules, last: Action | None) -> ShownLine:
    newest = _newest(line, last)

    def placed(one: Placed) -> ShownTile:
        return {
            "halves": [one.first, one.second],
            "across": one.mark == "x",
            "name": messages.tile_name(one.tile),
            "last": one.tile == newest,
            "matador": one.tile in rules.tiles.matadors,
        }

    arms = {name: [placed(one) for one in tiles] for name, tiles in line.arms}
    return {"row": [placed(one) for one in line.row], "spinner": line.spinner, "arms": arms}


def _newest(line: Line, last: Action | None) -> Tile | None:
    return None if last is None or last.where in (DRAW, PASS) or not len(line) else last.tile


def _end(end: End) -> ShownEnd:
    name = messages.words()["places"]["end"].format(
        arm=messages.arm_name(end.arm).capitalize(), shows=messages.shown(end)
    )
    return {
        "id": end.arm,
        "shows": "/".join(map(str, dict.fromkeys(end.halves))),
        "name": name,
        "closed": end.closed,
    }


def _hand(position: Position, seat: int, names: tuple[str, ...], active: bool) -> Hand:
    hand, text = position.hands[seat], messages.words()["places"]
    key = "hand_note_hidden" if hand.hidden else "hand_note"
    return {
        "seat": SEATS[seat],
        "name": names[seat] if names else messages.player(seat),
        "turn": active and seat == position.turn,
        "active": active and seat == position.turn,
        "tiles": [tile_data(one, position.rules) for one in hand.tiles],
        "hidden": hand.hidden,
        "note": text[key].format(count=len(hand), pips=weigh(hand.tiles, position.rules)),
    }


def _places(position: Position, actions: tuple[Action, ...]) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for action in actions:
        one = action.tile
        # Which way round the first tile lies makes no difference to anybody at the table.
        if one is None or (action.where == LEAD and action.inner > action.outer):
            continue
        found.setdefault(str(one), []).append(_place(position, action))
    return found


def _place(position: Position, action: Action) -> Place:
    leads = action.where == LEAD
    return {
        "action": str(action),
        "end": action.where,
        "leaves": "" if leads else messages.leaves_text(position, action),
        "name": messages.place_name(position, action),
        "across": action.plus and not (action.tile and action.tile.double),
    }


def _refusals(position: Position) -> dict[str, dict[str, str]]:
    arms = [end.arm for end in position.ends] or [LEAD]
    found = {}
    for one in position.hand.tiles:
        sentences = {arm: messages.refusal(position, one, arm) for arm in arms}
        refused = {arm: text for arm, text in sentences.items() if text}
        if len(refused) == len(arms):
            refused["*"] = " ".join(dict.fromkeys(refused.values()))  # it fits nowhere
        found[str(one)] = refused
    return found


def _button(position: Position, where: str) -> Button:
    verdict = explain(position, Action(where))
    return {
        "action": where,
        "label": messages.words()["places"]["draw" if where == DRAW else "pass"],
        "legal": verdict.legal,
        "why": messages.sentence(position, verdict),
    }


def _stock(position: Position) -> Stock:
    count = len(position.stock)
    return {
        "count": count,
        "name": messages.words()["places"]["stock"].format(count=count),
        "tiles": [tile_data(one, position.rules) for one in position.stock.tiles],
    }
