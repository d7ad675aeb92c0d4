"""The score pad: a match at a real table, written down hand by hand; the address holds it."""

import streamlit as st

from matador.teach.prose import prose
from matador.ui import ours, scores, shell

shell.enter()

text = prose("scores")
ours.remember()
one = scores.score_pad()
trouble = scores.follow_address(one)

st.title(text["title"])
st.caption(text["intro"])
# What comes and goes above the pad has a place of its own, so that the pad stays where it is.
with st.container():
    if trouble:
        st.error(trouble)
scores.toolbar(one)
with st.container():
    scores.notes(one)
scores.show(one)

if not trouble:
    scores.write_address(one)
