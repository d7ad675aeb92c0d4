"""The buttons of the course: each does its work on the screen that it stands on, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from matador.ui.course import Course


def button(
    one: Course, label: str, name: str, act: Callable[..., None], *args: Any, **looks: Any
) -> None:
    """A button that does `act` with these arguments; `looks` are those of `st.button`.

    `name` is the first part of its key. The rest is the screen, as a press that comes late would
    otherwise press the button of the same key on the next screen.
    """
    st.button(label, key=one.key(name), on_click=one.press, args=(one.place, act, *args), **looks)
