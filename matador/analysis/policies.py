"""Policies: simple ways to choose a play, as weights that the compiled core and the engine read."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from matador.game.errors import UnreadableError
from matador.game.line import End, asked
from matador.game.moves import DRAW, LEAD, PASS, Action, advance, legal_actions
from matador.game.position import Position
from matador.game.rules import Doubles
from matador.game.tiles import BIT, mask


class Weights(NamedTuple):
    """What each thing that a seat can see adds to the score of a play."""

    pips: int = 0
    """Per pip of the tile."""
    matador: int = 0
    """If the tile is a matador."""
    own: int = 0
    """Per tile of the own hand, matadors left out, that would answer an end afterwards."""
    theirs: int = 0
    """Per tile that would, of those that the next seat may hold as far as this one knows."""
    match: int = 0
    """If the half that touches the end is equal to a half that shows there."""


class Policy(NamedTuple):
    """A way to choose among legal actions; it plays rather than draws, draws rather than passes.

    The play with the highest score is made, and equal ones are drawn for. Without weights every
    legal action, drawing and passing too, is as likely as any other.
    """

    name: str
    weights: Weights | None
    doc: str
    """What it does, in one sentence."""


POLICIES: dict[str, Policy] = {
    policy.name: policy
    for policy in (
        Policy("random", None, "Does anything legal, all of it equally likely."),
        Policy(
            "matcher",
            Weights(match=1),
            "Likes equal halves to touch, as in other domino games, and so spends its matadors.",
        ),
        Policy("heaviest", Weights(pips=1), "Plays the tile with most pips."),
        Policy(
            "matadors-last",
            Weights(matador=-1),
            "Keeps its matadors as long as another tile fits, and else plays at random.",
        ),
        Policy(
            "blocker",
            Weights(theirs=-1),
            "Leaves the ends that the fewest tiles of the next player can answer.",
        ),
        Policy(
            "balanced",
            Weights(pips=2, matador=-12, own=4, theirs=-3),
            "Weighs pips got rid of, matadors kept, its own answers and those of the next player.",
        ),
    )
}
"""The policies by name."""


def read_policies(names: Sequence[str], players: int) -> tuple[Policy, ...]:
    """One policy a seat, of one name for each seat or one for all. Raises UnreadableError."""
    for name in names:
        if name not in POLICIES:
            known = ", ".join(POLICIES)
            raise UnreadableError(f"policy: there is no policy {name!r}; it is one of {known}")
    if len(names) not in (1, players):
        raise UnreadableError(f"policy: {len(names)} policies for {players} seats; name one or all")
    return tuple(POLICIES[name] for name in (names if len(names) > 1 else [*names] * players))


# --- the same in plain Python, for what the compiled core has no room for -----------------------


def pick(position: Position, weights: Weights | None, lacks: int, chance: random.Random) -> Action:
    """What a policy does in a fully known position that is not over.

    `lacks` is the mask of tiles of which the next seat is known to hold none.
    """
    actions = different(position)
    if weights is not None:
        actions = best(position, actions, weights, lacks)
    # The one method of Random that promises the same numbers on every Python.
    return actions[int(chance.random() * len(actions))]


def different(position: Position) -> list[Action]:
    """The legal actions; of several that are mirror images of each other only the first."""
    actions = list(legal_actions(position))
    if not position.front.led:
        return [one for one in actions if one.where != LEAD or one.inner <= one.outer]
    if len(actions) == 1 or _spinner_at_tip(position):
        return actions
    arms: dict[End, str] = {}
    for end in position.ends:
        arms.setdefault(asked(end, position.rules), end.arm)
    return [one for one in actions if one.where in (DRAW, PASS, *arms.values())]


def _spinner_at_tip(position: Position) -> bool:
    """Whether a tile on one end of the row rather than the other may open the spinner's arms."""
    if position.rules.doubles is not Doubles.SPINNER:
        return False
    return position.line.spinner in (0, len(position.line.row) - 1)


def best(
    position: Position, actions: Sequence[Action], weights: Weights, lacks: int
) -> list[Action]:
    """Those of the actions that a policy likes most."""
    unseen = _unseen(position) & ~lacks
    scores = [score(position, action, weights, unseen) for action in actions]
    return [one for one, points in zip(actions, scores, strict=True) if points == max(scores)]


def score(position: Position, action: Action, weights: Weights, unseen: int) -> int:
    """How much a policy likes an action; `unseen` is what the next seat may hold, as a mask."""
    one = action.tile
    if one is None:
        return -(1 << 30) * (2 if action.where == PASS else 1)
    wild = position.rules.tiles.wild
    points = weights.pips * one.pips + weights.matador * bool(BIT[one] & wild)
    if weights.match and action.where != LEAD:
        end = next(end for end in position.ends if end.arm == action.where)
        points += weights.match * (action.inner in end.halves)
    if weights.own or weights.theirs:
        answers = advance(position, action).front.fitting
        own = position.held[position.turn] & ~BIT[one] & ~wild
        points += weights.own * (answers & own).bit_count()
        points += weights.theirs * (answers & unseen).bit_count()
    return points


def _unseen(position: Position) -> int:
    """The mask of the tiles in the other hands and in the stock."""
    others = (held for seat, held in enumerate(position.held) if seat != position.turn)
    return reduce(or_, others, mask(position.stock.tiles))
