"""For teachers: a link to a step, a large view that keeps nothing, a lesson on paper."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from matador.teach.lessons import load_lessons
from matador.ui.course import CLASS, PAPER, Course, words
from matador.ui.course_button import button


def for_teachers(one: Course) -> None:
    """A small menu: what a teacher wants of the step shown."""
    text = words("teachers")
    with st.popover(text["heading"], icon=":material/co_present:", type="tertiary"):
        st.markdown(text["link"])
        st.code(address(one), language=None, wrap_lines=True)
        _way(one, CLASS, ":material/cast_for_education:")
        if load_lessons()[one.place.lesson].steps:
            _way(one, PAPER, ":material/print:")


def _way(one: Course, view: str, icon: str) -> None:
    text = words("teachers")
    button(
        one,
        text[view],
        f"course_{view}",
        one.see,
        view,
        icon=icon,
        help=text[f"{view}_what"],
        width="stretch",
    )


def leave_class(one: Course) -> None:
    """The way back from the large view."""
    button(
        one,
        words("teachers")["leave"],
        "course_leave",
        one.see,
        "",
        icon=":material/close_fullscreen:",
        type="tertiary",
    )


def address(one: Course) -> str:
    """The whole address of the step shown, wherever the app is served."""
    here = (st.context.url or "").partition("?")[0]
    return f"{here}?{urlencode(one.place.params)}"
