"""The links within the page on the sources: they open in place, and lead to other pages quickly."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qsl

import streamlit as st
from streamlit.errors import StreamlitAPIException

from matador.ui import compare, shell

_KEY, _LEAVE = "compare-links", "_compare_leave"
_mount = st.components.v2.component(
    "matador_compare_links",
    html="<span></span>",
    js=Path(__file__).with_name("compare_links.js").read_text("utf-8"),
)


def mount() -> None:
    """Let the links of this page open in place; go to the page that one of them has asked for."""
    if leave := st.session_state.pop(_LEAVE, None):
        st.switch_page(*leave[:1], query_params=leave[1])
    _mount(key=_KEY, on_followed_change=_follow, height="content")


def _follow() -> None:
    told = st.session_state.get(_KEY)
    page, _, query = str(getattr(told, "followed", "") or "").partition("?")
    params = dict(parse_qsl(query))
    if page == "compare":
        _open(params)
    elif page and page in shell.titles():
        st.session_state[_LEAVE] = (f"pages/{page}.py", params)


def _open(params: dict[str, str]) -> None:
    """Show a cell, or a view with its row."""
    if "cell" in params:
        st.query_params["cell"] = params["cell"]
        return
    for name, labels in (("view", compare.views()), ("row", compare.questions())):
        if params.get(name) in labels:
            show(name, labels[params[name]])


def show(name: str, label: str) -> None:
    """Choose a view or a row, whether its control is on the page or is yet to come."""
    st.session_state[name] = label
    with suppress(StreamlitAPIException):  # the control is there, and writes the address itself
        st.query_params[name] = label
