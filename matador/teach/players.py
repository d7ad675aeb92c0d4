"""The words for why a computer player did something, from `content/en/players.toml`."""

from __future__ import annotations

import tomllib
from functools import cache

from matador.analysis.players import Why
from matador.game.moves import DRAW, LEAD, PASS, Action
from matador.teach.content import CONTENT
from matador.teach.messages import arm_name, tile_name


@cache
def player_words() -> dict[str, dict[str, str]]:
    """All sentences, by section and key."""
    return tomllib.loads((CONTENT / "en" / "players.toml").read_text("utf-8"))


def why_sentence(why: Why) -> str:
    """Why a computer player did something, in one sentence."""
    slots = {name: _shown(fact) for name, fact in why.facts.items()}
    return player_words()["why"][str(why.reason)].format(**slots)


def _shown(fact: object) -> str:
    """A fact as it is read: pips to a tenth, tiles and actions by name, units in words."""
    if isinstance(fact, float):
        return f"{fact:.1f}"
    if isinstance(fact, Action):
        return _action_name(fact)
    if isinstance(fact, tuple):
        return tile_name("-".join(map(str, fact)))
    return player_words()["units"].get(str(fact), str(fact))


def _action_name(action: Action) -> str:
    names = player_words()["actions"]
    if action.where in (DRAW, PASS) or action.tile is None:
        return names["pass" if action.where == PASS else "draw"]
    tile = tile_name(action.tile)
    if action.where == LEAD:
        return names["lead"].format(tile=tile)
    return names["play"].format(tile=tile, arm=arm_name(action.where))
