"""Python side of the list of actions: what it is told, what it may answer, and its mounting.

The list knows no rules. It is told the actions in the order in which they are written and answers
with the number of one of them, or that what was deleted is to come back. Numbers are those of one
tree, so an answer carries the count of trees that the visitor saw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

import streamlit as st

from matador.game.tree import MOST

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
    gone: NotRequired[Gone | None]
    words: dict[str, str]
    """`list` and `variation`: names for a screen reader; `none`: what stands in an empty list."""


@dataclass(frozen=True)
class Visit:
    """A node that a visitor wants to look at."""

    node: int
    shape: int


def movelist(
    data: ListData,
    at: int,
    *,
    key: str,
    on_visit: Callable[[], None],
    on_restore: Callable[[], None],
) -> None:
    """Draw the list, looked at in the action with the number `at`. One list a page.

    The callbacks ask `visited(key)` for what happened. `key` keeps the element alive while `data`
    changes.
    """
    with st.container(key=f"{key}-room", gap=None):
        _point(key=f"{key}-at", data={"at": at, "shape": data["shape"]})
        _mount(key=key, data=data, on_visit_change=on_visit, on_restore_change=on_restore)


def visited(key: str) -> Visit | None:
    """Where the list called `key` was just pressed; None if it was not, or sent nonsense."""
    # On a change of page the element's state is gone before a late event is handled.
    state = st.session_state.get(key)
    return read_visit(state.get("visit")) if isinstance(state, Mapping) else None


def read_visit(payload: object) -> Visit | None:
    """Check what a browser sent: anyone can send anything."""
    match payload:
        case {"node": node, "shape": shape, **rest} if not rest:
            # bool is an int to Python, but not to anyone who sends a number.
            if type(node) is int and type(shape) is int and 0 <= node <= MOST and shape >= 0:
                return Visit(node, shape)
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
