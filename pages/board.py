"""The bare board of an address, to step through, for a frame on any web page."""

from pathlib import Path

import streamlit as st

from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import links, shell, takeaway
from matador.ui.game import Table, follow_address, show_board, table

shell.enter()


def steps(one: Table) -> None:
    """To and fro in the line, one action or all the way."""
    line = one.timeline
    moments = {
        "first": (0, "first_page", None),
        "back": (line.at - 1, "chevron_left", "Left"),
        "on": (line.at + 1, "chevron_right", "Right"),
        "last": (len(line.actions), "last_page", None),
    }
    for key, (at, icon, shortcut) in moments.items():
        st.button(
            text[key],
            icon=f":material/{icon}:",
            shortcut=shortcut,
            disabled=line.to(at).at == line.at,
            on_click=go,
            args=(one, at),
        )
    st.text(text["at"].format(at=line.at, count=len(line.actions)))


def go(one: Table, at: int) -> None:
    """Look at another moment, and say what was done there."""
    line = one.timeline.to(at)
    done = line.last and messages.told(line.positions[line.at - 1], line.last)
    one.show(line, done or "")


text = prose("board")
st.html(Path(takeaway.__file__).with_name("bare.css"))
with st.container(key="bare-title"):
    st.title(text["title"])

opened = links.read_table(st.query_params.to_dict())
if opened.timeline is None:
    st.error(opened.trouble or text["nothing"])
    st.stop()

start = opened.timeline
one = table("bare", lambda: start)
follow_address(one)
if opened.trouble:
    st.warning(opened.trouble)
# Above the board, whose height goes with the line: what is tapped again stays where it is.
with st.container(horizontal=True, horizontal_alignment="center", vertical_alignment="center"):
    steps(one)
    st.link_button(text["open"], takeaway.address("sandbox", one), icon=":material/open_in_new:")
show_board(one, "bare", playable=False)
takeaway.sheet(one)
