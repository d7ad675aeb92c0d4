"""Where the keyboard is led after a press: what was pressed may be gone, or something follows."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import streamlit as st

Lead = Literal["question", "answer", "next", "stay", "hint", "draw", "pass"]
"""Places of the course: the question after Continue, Continue after a right answer, the response
after a control that is gone, the next of a kind where each press has a button of its own (a hint, a
draw). With "stay" what was said is only brought into sight."""

# The coached hand has no question, but a coach; a drill beside other things has one of its own.
_ROOMS: dict[Lead, str] = {
    "question": '.st-key-course-question, .st-key-course-coach, [class*="st-key-drill-question-"]',
    "answer": '[class*="st-key-course-answer-"], .st-key-course-coach',
    "next": ".st-key-course-next",
    "stay": '[class*="st-key-course-answer-"]',
    "hint": '[class*="st-key-course_hint-"]',
    "draw": '[class*="st-key-course_draw-"]',
    "pass": '[class*="st-key-course_pass-"]',
}
_BUTTONS: tuple[Lead, ...] = ("next", "hint", "draw", "pass")
_SAID = '[class*="st-key-course-answer-"] > :first-child, .st-key-course-coach > :first-child'

_focus = st.components.v2.component(
    "matador_focus",
    html="<span hidden></span>",
    js=Path(__file__).with_suffix(".js").read_text("utf-8"),
)


def lead(
    key: str, count: int, to: str, *, button: bool = False, stay: bool = False, said: str = ""
) -> None:
    """Lead the keyboard to what a selector finds whenever the count is another one than before.

    `button`, `stay` and `said` (a selector) are those of `focus.js`.
    """
    data = {"count": count, "to": to, "button": button, "stay": stay, "said": said}
    _focus(key=key, data=data, height=1)


def lead_in_course(key: str, count: int, to: Lead) -> None:
    """The same for a place of the course or of a drill."""
    said = "" if to == "question" else _SAID
    lead(key, count, _ROOMS[to], button=to in _BUTTONS, stay=to == "stay", said=said)
