"""Every address of the app is made and read here, so that a link never raises.

A reader answers with what it could open and, where something was wrong, one sentence about it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from matador.game.errors import MatadorError
from matador.game.moves import Action
from matador.game.notation import (
    LONGEST,
    read_actions,
    read_position,
    write_actions,
    write_position,
)
from matador.game.position import Position
from matador.game.record import Timeline

POSITION, ACTIONS, STEP = "p", "a", "n"
TABLE = (POSITION, ACTIONS, STEP)
"""The parameters that hold a line of play: where it starts, what was done, which moment."""


@dataclass(frozen=True)
class Opened:
    """What an address gave: a line of play or None, and one sentence if something was wrong."""

    timeline: Timeline | None
    trouble: str = ""


def table(timeline: Timeline) -> dict[str, str]:
    """The parameters of a line of play; what can be left out is."""
    params = {POSITION: write_position(timeline.start)}
    if timeline.actions:
        params[ACTIONS] = write_actions(timeline.actions)
    if timeline.at < len(timeline.actions):
        params[STEP] = str(timeline.at)
    return params


def at(position: Position) -> dict[str, str]:
    """The parameters of a single position."""
    return table(Timeline(position))


def read_table(params: Mapping[str, str]) -> Opened:
    """The line of play in an address. Whatever can be opened is; the rest is said."""
    code = params.get(POSITION)
    if not code:
        return Opened(None)
    try:
        start = read_position(code)
    except MatadorError as error:
        return Opened(None, plain(error))
    if start.flaws or ACTIONS not in params:
        return Opened(Timeline(start))
    actions, trouble = _as_many_as_fit(start, params[ACTIONS])
    line = Timeline(start, actions, len(actions))
    return Opened(line.to(number(params.get(STEP), 0, line.at, line.at)), trouble)


def number(text: str | None, low: int, high: int, otherwise: int) -> int:
    """A whole number from an address, or `otherwise` where it is none or out of bounds."""
    if text and text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
        return int(text)
    return otherwise


def plain(error: MatadorError) -> str:
    """The sentence of an error, without anything that a page could take for markup."""
    text = " ".join(str(error.args[0]).split())
    return "".join(c for c in text if c.isalnum() or c in " .,:;'-_~+()/?")[:300]


def _as_many_as_fit(start: Position, text: str) -> tuple[tuple[Action, ...], str]:
    """The actions up to the first that cannot be read or played, and what was wrong with that."""
    done: list[Action] = []
    position = start
    for word in re.split(r"[\s.]+", text[:LONGEST]):
        try:
            actions, position = read_actions(word, position)
        except MatadorError as error:
            return tuple(done), plain(error).replace("action 1", f"action {len(done) + 1}")
        done += actions
    return tuple(done), ""
