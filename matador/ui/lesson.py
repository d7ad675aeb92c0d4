"""What the learning pages share: one learner's board, a choice of set, a faulty address told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import streamlit as st

from matador.game.moves import Action, ending, legal_actions
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.rules import Rules
from matador.game.tiles import SIZES, TileSet, tile_set
from matador.teach import messages
from matador.teach.prose import prose
from matador.teach.questions import lesson_rules
from matador.ui.board import BoardData, board, received
from matador.ui.game import Table
from matador.ui.table import board_data

T = TypeVar("T")

SET = "set"
"""The parameter, and the control, that holds the set."""
SETS = tuple(map(str, SIZES))

_STYLE = Path(__file__).with_name("lesson.css")


def begin(title: str, allowed: Mapping[str, Collection[str]]) -> None:
    """The title of a learning page, and a word about its address if that was faulty."""
    st.html(_STYLE)
    st.title(title)
    doubts(allowed)


def choose_set(title: str, allowed: Callable[[TileSet], Mapping[str, Collection[str]]]) -> Rules:
    """`begin` with a choice of the set below the title; the rules of the set chosen.

    What else the address may ask for depends on the set: `allowed` tells it. Once a control is
    there the address follows it, so that what is left of another set is no fault of the reader.
    """
    words = _words()["set"]
    # What the control below holds, or on the first run what the address asks for.
    highest = known(st.session_state.get(SET, st.query_params.get(SET)), SETS, SETS[0])
    possible = {SET: SETS, **allowed(tile_set(int(highest)))}
    begin(title, {key: values for key, values in possible.items() if key not in st.session_state})
    _forget(possible)
    with st.popover(words["button"].format(highest=highest), icon=":material/stacks:"):
        chosen = st.segmented_control(
            words["label"], SETS, default=SETS[0], required=True, key=SET, bind="query-params"
        )
    return lesson_rules(known(chosen, SETS, SETS[0]))


def _forget(possible: Mapping[str, Collection[str]]) -> None:
    """Let controls that hold what only a larger set has start anew."""
    for key, values in possible.items():
        if key in st.session_state and str(st.session_state[key]) not in values:
            del st.session_state[key]


class Practice(Table):
    """The table of somebody who plays alone. What a tile leaves is told, not who played it."""

    def act(self, text: str) -> None:
        """Do the action written in `text` and say why it is right, or say why not."""
        before, rev = self.timeline.position, self.rev
        super().act(text)
        action = self.timeline.last
        if self.rev != rev and action:
            self.message = told(before, action)

    def restart(self) -> None:
        """Back to the start."""
        self.show(self.timeline.to(0))


def told(before: Position, action: Action) -> str:
    """Why a play is right, and what its end shows now."""
    leaves = messages.leaves_text(before, action)
    arm = messages.arm_name(action.where)
    why = messages.why(before, action)
    text: str = _words()["played"]
    return text.format(why=why, arm=arm[0].upper() + arm[1:], leaves=leaves)


def practice(name: str, start: Position) -> Practice:
    """The visitor's practice table called `name`; it begins anew whenever `start` is another."""
    found: Practice = st.session_state.setdefault(f"practice_{name}", Practice(Timeline(start)))
    if found.timeline.start != start:
        found.show(Timeline(start))
    return found


def show_practice(
    one: Practice, key: str, *, todo: str, hand: str, on_played: Callable[[], None] | None = None
) -> None:
    """The board of a practice table below what there is to do.

    `hand` is what the tiles in hand are called.
    """

    def on_action() -> None:
        move, rev = received(key), one.rev
        if move is None or move.rev != rev:
            one.ack += 1
            return
        one.act(move.action)
        if one.rev != rev and on_played:
            on_played()

    with st.container(key=f"prompt-{key}"):
        st.markdown(todo)
    board(_data(one, hand), key=key, on_action=on_action)


def stuck(position: Position) -> bool:
    """Whether tiles are left and none of them can be played."""
    over = ending(position) is not None
    return not over and not any(action.tile for action in legal_actions(position))


def controls(one: Practice, key: str) -> None:
    """Undo and start again; always there, so that nothing moves when they begin to matter."""
    with st.container(horizontal=True):
        words, off = _words(), not one.timeline.at
        st.button(words["undo"], key=f"{key}_undo", on_click=one.undo, disabled=off)
        st.button(words["again"], key=f"{key}_again", on_click=one.restart, disabled=off)


def doubts(allowed: Mapping[str, Collection[str]]) -> None:
    """Say one sentence if the address asks for what is not there. Call it before the widgets.

    What is asked for is never repeated: it may be anything.
    """
    asked = {key: st.query_params.get_all(key) for key in allowed if key in st.query_params}
    wrong = [key for key, values in asked.items() if not set(values) <= set(allowed[key])]
    if wrong:
        names = ", ".join(_words()["parameters"][key] for key in wrong)
        st.warning(_words()["doubt"].format(names=names), icon=":material/link_off:")


def known(value: T, among: Sequence[T], otherwise: T) -> T:
    """What a required control holds; an address with an empty value clears it all the same."""
    return value if value in among else otherwise


def numbers(low: int, high: int) -> list[str]:
    """The whole numbers of a range as an address writes them."""
    return [str(number) for number in range(low, high + 1)]


def _data(one: Practice, hand: str) -> BoardData:
    position = one.timeline.position
    data = board_data(
        position,
        rev=one.rev,
        ack=one.ack,
        message=one.message,
        tone=one.tone,
        last=one.timeline.last,
        names=(hand,),
    )
    count = len(position.hand)
    data["hands"][0]["note"] = _words()["one_tile" if count == 1 else "tiles"].format(count=count)
    for where in data["refusals"].values():
        if len(where) == len(position.ends):
            where["*"] = " ".join(dict.fromkeys(where.values()))
    alone: dict[str, Any] = {"buttons": [], "stock": None, "text": _text(position, hand)}
    return cast(BoardData, {**data, **alone})


def _text(position: Position, hand: str) -> str:
    """The position in words: the line and its ends as everywhere, then the one hand."""
    tiles = ", ".join(map(messages.tile_name, position.hand.tiles)) or _words()["no_tiles"]
    held = _words()["holds"].format(hand=hand, tiles=tiles)
    return "\n".join([*messages.describe(position)[:2], held])


def _words() -> dict[str, Any]:
    return prose("lesson")
