"""The sandbox: any position, any rules, every seat; the address holds it all."""

import streamlit as st

from matador.teach.prose import prose
from matador.ui import sandbox, shell, truth
from matador.ui.game import follow_address, show_board, table, write_address
from matador.ui.records import record_tools

shell.enter(wide=True)

text = prose("sandbox")
tools = text["toolbar"]
one = table("sandbox", sandbox.first_table)
trouble = follow_address(one)

st.title(text["title"])
st.caption(text["intro"])
# What comes and goes above the board has a place of its own: a board that changed its place in
# the page would be taken away and made anew.
with st.container():
    if trouble:
        st.error(trouble)

with st.container(horizontal=True, vertical_alignment="center"):
    rules = one.timeline.position.rules
    with st.popover(tools["rules"].format(title=sandbox.title(rules))):
        sandbox.rules_form(one)
    with st.popover(tools["deal"]):
        sandbox.deal_form(one)
    setting_up = st.toggle(tools["setup"], key="setting_up")

with st.container():
    sandbox.contradictions_note(one.timeline.position)
setup = sandbox.setup_data(one.timeline.position) if setting_up else None
show_board(one, "sandbox", setup=setup)
if setting_up:
    sandbox.setup_tools(one)
sandbox.steps(one)

truth.panel(one)
sandbox.story(one)
with st.expander(text["write"]["heading"]):
    sandbox.typing(one)
    record_tools(one)
everywhere = st.expander(text["all"]["heading"], on_change="rerun", key="everywhere")
if everywhere.open:
    with everywhere:
        st.dataframe(
            sandbox.under_all(one.timeline.position),
            hide_index=True,
            alt=text["all"]["heading"],
        )

if not trouble:
    write_address(one)
