"""Everything that can be taken away: addresses, codes, the record, pictures, a sheet of paper."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from urllib.parse import urlencode, urljoin

import streamlit as st

from matador.game.notation import write_actions, write_position
from matador.game.records import write_record
from matador.game.tree import to_record
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.browser_buttons import browser_buttons
from matador.ui.game import Table
from matador.ui.pictures import table_png, table_svg

FRAME_HEIGHT = 720
"""Pixels: room for a board for two with its hands on a phone."""

SHEET = "print-sheet"
"""The key of what is printed instead of the page; `print.css` shows it on paper only."""

_HERE = Path(__file__).parent


def panel(one: Table) -> None:
    """Everything that can be taken away, each by one tap."""
    text = prose("takeaway")
    st.html(_HERE / "takeaway.css")
    _files(one)
    with st.grid("auto", min_column_width=300):
        _copied("link", address("sandbox", one), clipped=True)
        _copied("embed", snippet(one), clipped=True)
        _copied("code", write_position(one.timeline.position))
        _copied("actions", write_actions(one.timeline.actions) or text["no_actions"])
    sheet(one)


def address(page: str, one: Table, **more: str) -> str:
    """The whole address of another page with this moment, wherever the app is served."""
    here = (st.context.url or "").rstrip("/")
    return urljoin(here, page) + "?" + urlencode({**links.tree(one.cursor), **more})


def snippet(one: Table) -> str:
    """What shows this moment in a frame on any web page."""
    source, title = address("board", one, embed="true"), prose("takeaway")["frame"]
    return (
        f'<iframe src="{escape(source)}" title="{escape(title)}" width="100%" '
        f'height="{FRAME_HEIGHT}" style="border:0" loading="lazy"></iframe>'
    )


def sheet(one: Table) -> None:
    """What is printed instead of the page: the table, the position in words, what was done."""
    text, position = prose("takeaway"), one.timeline.position
    st.html(_HERE / "print.css")
    with st.container(key=SHEET):
        st.image(table_svg(position), alt=text["picture"], width="stretch")
        with st.container(key="print-words"):
            st.text("\n".join(messages.describe(position)))
        with st.container(key="print-done"):
            st.text("\n".join(_done(one)))


def _done(one: Table) -> list[str]:
    """What led to the moment looked at and what was said of it, one action a line."""
    text, tree = prose("takeaway"), one.cursor.tree
    done = [tree.comment] if tree.comment else []
    for number, at in enumerate(tree.path(one.cursor.at), start=1):
        node = tree.nodes[at - 1]
        told = messages.told(tree.positions[node.parent], node.action)
        item = text["done_item"].format(number=number, told=told)
        done.append(f"{item} {node.comment}".strip())
    return done


def _copied(name: str, content: str, *, clipped: bool = False) -> None:
    """A named text with a button that copies it; clipped, one line of it is shown."""
    with st.container(gap="xsmall", key=f"take-{'clipped' if clipped else 'whole'}-{name}"):
        st.markdown(f"**{prose('takeaway')[name]}**")
        st.code(content, language=None, wrap_lines=not clipped)


def _files(one: Table) -> None:
    """The record, the pictures and paper. Nothing is made before it is asked for."""
    text, tree, position = prose("takeaway"), one.cursor.tree, one.timeline.position
    with st.container(horizontal=True, vertical_alignment="center"):
        dark = bool(st.session_state.get("take_dark"))
        files: dict[str, tuple[str, Callable[[], str | bytes]]] = {
            "record": ("matador-hand.txt", lambda: write_record(to_record(tree))),
            "svg": ("matador-table.svg", lambda: table_svg(position, dark=dark)),
            "png": ("matador-table.png", lambda: table_png(table_svg(position, dark=dark))),
        }
        for key, (name, make) in files.items():
            st.download_button(text[key], make, name, on_click="ignore", key=f"take_{key}")
        browser_buttons("take_print", {"print": text["print"]})
        st.toggle(text["dark"], key="take_dark")
