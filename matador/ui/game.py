"""The table of one visitor: a line of play, what the board was last told, and the address of it.

One controller for every way in. A tap, a key, a typed action, a link and a test all end in `act`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import streamlit as st

from matador.game import edit
from matador.game.errors import MatadorError
from matador.game.moves import explain
from matador.game.notation import read_action, read_tile
from matador.game.record import Timeline
from matador.game.tiles import Tile
from matador.teach import messages
from matador.ui import links
from matador.ui.board import board, edited, received
from matador.ui.table import board_data

Tone = Literal["good", "bad", "info"]
GOOD: Tone = "good"
BAD: Tone = "bad"
INFO: Tone = "info"
_KEPT = 100
"""Lines of play that can be brought back; each is a few hundred bytes."""


@dataclass
class Table:
    """What one board of one visitor shows. `rev` and `ack` are the board's counters."""

    timeline: Timeline
    rev: int = 0
    ack: int = 0
    message: str = ""
    tone: Tone = INFO
    past: list[Timeline] = field(default_factory=list)
    """Lines of play that a new deal, another rule or an edit has replaced; the latest last."""
    future: list[Timeline] = field(default_factory=list)
    """Lines of play that were undone; the next to be redone last."""
    written: tuple[tuple[str, str], ...] = ()
    """The address that was last written, to tell a visitor's Back from our own writing."""

    def show(self, line: Timeline, message: str = "", tone: Tone = INFO) -> None:
        """Look at another moment, or at a line of play that grew from this one."""
        self.timeline, self.message, self.tone = line, message, tone
        self.rev += 1

    def begin(self, line: Timeline, message: str = "", tone: Tone = INFO) -> None:
        """Start something else; the line of play so far can be brought back."""
        self.past = [*self.past, self.timeline][-_KEPT:]
        self.future = []
        self.show(line, message, tone)

    def say(self, message: str, tone: Tone = BAD) -> None:
        """Answer without changing the position."""
        self.message, self.tone = message, tone
        self.ack += 1

    def act(self, text: str) -> None:
        """Do the action written in `text`, or say why not."""
        before = self.timeline.position
        try:
            action = read_action(text, before)
        except MatadorError as error:
            self.say(links.plain(error))
            return
        verdict = explain(before, action)
        if verdict.legal:
            self.show(self.timeline.play(action), messages.told(before, action), GOOD)
        else:
            self.say(messages.sentence(before, verdict))

    def put(self, one: Tile, place: str, inner: int | None) -> None:
        """Put a tile somewhere by hand, or say why not."""
        try:
            changed = edit.put(self.timeline.position, one, place, inner)
        except MatadorError as error:
            self.say(links.plain(error))
            return
        self.begin(Timeline(changed))

    def undo(self) -> None:
        """One step back: an action, or whatever replaced the line of play before."""
        if self.timeline.at:
            self.show(self.timeline.step(-1))
        elif self.past:
            self.future.append(self.timeline)
            self.show(self.past.pop())

    def redo(self) -> None:
        """One step on again."""
        if self.timeline.at < len(self.timeline.actions):
            self.show(self.timeline.step(1))
        elif self.future:
            self.past.append(self.timeline)
            self.show(self.future.pop())

    @property
    def undoable(self) -> bool:
        """Whether there is anything to undo."""
        return bool(self.timeline.at or self.past)

    @property
    def redoable(self) -> bool:
        """Whether there is anything to redo."""
        return bool(self.timeline.at < len(self.timeline.actions) or self.future)


def table(name: str, start: Callable[[], Timeline]) -> Table:
    """The visitor's table called `name`, made from what `start` gives on the first call."""
    key = f"table_{name}"
    if key not in st.session_state:
        st.session_state[key] = Table(start())
    found: Table = st.session_state[key]
    return found


def follow_address(one: Table) -> str:
    """Open what the address holds if it is not what was written last (a link, Back, Forward).

    Returns one sentence if something was wrong with it, else nothing.
    """
    params = {key: st.query_params[key] for key in links.TABLE if key in st.query_params}
    if not params or _sorted(params) == one.written:
        return ""
    opened = links.read_table(params)
    if opened.timeline:
        one.show(opened.timeline)
    # Read once: a faulty address stays where it is until the visitor does something.
    one.written = _sorted(params)
    return opened.trouble


def write_address(one: Table) -> None:
    """Put the table into the address, where it is not there already."""
    params = links.table(one.timeline)
    there = {key: st.query_params[key] for key in links.TABLE if key in st.query_params}
    if there != params:
        rest = {key: value for key, value in st.query_params.items() if key not in links.TABLE}
        st.query_params.from_dict({**rest, **params})
    one.written = _sorted(params)


def show_board(one: Table, key: str, **options: Any) -> None:
    """The board of a table: what is tapped is done once, if it was tapped at this moment."""

    def on_action() -> None:
        move = received(key)
        if move is None or move.rev != one.rev:
            one.ack += 1
        else:
            one.act(move.action)

    def on_edit() -> None:
        change = edited(key)
        if change is None or change.rev != one.rev:
            one.ack += 1
        else:
            one.put(read_tile(change.tile), change.to, change.inner)

    data = board_data(
        one.timeline.position,
        last=one.timeline.last,
        rev=one.rev,
        ack=one.ack,
        message=one.message,
        tone=one.tone,
        **options,
    )
    board(data, key=key, on_action=on_action, on_edit=on_edit)


def _sorted(params: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(params.items()))
