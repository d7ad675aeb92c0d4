"""The options of an item: what is right, what beliefs predict, and plausible others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from matador.game.moves import DRAW, LEAD, PASS, Action, legal_actions
from matador.game.notation import read_tile
from matador.game.rules import BlockedPay
from matador.game.settle import settle
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.asks import (
    ANY,
    BOTH,
    EITHER,
    NEITHER,
    NONE,
    Answer,
    Ask,
    Scene,
    keepable,
    paid_key,
    trio_key,
    under,
    ways,
)
from matador.teach.asks import TRUTH as ENGINE
from matador.teach.wording import item_text, item_words

MOST = 5
"""Numbers offered at most."""


class Choice(NamedTuple):
    """Something to choose: its key and label, and what a picture of it needs."""

    key: str
    label: str
    tile: Tile | None = None
    turn: tuple[int, int] | None = None
    action: Action | None = None


Told = Mapping[str, tuple[Answer, ...]]
"""The wrong answers by belief."""


def choices(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    """The options, in the order in which they are shown.

    A wrong option that several beliefs predict alike is left out where it can be, so that an
    answer tells them apart.
    """
    return _CHOICES[scene.ask](scene, right, told)


def likely(told: Told) -> list[str]:
    """The wrong keys that exactly one belief predicts, or one under test (these come first)."""
    counts = Counter(key for answers in told.values() for key in frozenset().union(*answers))
    first = next(iter(told), "")
    mine = frozenset().union(*told[first]) if first else frozenset()
    return [key for key in counts if counts[key] == 1 or key in mine]


def turned(action: Action) -> tuple[int, int]:
    """The halves of a play as they would lie, left to right."""
    if action.where == "L":
        return action.outer, action.inner
    return action.inner, action.outer


# --- tiles and places ----------------------------------------------------------------------------


def _tiles(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    tiles = sorted(scene.shown or scene.position.hand.tiles)
    found = [Choice(str(one), messages.tile_name(one), one) for one in tiles]
    return found + _none(right, told)


def _leads(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    del right, told
    tiles = scene.position.hand.tiles
    each = [Choice(str(one), messages.tile_name(one), one) for one in tiles]
    return [*each, Choice(ANY, item_text("option", "any"))]


def _none(right: Answer, told: Told) -> list[Choice]:
    return [Choice(NONE, item_text("option", "none"))] if _tells(NONE, right, told) else []


def _tells(key: str, right: Answer, told: Told) -> bool:
    """Whether an option is right, or what one belief at most predicts."""
    predicted = any(key in answer for answers in told.values() for answer in answers)
    return key in right or not predicted or key in likely(told)


def _ends(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    del scene
    keys = [key for key in ("L", "R", BOTH, NEITHER) if key != NEITHER or _tells(key, right, told)]
    return [Choice(key, item_text("option", key)) for key in keys]


def _ways(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    del right, told
    assert scene.tile is not None
    halves = [
        Choice(
            str(half),
            item_text("option", "half", inner=half),
            scene.tile,
            turned(Action(scene.arm, half, outer)),
            Action(scene.arm, half, outer),
        )
        for half, outer in sorted(scene.tile.turns)
    ]
    return [*halves, Choice(EITHER, item_text("option", "either"))]


def _placements(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    assert scene.tile is not None
    arms = [end.arm for end in scene.position.ends]
    tries = [Action(arm, *turn) for arm in arms for turn in scene.tile.turns]
    tries += [a for a in ways(ENGINE, scene.position, scene.tile) if a not in tries]
    return [_play(action) for action in tries] + _none(right, told)


def _plays(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    del right, told
    actions = legal_actions(scene.position)
    return [_play(action, named=True) for action in actions if action.where not in (DRAW, PASS)]


def _found_plays(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    return _plays(scene, right, told) + _none(right, told)


def _play(action: Action, *, named: bool = False) -> Choice:
    assert action.tile is not None
    key = "double" if action.tile.double else "across" if action.plus else "place"
    arm = messages.arm_name(action.where)
    arm = arm if named else item_words()["short"].get(action.where, arm)
    slots = {"arm": arm, "inner": action.inner}
    place = item_text("option", key, **slots)
    name = messages.tile_name(action.tile)
    label = item_text("option", "play_named", tile=name, place=place) if named else place
    label = label[0].upper() + label[1:]
    return Choice(str(action), label, action.tile, turned(action), action)


def _acts(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    del scene, right, told
    actions = {"draw": Action(DRAW), "pass": Action(PASS)}
    return [
        Choice(key, item_text("option", key), action=actions.get(key))
        for key in ("play", "draw", "pass")
    ]


def _slips(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    del right, told
    return [
        Choice(str(number), slip_label(number, action), action.tile)
        for number, action in enumerate(scene.plays, start=1)
    ]


def slip_label(number: int, action: Action) -> str:
    """A play of a hand by its number: which tile, where, which way round."""
    assert action.tile is not None
    slots = {"number": number, "tile": messages.tile_name(action.tile), "inner": action.inner}
    if action.where == LEAD:
        return item_text("option", "slip_lead", **slots)
    return item_text("option", "slip", arm=messages.arm_name(action.where), **slots)


def _trios(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    """The best ways to keep three, and some of the others."""
    del told
    worth = keepable(scene)
    order = sorted(worth, key=lambda trio: (-worth[trio], trio))
    best = [trio for trio in order if trio_key(trio) in right]
    rest = [trio for trio in order if trio not in best]
    shown = sorted([*best, *rest[:: max(1, len(rest) // 3)][:3]])
    return [Choice(trio_key(trio), ", ".join(map(messages.tile_name, trio))) for trio in shown]


# --- numbers -------------------------------------------------------------------------------------


def _numbers(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    keys = list(dict.fromkeys([*right, *likely(told)]))[:MOST]
    taken = {key for answers in told.values() for key in frozenset().union(*answers)}
    for value in fillers(scene, int(min(right))):
        if len(keys) < MOST - 1 and value >= 0 and str(value) not in (*keys, *taken):
            keys.append(str(value))
    return [Choice(key, key) for key in sorted(keys, key=int)]


def fillers(scene: Scene, right: int) -> dict[int, str]:
    """Numbers that a slip of attention leads to, and by what name the reply knows it."""
    position, tiles = scene.position, scene.position.rules.tiles
    if scene.ask is Ask.NEW_END and scene.action:
        end = next(end for end in position.ends if end.arm == scene.action.where)
        needs = tiles.needs(right)
        found = {scene.action.inner: "inner", end.halves[0]: "old"}
        return found | ({needs[0]: "needs"} if needs else {}) | {tiles.target: "other"}
    if scene.ask is Ask.COUNT:
        added = sum(len(tiles.answers(half)) for end in position.ends for half in end.halves)
        return {len(tiles.matadors): "matadors", added: "added", right + 1: "other"}
    if scene.ask is Ask.PIPS:
        hand = position.hand.tiles
        return {len(hand): "tiles", right - min(t.pips for t in hand): "other", right + 2: "other"}
    if scene.ask is Ask.DRAWS:
        return {0: "other", right + 1: "other", right - 1: "other", position.drawable: "other"}
    return {1: "other", len(position.ends) + 2: "other"}


# --- payments ------------------------------------------------------------------------------------


def _payments(scene: Scene, right: Answer, told: Told) -> list[Choice]:
    """What is paid here, what beliefs make of it, and what other rules pay."""
    position = scene.position
    others = [
        paid_key(settle(under(position, position.rules.changed(blocked_pay=str(value)))))
        for value in BlockedPay
    ]
    taken = {key for answers in told.values() for key in frozenset().union(*answers)}
    keys = [*right, *likely(told), *(key for key in others if key not in taken)]
    shown = list(dict.fromkeys(keys))[: MOST - 1]
    return [Choice(key, paid_label(key)) for key in sorted(shown)]


def paid_label(key: str) -> str:
    """A payment in words."""
    kind, *fields = key.split(".")
    if kind == "debit":
        return "; ".join(_each("debit", fields))
    at = fields.index("won")
    told = _each("paid", fields[:at])
    winners = [messages.player(int(seat)) for seat in fields[at + 1 :]]
    if not told and winners:
        return item_text("option", "wins", player=" ".join(winners))
    return "; ".join(told) or item_text("option", "nobody")


def _each(key: str, amounts: list[str]) -> list[str]:
    """What each is paid or debited, those with nothing left out."""
    return [
        item_text("option", key, player=messages.player(seat), amount=amount)
        for seat, amount in enumerate(amounts)
        if int(amount)
    ]


_CHOICES: dict[Ask, Callable[[Scene, Answer, Told], list[Choice]]] = {
    Ask.TILE: _tiles,
    Ask.TILES: _tiles,
    Ask.END: _ends,
    Ask.WAY: _ways,
    Ask.NEW_END: _numbers,
    Ask.COUNT: _numbers,
    Ask.ACT: _acts,
    Ask.PLACEMENTS: _placements,
    Ask.PIPS: _numbers,
    Ask.PAID: _payments,
    Ask.DRAWS: _numbers,
    Ask.LACKS: _tiles,
    Ask.BEST: _plays,
    Ask.SLIP: _slips,
    Ask.OPEN: _numbers,
    Ask.KEEP: _trios,
    Ask.LEAD: _leads,
    Ask.OVERLOOKED: _found_plays,
}


def trio(key: str) -> Iterable[Tile]:
    """The tiles of a key made by `trio_key`."""
    return [read_tile(one) for one in key.split(".")]
