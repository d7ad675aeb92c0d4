"""Every address of the app is made and read here, so that a link never raises.

A reader answers with what it could open and, where something was wrong, one sentence about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from matador.game.errors import MatadorError
from matador.game.notation import read_position, write_position
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.tree import Cursor, Tree, planted, read_tree, write_tree

POSITION, ACTIONS, STEP = "p", "a", "n"
TABLE = (POSITION, ACTIONS, STEP)
"""The parameters that hold a hand: where it starts, what was played (see `game.tree.write_tree`),
and the number of the action looked at, in the order in which they are written."""


@dataclass(frozen=True)
class Opened:
    """What an address gave: a place in a tree or None, and one sentence if something was wrong."""

    cursor: Cursor | None
    trouble: str = ""

    @property
    def timeline(self) -> Timeline | None:
        """The line through the place."""
        return self.cursor.timeline if self.cursor else None


def table(timeline: Timeline) -> dict[str, str]:
    """The parameters of a line of play; what can be left out is."""
    return tree(planted(timeline))


def tree(cursor: Cursor) -> dict[str, str]:
    """The parameters of a place in a tree of play; what can be left out is."""
    params = {POSITION: write_position(cursor.tree.start)}
    if text := write_tree(cursor.tree):
        params[ACTIONS] = text
    if cursor.at != cursor.tree.end:
        params[STEP] = str(cursor.at)
    return params


def at(position: Position) -> dict[str, str]:
    """The parameters of a single position."""
    return table(Timeline(position))


def read_table(params: Mapping[str, str]) -> Opened:
    """The hand in an address. Whatever can be opened is; the rest is said."""
    code = params.get(POSITION)
    if not code:
        return Opened(None)
    try:
        start = read_position(code)
    except MatadorError as error:
        return Opened(None, plain(error))
    if start.flaws or ACTIONS not in params:
        return Opened(Cursor(Tree(start)))
    found, fault = read_tree(start, params[ACTIONS])
    step = number(params.get(STEP), 0, len(found.nodes), found.end)
    return Opened(Cursor(found, step), plain(fault) if fault else "")


def number(text: str | None, low: int, high: int, otherwise: int) -> int:
    """A whole number from an address, or `otherwise` where it is none or out of bounds."""
    if text and text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
        return int(text)
    return otherwise


def plain(error: MatadorError) -> str:
    """The sentence of an error, without anything that a page could take for markup."""
    text = " ".join(str(error.args[0]).split())
    return "".join(c for c in text if c.isalnum() or c in " .,:;'-_~+()/?")[:300]
