"""What one decision changes: measured rule sets, and a run on any rules."""

import streamlit as st

from matador.teach.prose import prose
from matador.ui import bound, compare, effects, effects_run
from matador.ui.shell import enter

enter()
TEXT = prose("effects")

trouble = bound.mended(
    "effects", effects.readers() | effects_run.readers(), TEXT["trouble"]["several"]
)
st.html(compare.STYLE)
st.title(TEXT["title"])
st.markdown(TEXT["lead"])
if trouble:
    st.warning(trouble)
effects.view()
effects_run.view()
