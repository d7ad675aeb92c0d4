"""What the hand to move can do at each end and why not, and whether anybody ever can."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from matador.game.line import ROW
from matador.game.moves import (
    DRAW,
    LEAD,
    PASS,
    Action,
    dead,
    ending,
    explain,
    legal_actions,
)
from matador.game.position import Hand, Position, Stock
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.prose import prose


def dead_hand(position: Position) -> bool:
    """Whether everybody sees that nobody can ever move again, although the hand goes on.

    It is so when no tile off the table goes on any end, wherever it lies.
    """
    if not position.line.row or position.flaws or ending(position):
        return False
    hands = tuple(Hand((), len(hand)) for hand in position.hands)
    return dead(position.changed(hands=hands, stock=Stock((), len(position.stock))))


# --- a hand by the ends -------------------------------------------------------------------------


class Cell(NamedTuple):
    """A tile at an end: the actions that put it there, or else why there are none."""

    tile: Tile
    arm: str
    ways: tuple[Action, ...]
    why: str
    """A few words, with the sum where it is one; empty where the tile goes there."""


class Other(NamedTuple):
    """Drawing or passing: whether it is legal, and why or why not."""

    action: Action
    legal: bool
    why: str


def arms(position: Position) -> tuple[str, ...]:
    """Where tiles can be asked for: the lead, or the ends; those closed for good, too."""
    if not position.line.row:
        return (LEAD,)
    found = [end.arm for end in position.ends]
    killed = [arm for arm in ROW if not any(name.startswith(arm) for name in found)]
    return tuple(sorted(found + killed, key=lambda name: ("LRUD".index(name[0]), name)))


def grid(position: Position) -> tuple[tuple[Cell, ...], ...]:
    """A row for each known tile in the hand to move, a cell for each of `arms`.

    For positions without flaws, in a hand that goes on.
    """
    legal, columns = choices(position), arms(position)
    return tuple(
        tuple(_cell(position, one, arm, legal) for arm in columns) for one in position.hand.tiles
    )


def others(position: Position) -> tuple[Other, ...]:
    """Drawing and passing, in this order."""
    verdicts = ((action, explain(position, action)) for action in (Action(DRAW), Action(PASS)))
    return tuple(Other(a, v.legal, messages.sentence(position, v)) for a, v in verdicts)


def choices(position: Position) -> tuple[Action, ...]:
    """The legal actions, the first tile of a hand one way round only: the other is the same."""
    return tuple(a for a in legal_actions(position) if a.where != LEAD or a.inner <= a.outer)


def _cell(position: Position, one: Tile, arm: str, legal: tuple[Action, ...]) -> Cell:
    ways = tuple(action for action in legal if action.where == arm and action.tile == one)
    return Cell(one, arm, ways, "" if ways else _why_not(position, one, arm))


def _why_not(position: Position, one: Tile, arm: str) -> str:
    verdicts = [explain(position, Action(arm, *turn)) for turn in one.turns]
    first, text = verdicts[0], prose("insight")["short"]
    if str(first.reason) not in text:
        return messages.sentence(position, first)
    facts: dict[str, Any] = dict(first.facts)
    return str(text[str(first.reason)]).format(
        sums=_sums(dict(verdict.facts) for verdict in verdicts),
        shows=" nor ".join(map(str, facts.get("shows", ()))),
        must=messages.tile_name(facts["must"]) if "must" in facts else "",
    )


def _sums(tries: Iterable[dict[str, Any]]) -> str:
    """What the halves of a tile come to at an end, whichever way round."""
    text: str = prose("insight")["why"]["sum"]
    written = [
        text.format(half=half, inner=facts["inner"], sum=half + facts["inner"])
        for facts in tries
        for half in facts.get("shows", ())
    ]
    # No line breaks within a sum.
    return ", ".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in dict.fromkeys(written))
