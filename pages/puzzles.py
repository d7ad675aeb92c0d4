"""Puzzles: one best action, everything open; the address holds which one."""

import streamlit as st

from matador.teach.prose import prose
from matador.ui import puzzles, puzzles_view, shell

shell.enter()

one = puzzles.desk()
with st.spinner(prose("puzzles")["making"]):
    puzzles.follow_address(one)
# What is said about the address has a place of its own, so that the board keeps its place.
with st.container():
    if one.trouble:
        st.warning(one.trouble, icon=":material/link_off:")
puzzles_view.show(one)
puzzles.write_address(one)
