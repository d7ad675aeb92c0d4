"""Play: a hand or a match against the computer; the address holds it all."""

import streamlit as st

from matador.teach.prose import prose
from matador.ui import ours, play_start, play_table, shell
from matador.ui.play import desk, follow_address, write_address

shell.enter()

ours.remember()
one = desk()
follow_address(one)

if one.game and not one.choosing:
    # What is said about the address has a place of its own, so that the board keeps its place.
    with st.container():
        if one.trouble:
            st.error(one.trouble)
    play_table.table_screen(one)
    write_address(one)
else:
    text = prose("play")
    st.title(text["title"])
    st.caption(text["intro"])
    if one.trouble:
        st.error(one.trouble)
    with st.container(width=640):  # pixels: nothing here gains from more
        play_start.start_screen(one)
