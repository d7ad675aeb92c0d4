"""What is said to an option: the verdict and the sum behind it, both out of the engine's answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from matador.game.moves import DRAW, LEAD, PASS, Action, advance, explain
from matador.game.position import Hand, Position
from matador.game.reasons import Reason
from matador.game.settle import settle, weigh
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.asks import (
    ANY,
    EITHER,
    TRUTH,
    Ask,
    Scene,
    goes,
    keepable,
    left_to_answer,
    values,
    ways,
)
from matador.teach.choices import Choice, fillers, trio
from matador.teach.questions import why_count
from matador.teach.slots import shows, wants, words
from matador.teach.wording import item_text


def said(scene: Scene, choice: Choice, right: bool, labels: Sequence[str]) -> tuple[str, str]:
    """The verdict on an option and the sum; `labels` are those of the right options."""
    verdict, sums = _SAID[scene.ask](scene, choice, right)
    if not verdict:
        verdict = _none_verdict(scene.ask, right, labels)
    return verdict, sums


def _verdict(choice: Choice, right: bool) -> str:
    return item_text("verdict", "right" if right else "wrong", label=_lower(choice.label))


def _none_verdict(ask: Ask, right: bool, labels: Sequence[str]) -> str:
    about = {Ask.LACKS: "lacks", Ask.OVERLOOKED: "overlooked"}.get(ask, "none")
    key = f"{about}_{'right' if right else 'wrong'}"
    return item_text("verdict", key, first=_lower(labels[0]) if labels else "")


def _why(position: Position, action: Action) -> str:
    """Why an action is legal or not; of a matador that need not add up in fewer words."""
    found = explain(position, action)
    if found.reason is Reason.WILD and action.tile:
        return item_text("sum", "wild", tile=messages.tile_name(action.tile))
    return messages.sentence(position, found)


# --- tiles ---------------------------------------------------------------------------------------


def _tile(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    if choice.tile is None:
        return "", _why_none(scene)
    position = _holding(scene.position, choice.tile)
    verdict = item_text("verdict", "goes" if right else "stays", tile=choice.label)
    if right:
        return verdict, _why_it_goes(position, choice.tile, scene.arm)
    return verdict, _why_it_stays(position, choice.tile, scene.arm)


def _why_none(scene: Scene) -> str:
    """What the ends ask for, and the first tile that brings it, if any."""
    tiles = scene.shown or scene.position.hand.tiles
    going = [one for one in tiles if goes(TRUTH, scene.position, one, scene.arm)]
    if not going:
        return wants(scene.position)
    return _why_it_goes(_holding(scene.position, going[0]), going[0], scene.arm)


def _why_it_goes(position: Position, one: Tile, arm: str = "") -> str:
    """The sum at the first end where a tile goes."""
    found = ways(TRUTH, position, one, arm)
    return _why(position, next((way for way in found if not way.plus), found[0]))


def _why_it_stays(position: Position, one: Tile, arm: str = "") -> str:
    arms = [end.arm for end in position.ends if arm in ("", end.arm)]
    return " ".join(dict.fromkeys(messages.refusal(position, one, where) for where in arms))


def _holding(position: Position, one: Tile) -> Position:
    """The position with a tile in the hand that moves, so that the engine can speak of it."""
    if one in position.hand.tiles or position.hand.hidden:
        return position
    hands = list(position.hands)
    hands[position.turn] = Hand(tuple(sorted((*position.hand.tiles, one))), position.hand.hidden)
    return position.changed(hands=tuple(hands))


# --- ends and ways -------------------------------------------------------------------------------


def _end(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    # Of a right answer the end that takes the tile tells enough.
    alone = right and choice.key in ("L", "R")
    arms = choice.key if alone else "LR"
    return _verdict(choice, right), " ".join(_about_end(scene, arm) for arm in arms)


def _about_end(scene: Scene, arm: str) -> str:
    """Whether the tile, or anything in hand, goes on an end, with the sum."""
    tiles = (scene.tile,) if scene.tile else scene.position.hand.tiles
    going = [one for one in tiles if goes(TRUTH, scene.position, one, arm)]
    slots = {"arm": messages.arm_name(arm).capitalize(), "shows": shows(scene.position, arm)}
    if going:
        why = _why(scene.position, ways(TRUTH, scene.position, going[0], arm)[0])
        return item_text("sum", "end_open", why=why, **slots)
    if scene.tile:
        why = messages.refusal(scene.position, scene.tile, arm)
        return item_text("sum", "end_shut", why=why, **slots)
    return item_text("sum", "end_dead", **slots)


def _way(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    verdict = _verdict(choice, right)
    assert scene.tile is not None
    name = messages.tile_name(scene.tile)
    found = ways(TRUTH, scene.position, scene.tile, scene.arm)
    if choice.key == EITHER:
        key = "either_right" if right else "either_wrong"
        return verdict, item_text("sum", key, tile=name, why=_why(scene.position, found[0]))
    if not right and len(found) > 1:
        why = _why(scene.position, choice.action or found[0])
        return verdict, item_text("sum", "way_matador", tile=name, why=why)
    return verdict, _why(scene.position, choice.action or found[0])


def _placement(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    if choice.action is None:
        return "", _why_none(replace(scene, shown=(scene.tile,) if scene.tile else ()))
    why = _why(scene.position, choice.action)
    if right:
        leaves = messages.leaves_text(scene.position, choice.action)
        why = item_text("sum", "placed", why=why, leaves=leaves)
    return _verdict(choice, right), why


# --- numbers -------------------------------------------------------------------------------------


def _new_end(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    assert scene.action is not None
    old = next(end.halves[0] for end in scene.position.ends if end.arm == scene.action.where)
    value, outer = int(choice.key), TRUTH.shows(scene.position, scene.action)
    names = {scene.action.inner: "inner", old: "old"}
    names = dict(reversed(fillers(scene, outer).items())) | names | {outer: "outer"}
    slots = {"inner": scene.action.inner, "outer": outer, "old": old, "value": value}
    key = f"shows_{names.get(value, 'other')}"
    return _verdict(choice, right), item_text("sum", key, **slots)


def _count(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    ends = [half for end in scene.position.ends for half in end.halves]
    sums = why_count(scene.position.rules.tiles, *ends)
    known = fillers(scene, len(scene.position.rules.tiles.answers(*ends)))
    if not right:
        sums = item_text("sum", f"count_{known.get(int(choice.key), 'other')}", right=sums)
    return _verdict(choice, right), sums


def _pips(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    tiles, rules = scene.position.hand.tiles, scene.position.rules
    sums = _added(tiles, scene.position)
    known = fillers(scene, weigh(tiles, rules)).get(int(choice.key), "other")
    if not right:
        sums = item_text("sum", f"pips_{known}", right=sums)
    return _verdict(choice, right), sums


def _added(tiles: Iterable[Tile], position: Position) -> str:
    """The pips of a hand as a sum, tile by tile."""
    each = [weigh((one,), position.rules) for one in tiles]
    terms = " + ".join(map(str, each)) or "0"
    if len(each) < 2:
        return item_text("sum", "pips_one", total=sum(each))
    return item_text("sum", "pips", terms=terms, total=sum(each))


def _draws(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    position, limit = scene.position, _most_drawn(scene.position)
    names: list[str] = []
    while len(names) < limit and not _can_play(position):
        names.append(messages.tile_name(position.stock.tiles[0]))
        position = advance(position, Action(DRAW))
    if not names:
        sums = item_text("sum", "draws_none")
    else:
        fits = item_text("sum", "draws_fits", tile=names[-1])
        end = fits if _can_play(position) else item_text("sum", "draws_stop")
        sums = item_text("sum", "draws", drawn=", ".join(names), limit=end)
    return _verdict(choice, right), sums


def _most_drawn(position: Position) -> int:
    """How many tiles may be drawn in this turn at most."""
    return min(position.drawable, position.rules.draw_limit)


def _can_play(position: Position) -> bool:
    return any(goes(TRUTH, position, one) for one in position.hand.tiles)


def _open(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    sums = item_text("sum", "open_two", count=len(scene.position.ends))
    return _verdict(choice, right), sums


# --- turns and payments --------------------------------------------------------------------------


def _act(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    verdict = _verdict(choice, right)
    position = scene.position
    if choice.key != "play":
        action = Action(DRAW if choice.key == "draw" else PASS)
        return verdict, _why(position, action)
    found = [action for one in position.hand.tiles for action in ways(TRUTH, position, one)]
    if found:
        return verdict, _why(position, found[0])
    return verdict, item_text("sum", "play_none", wants=wants(position))


def _paid(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    position = scene.position
    verdict = item_text("verdict", "right_alone") if right else _verdict(choice, right)
    counts = [_left_with(position, seat) for seat in range(position.players)]
    payment = messages.payment_sentence(settle(position), position.rules)
    return verdict, " ".join([*counts, payment])


def _left_with(position: Position, seat: int) -> str:
    count = _added(position.hands[seat].tiles, position)
    return item_text("sum", "paid_pips", player=messages.player(seat), count=count)


# --- judging play --------------------------------------------------------------------------------


def _lacks(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    assert scene.line is not None
    before = scene.line.positions[scene.line.at - 1]
    if choice.tile is None:
        return "", wants(before)
    verdict = item_text("verdict", "lacks" if right else "may_hold", tile=choice.label)
    found = ways(TRUTH, before, choice.tile)
    if right:
        return verdict, item_text("sum", "ruled_out", why=_why(before, found[0]))
    if found:
        return verdict, item_text("sum", "refusable", tile=choice.label)
    return verdict, item_text("sum", "not_ruled_out", wants=wants(before))


def _best(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    assert choice.action is not None
    verdict = _verdict(choice, right)
    worth = values(scene.position)
    if worth is not None:
        best = max(worth.values())
        slots = {"pips": f"{worth[choice.action]:+d}", "best": f"{best:+d}"}
        return verdict, item_text("sum", "worth", **slots)
    after = advance(scene.position, choice.action)
    ends = words()["and"].join(shows(after, end.arm) for end in after.ends)
    count = left_to_answer(scene.position, choice.action)
    return verdict, item_text("sum", "answers", count=count, ends=ends)


def _slip(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    verdict = item_text("verdict", "slip_right" if right else "slip_wrong")
    number = int(choice.key)
    before, action = scene.played[number - 1]
    if action.where == LEAD:
        return verdict, item_text("sum", "slip_lead", number=number)
    # What the engine says of the play alone, whoever's turn it is and whatever came before.
    assert action.tile is not None
    why = messages.sentence(before, explain(_holding(before, action.tile), action))
    return verdict, item_text("sum", "slip", number=number, why=why)


def _lead(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    verdict = _verdict(choice, right)
    if ANY in scene.right:
        return verdict, item_text("sum", "lead_any")
    one = choice.tile or next(t for t in scene.position.hand.tiles if str(t) not in scene.right)
    return verdict, _why(scene.position, Action(LEAD, *one))


def _overlooked(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    if choice.action is None:
        first = next(one for one in scene.position.hand.tiles if _left_out(scene, one))
        return "", _why(scene.position, _left_out(scene, first)[0])
    verdict = item_text("verdict", "overlooked" if right else "not_overlooked", label=choice.label)
    return verdict, _why(scene.position, choice.action)


def _left_out(scene: Scene, one: Tile) -> list[Action]:
    """The plays of a tile that the text leaves out."""
    return [action for action in ways(TRUTH, scene.position, one) if action not in scene.plays]


def _keep(scene: Scene, choice: Choice, right: bool) -> tuple[str, str]:
    worth = keepable(scene)
    kept = tuple(trio(choice.key))
    verdict = _verdict(choice, right)
    halves = scene.position.rules.tiles.highest + 1
    pairs = halves * (halves + 1) // 2
    return verdict, item_text("sum", "keep", tiles=choice.label, count=worth[kept], pairs=pairs)


def _lower(label: str) -> str:
    """A label within a sentence; names of players and tiles stay as they are."""
    return label if label.startswith(messages.words()["view"]["player"][:6]) else _small(label)


def _small(label: str) -> str:
    return label[0].lower() + label[1:]


_SAID: dict[Ask, Callable[[Scene, Choice, bool], tuple[str, str]]] = {
    Ask.TILE: _tile,
    Ask.TILES: _tile,
    Ask.END: _end,
    Ask.WAY: _way,
    Ask.NEW_END: _new_end,
    Ask.COUNT: _count,
    Ask.ACT: _act,
    Ask.PLACEMENTS: _placement,
    Ask.PIPS: _pips,
    Ask.PAID: _paid,
    Ask.DRAWS: _draws,
    Ask.LACKS: _lacks,
    Ask.BEST: _best,
    Ask.SLIP: _slip,
    Ask.OPEN: _open,
    Ask.KEEP: _keep,
    Ask.LEAD: _lead,
    Ask.OVERLOOKED: _overlooked,
}
