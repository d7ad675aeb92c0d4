"""Buttons for what only the browser can do: print the page, copy its address."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import streamlit as st

from matador.teach.prose import prose

_HERE = Path(__file__).parent

Does = Literal["print", "link"]


def browser_buttons(key: str, labels: Mapping[Does, str]) -> None:
    """One button each, in this order, with these labels."""
    words = prose("browser")
    data = {
        "buttons": [{"does": does, "label": label} for does, label in labels.items()],
        "copied": words["copied"],
        "by_hand": words["by_hand"],
    }
    _buttons(key=key, data=data, width="content")


_buttons = st.components.v2.component(
    "matador_browser_buttons",
    html='<div class="matador-buttons">\n</div>',
    css=(_HERE / "browser_buttons.css").read_text("utf-8"),
    js=(_HERE / "browser_buttons.js").read_text("utf-8"),
    isolate_styles=False,  # what stands in a shadow of its own is taken for a board
)
