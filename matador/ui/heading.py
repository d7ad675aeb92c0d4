"""The heading of a panel whose controls come and go: it keeps the keyboard in the panel."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent

_mount = st.components.v2.component(
    "matador_heading",
    html='<h2 tabindex="-1"></h2>',
    css=(_HERE / "heading.css").read_text("utf-8"),
    js=(_HERE / "heading.js").read_text("utf-8"),
)


def heading(text: str, key: str, played: int) -> None:
    """A heading that takes the focus if it gets lost after `played` has changed."""
    _mount(key=key, data={"text": text, "played": played}, height="content")
