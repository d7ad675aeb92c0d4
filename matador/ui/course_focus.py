"""Where the keyboard is led after a press: see `course_focus.js`. The drills use it, too."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import streamlit as st

Lead = Literal["question", "answer", "next", "stay", "hint", "draw", "pass"]
"""Where the keyboard is led; with "stay" what was said is only brought into sight."""

_focus = st.components.v2.component(
    "matador_course_focus",
    html="<span hidden></span>",
    js=Path(__file__).with_suffix(".js").read_text("utf-8"),
)


def lead(key: str, count: int, to: Lead) -> None:
    """Lead the keyboard there whenever the count is another one than before."""
    _focus(key=key, data={"count": count, "to": to}, height=1)
