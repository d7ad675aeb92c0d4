"""Which screen something was pressed on, and what it showed.

With everything that is pressed a browser tells what stands in all the fields of its page, and so in
one that nobody sees: the number of the screen it shows. Whatever is pressed before the next screen
has come, a second time by a double click for instance, tells the number of the one before.

What carries the moment of its screen itself, in its key or in the arguments of a callback that goes
with it, needs no such field. This is for what keeps its key from screen to screen, so that the
keyboard stays on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

_KEPT = 20
"""Screens of a panel that are remembered; no browser is that far behind."""
_HIDDEN = '<style>[data-testid="stLayoutWrapper"]:has(> .st-key-{key}) {{ display: none }}</style>'


def mark(name: str, number: int) -> None:
    """Let the browser tell from now on that it shows the screen of a panel with this number.

    To be called when everything was drawn that can be pressed there.
    """
    key = f"screen_{name}"
    st.html(_HIDDEN.format(key=f"{key}_place"))
    with st.container(key=f"{key}_place"):
        st.session_state[key] = str(number)
        st.text_input(name, key=key, label_visibility="collapsed")


def seen(name: str) -> int:
    """In a callback: the number of the screen that was pressed on; -1 if there was none."""
    told = str(st.session_state.get(f"screen_{name}", ""))
    return int(told) if told.isdecimal() else -1


# --- what the last screens showed ---------------------------------------------------------------


@dataclass
class _Screens:
    """What the last screens of a panel showed, by number, and the one that is being drawn."""

    number: int = 0
    past: dict[int, dict[str, Any]] = field(default_factory=dict)
    drawn: dict[str, Any] = field(default_factory=dict)


def show(name: str, key: str, value: Any) -> None:
    """Remember what the screen of a panel that is being drawn shows under this key."""
    _screens(name).drawn[key] = value


def put(name: str, key: str, value: Any, of: Any = None) -> None:
    """Let the field with this key hold a value, whatever stood there; before it is drawn.

    `of` is what makes it another field in spite of its key: choices or bounds, if they vary.
    """
    screens, kind = _screens(name), f"{key} of"
    last = screens.past.get(screens.number, {})
    known = key in last and last[kind] == of
    show(name, key, value)
    show(name, kind, of)
    # What is written takes the place of what somebody is typing or has tapped meanwhile: only where
    # something else stands, or where the browser may not know the field, as a run was broken off.
    if not known or key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def put_all(name: str, key: str, values: Sequence[Any], of: Any = None) -> None:
    """Let a field of several choices hold these, in the order in which a visitor has made them."""
    stood = list(st.session_state.get(key, []))
    same = len(stood) == len(values) and all(one in values for one in stood)
    put(name, key, stood if same else list(values), of)


def finish(name: str, number: int | None = None, **more: Any) -> None:
    """Mark the screen that was drawn with this number or the next, and remember `more` of it."""
    screens = _screens(name)
    screens.number = screens.number + 1 if number is None else number
    screens.past[screens.number], screens.drawn = {**screens.drawn, **more}, {}
    screens.past.pop(screens.number - _KEPT, None)
    mark(name, screens.number)


def shown(name: str, key: str) -> Any:
    """In a callback: what the screen that was pressed on showed under this key; None if nothing."""
    return _screens(name).past.get(seen(name), {}).get(key)


def changed(name: str, key: str) -> Any:
    """In a callback: what stands in a field, if somebody changed it; else None.

    A field may have been filled anew meanwhile: what the browser tells is what it held before.
    """
    before, value = shown(name, key), st.session_state.get(key)
    return None if before is None or value == before else value


def _screens(name: str) -> _Screens:
    found: _Screens = st.session_state.setdefault(f"screens_{name}", _Screens())
    return found
