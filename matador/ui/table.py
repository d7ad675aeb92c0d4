"""A position as the board wants it: tiles, ends, legal placements, and the words for all of them.

The engine decides, the messages name, the board only draws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

from matador.game.line import ACROSS, End, Line, Placed
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
from matador.game.position import Hand as Held
from matador.game.rules import Rules
from matador.game.settle import weigh
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui.board import (
    BoardData,
    Button,
    Curtain,
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
    open_seats: Collection[int] | None = None,
    seat: int | None = None,
    mine: int | None = None,
    curtain: Curtain | None = None,
    numerals: bool = False,
    flipped: bool = False,
    setup: SetUp | None = None,
) -> BoardData:
    """Everything the board shows. `names` replaces `Player A` and so on; `last` is marked.

    With `playable` false the board only shows the position; with `mine` only that seat can be
    played. Hands of seats that are not in `open_seats` are told by their number of tiles and
    nothing else, and nobody plays from them; None shows all that is known, and so does set-up.
    Behind a `curtain` no hand is shown. `seat` is the one whose hand lies large below the line,
    the others following it in turn order; without it that is the hand of the seat to move.
    `flipped` mirrors the picture of the line; names, words and actions stay as they are.
    """
    every = frozenset(range(position.players))
    shown = every if open_seats is None or setup else every & frozenset(open_seats)
    look = _Look(position, names, frozenset() if curtain else shown, seat, mine, playable, setup)
    actions = legal_actions(position) if look.plays else ()
    places = _places(position, actions)
    return {
        "rev": rev,
        "ack": ack,
        "line": _line(position.line, position.rules, last),
        "ends": [_end(end) for end in position.ends],
        "hands": [_hand(look, one) for one in look.order],
        "places": places,
        "refusals": _refusals(position, places) if look.plays else {},
        "buttons": _buttons(look),
        "stock": _stock(position, bool(setup)),
        "message": {"text": message, "tone": tone},
        "text": "\n".join(messages.describe(position, look.shown)),
        "setup": setup,
        "curtain": curtain,
        "numerals": numerals,
        "flipped": flipped,
    }


class _Look(NamedTuple):
    """A position and who looks at it how."""

    position: Position
    names: tuple[str, ...]
    shown: frozenset[int]
    """The seats whose known tiles are shown."""
    seat: int | None
    mine: int | None
    playable: bool
    setup: SetUp | None

    @property
    def over(self) -> bool:
        """Whether nobody is to move."""
        return bool(self.position.flaws) or ending(self.position) is not None

    @property
    def plays(self) -> bool:
        """Whether the hand to move can be played from."""
        turn = self.position.turn
        allowed = self.playable and not self.setup and self.mine in (None, turn)
        return allowed and turn in self.shown and not self.over

    @property
    def order(self) -> tuple[int, ...]:
        """The seats as they are shown: where somebody looks from his place, his own last."""
        seats = tuple(range(self.position.players))
        if self.seat is None or self.setup:
            return seats
        return seats[self.seat + 1 :] + seats[: self.seat + 1]

    def name(self, seat: int) -> str:
        """What the seat is called."""
        return self.names[seat] if self.names else messages.player(seat)

    def size(self, seat: int) -> Literal["large", "medium", "small"]:
        """How large the hand is; of one size for a whole hand of play, so that nothing jumps."""
        if seat == (self.position.turn if self.seat is None else self.seat):
            return "large"
        within_reach = self.playable and self.seat is not None and self.mine is None
        return "medium" if within_reach and seat in self.shown else "small"


def tile_data(one: Tile, rules: Rules) -> HandTile:
    """One tile for the board."""
    matador = one in rules.tiles.matadors
    name = messages.tile_name(one)
    named = messages.words()["places"]["matador"].format(tile=name) if matador else name
    data: HandTile = {"id": str(one), "halves": list(one), "name": named}
    return {**data, "matador": True} if matador else data


def _line(line: Line, rules: Rules, last: Action | None) -> ShownLine:
    newest = _newest(line, last)

    def placed(one: Placed) -> ShownTile:
        # A long line has few of these, and each word travels with every redraw.
        marks: dict[str, Any] = {
            "across": one.mark == ACROSS,
            "last": one.tile == newest,
            "matador": one.tile in rules.tiles.matadors,
        }
        data: ShownTile = {
            "halves": [one.first, one.second],
            "name": messages.tile_name(one.tile),
        }
        return cast(ShownTile, {**data, **{name: True for name in marks if marks[name]}})

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


def _hand(look: _Look, seat: int) -> Hand:
    position, text = look.position, messages.words()["places"]
    hand = position.hands[seat] if seat in look.shown else Held((), len(position.hands[seat]))
    key = "hand_note_hidden" if hand.hidden else "hand_note"
    plays = look.plays and seat == position.turn
    data: Hand = {
        "seat": SEATS[seat],
        "name": look.name(seat),
        "turn": seat == position.turn and not look.over and not look.setup,
        "active": plays,
        "tiles": [tile_data(one, position.rules) for one in hand.tiles],
        "hidden": hand.hidden,
        "note": text[key].format(count=len(hand), pips=weigh(hand.tiles, position.rules)),
        "size": look.size(seat),
    }
    if plays and hand.hidden:
        data["possible"] = [tile_data(one, position.rules) for one in position.unseen]
    return data


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


def _refusals(
    position: Position, places: Mapping[str, Sequence[Place]]
) -> dict[str, dict[str, str]]:
    """Why the tiles of the hand do not go where they do not go."""
    arms = [end.arm for end in position.ends] or [LEAD]
    found = {}
    for one in position.hand.tiles:
        taken = {place["end"] for place in places.get(str(one), ())}
        refused = [arm for arm in arms if arm not in taken]
        found[str(one)] = {arm: messages.refusal(position, one, arm) for arm in refused}
    return {one: why for one, why in found.items() if why}


def _buttons(look: _Look) -> list[Button]:
    """Drawing and passing; there after the end too, so that nothing jumps."""
    if not look.playable or look.setup:
        return []
    return [_button(look, where) for where in (DRAW, PASS)]


def _button(look: _Look, where: str) -> Button:
    position, turn = look.position, look.position.turn
    label = messages.words()["places"]["draw" if where == DRAW else "pass"]
    if look.plays or look.over:
        verdict = explain(position, Action(where))
        legal, why = verdict.legal, messages.sentence(position, verdict)
    else:
        # Whether a player may draw or pass tells of what is in his hand.
        covered = look.mine in (None, turn)
        text = prose("views")["covered" if covered else "waits"]
        legal, why = False, text.format(player=look.name(turn))
    return {"action": where, "label": label, "legal": legal, "why": why}


def _stock(position: Position, known: bool) -> Stock:
    count = len(position.stock)
    name = messages.words()["places"]["stock"].format(count=count)
    if not known:
        return {"count": count, "name": name}
    tiles = [tile_data(one, position.rules) for one in position.stock.tiles]
    return {"count": count, "name": name, "tiles": tiles}
