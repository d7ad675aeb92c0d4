"""The front door: page settings and menu; the chosen page does the rest."""

import streamlit as st

from matador.ui import core, shell

st.set_page_config(
    page_icon=shell.ICON,
    initial_sidebar_state=232,  # pixels: the longest title fits, and the board keeps the rest
)
core.prepare()
shell.run()
