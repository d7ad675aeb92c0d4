"""Python side of the list of actions: what it is told, what it may answer, and its mounting.

The list knows no rules. It is told the actions in the order in which they are written and answers
with a wish: to look at one of them, to undo, to put the tree in order. Numbers are those of one
tree, so a wish carries the count of trees that the visitor saw.

The buttons about the list belong to it, too: nine buttons of Streamlit's own took more of the
browser's time than the board, with every move (measured in `benchmarks/`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict, get_args

import streamlit as st

from matador.game.tree import LONGEST_COMMENT, MOST

_HERE = Path(__file__).parent


class Item(TypedDict):
    """An action, or the start."""

    parent: int
    """The number of the action that it followed; 0 is the start."""
    turn: str
    """The turn and whose it is, `4. B`, where a turn begins; else empty."""
    text: str
    """The action with its signs: `R25*`."""
    name: str
    """For a screen reader, and where a mouse rests: the action as a sentence."""
    said: str
    """The comment."""


class Gone(TypedDict):
    """What was deleted last, and can come back."""

    after: int
    """The action that it followed."""
    text: str
    label: str
    """What the button says that brings it back."""


class ListData(TypedDict):
    """All that the list is told, but for where one looks."""

    shape: int
    """Counts the trees."""
    items: list[Item]
    """By number, the start first."""
    order: list[int | str]
    """The numbers as they are written, with `-` and `_` about each variation."""
    gone: Gone | None
    words: dict[str, Any]
    """What the parts are called: see the table `parts` of the texts of the moves."""
    longest: int
    """The characters that a comment may have."""


class Now(TypedDict):
    """What changes with every step."""

    at: int
    """The number of the action looked at."""
    shape: int
    main: bool
    """Whether that is on the main line."""
    undo: str
    """What the next undo is called; empty if there is none."""
    redo: bool


Do = Literal["visit", "undo", "redo", "promote", "delete", "comment", "restore"]
_DOES: tuple[Do, ...] = get_args(Do)


@dataclass(frozen=True)
class Wish:
    """What a visitor wants of the list, and where he looked when he said so."""

    do: Do
    node: int
    shape: int
    text: str = ""
    """The comment, if it is about one."""


def movelist(data: ListData, now: Now, *, key: str, on_wish: Callable[[], None]) -> None:
    """Draw the list and the buttons about it. One list a page.

    The callback asks `wished(key)` for what happened. `key` keeps the element alive while `data`
    changes.
    """
    with st.container(key=f"{key}-room", gap=None):
        _point(key=f"{key}-at", data=now)
        _mount(key=key, data=data, on_wish_change=on_wish)


def wished(key: str) -> Wish | None:
    """What the list called `key` was just asked for; None if nothing, or nonsense."""
    # On a change of page the element's state is gone before a late event is handled.
    state = st.session_state.get(key)
    return read_wish(state.get("wish")) if isinstance(state, Mapping) else None


def read_wish(payload: object) -> Wish | None:
    """Check what a browser sent: anyone can send anything."""
    match payload:
        case {"do": str(do), "node": node, "shape": shape, "text": str(text), **rest} if not rest:
            # bool is an int to Python, but not to anyone who sends a number.
            numbers = type(node) is int and type(shape) is int and 0 <= node <= MOST and shape >= 0
            if numbers and len(text) <= LONGEST_COMMENT:
                return next((Wish(one, node, shape, text) for one in _DOES if one == do), None)
    return None


# Streamlit sends an element anew only if it changed. A step changes where one looks and not the
# list, so that is an element of its own. It stands first: a list finds it there when it is drawn.
_point = st.components.v2.component(
    "matador_movelist_at",
    js=(_HERE / "pointer.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)
_mount = st.components.v2.component(
    "matador_movelist",
    css=(_HERE / "movelist.css").read_text(encoding="utf-8"),
    js=(_HERE / "movelist.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)
