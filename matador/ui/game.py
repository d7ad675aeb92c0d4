"""The table of one visitor: a tree of play, what the board was last told, and the address of it.

One controller for every way in. A tap, a key, a typed action, a link and a test all end in `act`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from typing import Any, Literal, NamedTuple

import streamlit as st

from matador.game import edit
from matador.game.errors import MatadorError
from matador.game.moves import Action, explain
from matador.game.notation import read_action, read_tile
from matador.game.record import Timeline
from matador.game.tiles import Tile
from matador.game.tree import Cursor, Tree, planted
from matador.teach import messages
from matador.ui import links
from matador.ui.board import board, edited, received
from matador.ui.table import board_data
from matador.ui.written import Written

Tone = Literal["good", "bad", "info"]
GOOD: Tone = "good"
BAD: Tone = "bad"
INFO: Tone = "info"
Change = Literal["", "delete", "promote", "comment"]
"""What was done to a tree; nothing if another one took its place."""
_KEPT = 100
"""Changes that can be taken back; the positions of a hand are shared by all its trees."""


class Kept(NamedTuple):
    """What the table was before a change, and where one stood right after it."""

    cursor: Cursor
    change: Change
    left_at: tuple[Action, ...] = ()


@dataclass
class Table:
    """What one board of one visitor shows. `rev` and `ack` are the board's counters.

    Made from a line of play, which the tree grows from.
    """

    first: InitVar[Timeline]
    rev: int = 0
    ack: int = 0
    message: str = ""
    tone: Tone = INFO
    past: list[Kept] = field(default_factory=list)
    """What a new deal, another rule or a change of the tree has replaced; the latest last."""
    future: list[Kept] = field(default_factory=list)
    """What was undone of that; the next to be redone last."""
    ahead: tuple[Action, ...] = ()
    """Steps that were undone and can be redone; the next last."""
    written: Written = field(default_factory=Written)
    """The addresses written here, to tell a visitor's Back from our own writing."""
    shape: int = 0
    """Counts the trees there were: the numbers of the nodes are those of one of them."""
    fault: tuple[str, int, int] = ("", 0, 0)
    """What was wrong with the address that was opened last, and the counters then."""
    cursor: Cursor = field(init=False)
    """The tree of play and the node looked at."""

    def __post_init__(self, first: Timeline) -> None:
        """Start from a line of play."""
        self.cursor = planted(first)

    @property
    def trouble(self) -> str:
        """What is wrong with the address, in one sentence, until the visitor does something."""
        told, rev, ack = self.fault
        return told if (rev, ack) == (self.rev, self.ack) else ""

    @property
    def timeline(self) -> Timeline:
        """The line through the node looked at, going on along its main continuation."""
        return self.cursor.timeline

    @timeline.setter
    def timeline(self, line: Timeline) -> None:
        self._take(self.cursor.follow(line))

    def show(self, line: Timeline, message: str = "", tone: Tone = INFO) -> None:
        """Look at another moment, or at a line that grew from this start: it becomes a branch.

        A line from another start takes the place of everything.
        """
        try:
            self.go_to(self.cursor.follow(line), message, tone)
        except MatadorError as error:
            self.say(links.plain(error))

    def go_to(self, cursor: Cursor, message: str = "", tone: Tone = INFO) -> None:
        """Look at another node, or at a tree that grew from this one."""
        self._take(cursor)
        self.ahead, self.message, self.tone = (), message, tone
        self.rev += 1

    def begin(self, line: Timeline, message: str = "", tone: Tone = INFO) -> None:
        """Start something else; the tree so far can be brought back."""
        self._change(planted(line), "", message, tone)

    def begin_tree(
        self, tree: Tree, at: int | None = None, message: str = "", tone: Tone = INFO
    ) -> None:
        """Start something else with all its variations, looked at in a node.

        Without `at` that is the end of the main line. The tree so far can be brought back.
        """
        self._change(Cursor(tree, tree.end if at is None else at), "", message, tone)

    def say(self, message: str, tone: Tone = BAD) -> None:
        """Answer without changing the position."""
        self.message, self.tone = message, tone
        self.ack += 1

    def act(self, text: str) -> None:
        """Do the action written in `text`, or say why not."""
        before = self.timeline.position
        try:
            action = read_action(text, before)
            verdict = explain(before, action)
            after = self.cursor.play(action) if verdict.legal else None
        except MatadorError as error:
            self.say(links.plain(error))
            return
        if after:
            self.go_to(after, messages.told(before, action), GOOD)
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

    def promote(self, message: str = "") -> None:
        """Make the line to the node looked at the main line."""
        if not self.cursor.main:
            self._change(self.cursor.promoted(), "promote", message)

    def delete(self, message: str = "") -> None:
        """Take the node looked at away, with all that follows it; `restore` undoes it."""
        if self.cursor.at:
            self._change(self.cursor.deleted(), "delete", message)

    def comment(self, text: str, message: str = "") -> None:
        """Say something of the node looked at, instead of what was said; or say why not."""
        try:
            after = self.cursor.commented(text)
        except MatadorError as error:
            self.say(links.plain(error))
            return
        if after != self.cursor:
            self._change(after, "comment", message)

    @property
    def deleted(self) -> Kept | None:
        """What was deleted last, while that is the last change of the tree."""
        return self.past[-1] if self.past and self.past[-1].change == "delete" else None

    def restore(self) -> None:
        """Undo the last change, wherever one has gone since.

        What was played in the same tree since then stays in it.
        """
        if self.past:
            before = self.past.pop()
            self.future.append(Kept(self.cursor, before.change, before.cursor.actions))
            whole = before.cursor.with_all_of(self.cursor.tree) if before.change else before.cursor
            self.go_to(whole)

    def undo(self) -> None:
        """One step back: a change of the tree where it was made, an action, or what was before."""
        if self.undoes:
            self.restore()
        elif self.timeline.last:
            ahead = (*self.ahead, self.timeline.last)
            self.go_to(self.cursor.back())
            self.ahead = ahead
        else:
            self.restore()

    def redo(self) -> None:
        """One step on again, the way that was undone; else along the main continuation."""
        onward, ahead = self._onward, self.ahead[:-1]
        if self._stands_at(self.future):
            self._renew()
        elif onward:
            self.go_to(onward)
            self.ahead = ahead
        elif self.future:
            self._renew()

    @property
    def undoes(self) -> Change:
        """The change of the tree that the next undo takes back; nothing if it is no such change."""
        return self.past[-1].change if self._stands_at(self.past) else ""

    @property
    def undoable(self) -> bool:
        """Whether there is anything to undo."""
        return bool(self.cursor.at or self.past)

    @property
    def redoable(self) -> bool:
        """Whether there is anything to redo."""
        return bool(self._onward or self.future)

    @property
    def _onward(self) -> Cursor | None:
        undone = self.cursor.tree.child(self.cursor.at, self.ahead[-1]) if self.ahead else None
        after = self.cursor.to(undone) if undone else self.cursor.on()
        return after if after.at != self.cursor.at else None

    def _take(self, cursor: Cursor) -> None:
        self.shape += cursor.tree != self.cursor.tree
        self.cursor = cursor

    def _change(self, after: Cursor, change: Change, message: str, tone: Tone = INFO) -> None:
        kept = Kept(self.cursor, change, after.actions)
        self.past = [*self.past, kept][-_KEPT:]
        self.future = []
        self.go_to(after, message, tone)

    def _renew(self) -> None:
        after = self.future.pop()
        self.past.append(Kept(self.cursor, after.change, after.cursor.actions))
        self.go_to(after.cursor)

    def _stands_at(self, kept: list[Kept]) -> bool:
        """Whether the last change was made in the tree and here, so that it comes before a step."""
        return bool(kept and kept[-1].change) and kept[-1].left_at == self.cursor.actions


def table(name: str, start: Callable[[], Timeline]) -> Table:
    """The visitor's table called `name`, made from what `start` gives on the first call."""
    key = f"table_{name}"
    if key not in st.session_state:
        st.session_state[key] = Table(start())
    found: Table = st.session_state[key]
    return found


def follow_address(one: Table) -> None:
    """Open what the address holds if it is not what was written last (a link, Back, Forward).

    If something is wrong with it, the table's `trouble` says so.
    """
    params = {key: st.query_params[key] for key in links.TABLE if key in st.query_params}
    if not params or not one.written.asked(params):
        return
    opened = links.read_table(params)
    if opened.cursor:
        one.go_to(opened.cursor)
    # Read once: a faulty address stays where it is until the visitor does something.
    one.written.note(params)
    one.fault = (opened.trouble, one.rev, one.ack)


def write_address(one: Table) -> None:
    """Put the table into the address, where it is not there already."""
    params = links.tree(one.cursor)
    there = {key: st.query_params[key] for key in links.TABLE if key in st.query_params}
    if there != params:
        rest = {key: value for key, value in st.query_params.items() if key not in links.TABLE}
        st.query_params.from_dict({**rest, **params})
    one.written.note(params)


def show_board(one: Table, key: str, *, with_program: bool = True, **options: Any) -> None:
    """The board of a table: what is tapped is done once, if it was tapped at this moment.

    `with_program` as for `board`; the other options are those of `board_data`.
    """

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
    board(data, key=key, on_action=on_action, on_edit=on_edit, with_program=with_program)
