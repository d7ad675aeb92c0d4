"""Our table's rules: a short interview, and the agreement it ends in; the address holds it all."""

import streamlit as st

from matador.teach.prose import prose
from matador.ui import agree, shell
from matador.ui.agree_address import SHEET
from matador.ui.agree_sheet import agreement_screen

shell.enter()

one = agree.agree()
agree.follow_address(one)
# Before anything is drawn: the sheet takes a moment.
agree.write_address(one)
agree.frame(one)

# What is said about the address has a place of its own, so that nothing else changes place.
with st.container():
    if one.trouble:
        st.warning(one.trouble, icon=":material/link_off:")
if one.place.at == SHEET:
    agreement_screen(one)
else:
    with st.container(key="agree-title"):
        st.title(prose("agree")["title"])
    agree.question_screen(one)
