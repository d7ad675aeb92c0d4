"""Python side of what the browser keeps: nothing to see, nothing to know of what the text means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent

COURSE = "matador-course"
"""What the text of the course is called in the browser's store."""


def keep(
    text: str, ack: int, *, key: str, on_stored: Callable[[], None], name: str = COURSE
) -> None:
    """Keep `text` in the browser as `name`, once what it kept before has been taken in.

    What another visit or another tab has left comes first: `on_stored` is called and asks
    `stored(key)` for it. `ack` counts how often that was, so that the browser knows.
    """
    _mount(
        key=key,
        data={"name": name, "text": text, "ack": ack},
        on_stored_change=on_stored,
        height=1,
    )


def stored(key: str) -> str | None:
    """What the browser called `key` just sent; None if it sent none, or nonsense."""
    # On a change of page the element's state is gone before a late event is handled.
    state = st.session_state.get(key)
    return read_stored(state.get("stored") if isinstance(state, Mapping) else None)


def read_stored(payload: object, most: int = 10_000) -> str | None:
    """Check what a browser sent: anyone can send anything."""
    return payload if isinstance(payload, str) and len(payload) <= most else None


_mount = st.components.v2.component(
    "matador_progress",
    html="<span hidden></span>",
    js=(_HERE / "progress.js").read_text(encoding="utf-8"),
)
