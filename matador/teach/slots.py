"""Slots: the `{names}` in prompts and lessons that the engine fills, a closed list.

No number that the engine can compute is typed into a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from matador.game.moves import advance
from matador.game.position import SEATS, Position
from matador.game.settle import weigh
from matador.teach import messages
from matador.teach.asks import Scene, best_plays, last_placed, pairs_answered
from matador.teach.cards import card_title
from matador.teach.content import ContentError
from matador.teach.wording import item_words

if TYPE_CHECKING:
    from matador.analysis.studies.record import Number

_SLOT = re.compile(r"\{([^{}]*)\}")
_ANSWERS_ON = re.compile(r"answers_on_(\d+)(?:_(\d+))?")
_STUDIED = re.compile(
    r"(gain|verdict|better|none|double_blank|two_or_more|lead|worth)_of_([a-z0-9-]+)"
)


def fill(text: str, scene: Scene) -> str:
    """The text with every slot filled. Raises ContentError for a slot that there is not."""
    return _SLOT.sub(lambda found: value(found[1], scene), text)


def value(name: str, scene: Scene) -> str:
    """What a slot says. Raises ContentError."""
    if name in SLOTS:
        return SLOTS[name](scene)
    on = _ANSWERS_ON.fullmatch(name)
    if on:
        ends = [int(half) for half in on.groups() if half]
        return str(len(scene.position.rules.tiles.answers(*ends)))
    study = _STUDIED.fullmatch(name)
    if study:
        return _from_study(study[1], study[2])
    raise ContentError(f"there is no slot {{{name}}}")


def tiles_named(tiles: object) -> str:
    """Tiles in a row, by name."""
    assert isinstance(tiles, tuple | list | frozenset)
    return ", ".join(map(messages.tile_name, sorted(tiles)))


def shows(position: Position, arm: str) -> str:
    """What an end shows: its number, or the word for a blank."""
    end = next(end for end in position.ends if end.arm == arm)
    return words()["blank"] if end.blank else messages.shown(end)


def wants(position: Position) -> str:
    """What each end shows and asks for, in sentences."""
    said = []
    for end in position.ends:
        key = "wants_matador" if end.closed else "wants"
        needs = words()["or"].join(map(str, end.needs))
        slots = {"arm": messages.arm_name(end.arm), "shows": shows(position, end.arm)}
        said.append(words()[key].format(needs=needs, **slots))
    return " ".join(one[0].upper() + one[1:] for one in dict.fromkeys(said))


def words() -> dict[str, str]:
    """The small words between slots."""
    return item_words()["words"]


def _ends(scene: Scene) -> str:
    return words()["and"].join(shows(scene.position, end.arm) for end in scene.position.ends)


def _from_study(what: str, about: str) -> str:
    """A number of `content/studies`, with its error where it has one."""
    from matador.teach.studies import load_studies  # noqa: PLC0415 - compiles, so slow to load

    studies = load_studies()
    try:
        if what in ("none", "double_blank", "two_or_more"):
            return str(getattr(studies.chances.results.by_size[int(about)], what).percent)
        if what == "lead":
            return _pips(studies.first_player.results.open_cards[about].value)
        if what == "worth":
            return _pips(studies.tiles.results.open_cards["highest-double"][about])
        found = studies.tiles.results.proverbs[about]
    except KeyError:
        raise ContentError(f"there is no study of {about!r}") from None
    if what == "verdict":
        return words()[f"verdict_{found.verdict}"]
    if what == "better":
        return f"{found.open_cards.better:.0%}"
    return _pips(found.over_opposite["balanced"])


def _pips(number: Number) -> str:
    """Pips to a tenth, with twice the standard error."""
    return f"{number.mean:+.1f} ± {2 * number.error:.1f}"


def _arm(scene: Scene) -> str:
    arm = scene.arm or (scene.action.where if scene.action else "")
    return messages.arm_name(arm) if arm else ""


def _old(scene: Scene) -> str:
    return shows(scene.position, scene.arm or (scene.action.where if scene.action else "R"))


def _subject(scene: Scene) -> str:
    one = scene.tile or (scene.action.tile if scene.action else None)
    return messages.tile_name(one) if one else ""


def _leaves(scene: Scene) -> str:
    assert scene.action is not None
    return messages.leaves_text(scene.position, scene.action)


def _passer(scene: Scene) -> str:
    assert scene.line is not None
    return messages.player(scene.line.positions[scene.line.at - 1].turn)


def _answers_after(scene: Scene) -> str:
    assert scene.action is not None
    after = advance(scene.position, scene.action)
    ends = [half for end in after.ends for half in end.halves]
    return str(len(after.rules.tiles.answers(*ends)))


def _answers(scene: Scene) -> str:
    ends = [half for end in scene.position.ends for half in end.halves]
    return str(len(scene.position.rules.tiles.answers(*ends)))


SLOTS: dict[str, Callable[[Scene], str]] = {
    "all": lambda scene: str(len(scene.position.rules.tiles.tiles)),
    "answers": _answers,
    "answers_after": _answers_after,
    "arm": _arm,
    "best": lambda scene: ", ".join(map(str, sorted(best_plays(scene.position)))),
    "card": lambda scene: card_title(scene.position.rules),
    "drawable": lambda scene: str(scene.position.drawable),
    "ends": _ends,
    "hand": lambda scene: tiles_named(scene.position.hand.tiles),
    "highest": lambda scene: str(scene.position.rules.tiles.highest),
    "home": lambda scene: card_title(scene.home),
    "inner": lambda scene: str(scene.action.inner) if scene.action else "",
    "last_player": lambda scene: messages.player(last_placed(scene.position)),
    "laid": lambda scene: str(len(scene.position.line)),
    "leaves": _leaves,
    "left": lambda scene: shows(scene.position, "L"),
    "lowest": lambda scene: messages.player(_lowest(scene.position)),
    "matador_count": lambda scene: str(len(scene.position.rules.tiles.matadors)),
    "matadors": lambda scene: tiles_named(scene.position.rules.tiles.matadors),
    "next": lambda scene: ", ".join(map(messages.tile_name, scene.position.stock.tiles)),
    "old": _old,
    "outer": lambda scene: str(scene.action.outer) if scene.action else "",
    "pairs": lambda scene: str(pairs_answered(scene.position.hand.tiles, scene.position.rules)),
    "passer": _passer,
    "player": lambda scene: messages.player(scene.position.turn),
    "pips": lambda scene: str(weigh(scene.position.hand.tiles, scene.position.rules)),
    "right": lambda scene: shows(scene.position, "R"),
    "seats": lambda scene: words()["and"].join(SEATS[: scene.position.players]),
    "stock": lambda scene: str(len(scene.position.stock)),
    "target": lambda scene: str(scene.position.rules.tiles.target),
    "tile": _subject,
    "wants": lambda scene: wants(scene.position),
}
"""Every slot without a number in its name, and who fills it."""


def _lowest(position: Position) -> int:
    pips = [weigh(hand.tiles, position.rules) for hand in position.hands]
    return pips.index(min(pips))
