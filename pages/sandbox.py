"""The sandbox: any position, any rules, every seat; the address holds it all."""

import streamlit as st

from matador.teach.prose import prose
from matador.ui import (
    deals,
    everywhere,
    follow,
    hints,
    insight,
    moves,
    ours,
    paste,
    review,
    sandbox,
    setup,
    shell,
    takeaway,
    truth,
    views,
)
from matador.ui.board import program
from matador.ui.game import follow_address, show_board, table, write_address

BOARD = "sandbox"
PANELS = {
    "why": insight.why_not,
    "unseen": insight.unseen,
    "worth": truth.panel,
    "review": review.panel,
    "everywhere": everywhere.panel,
    "paste": paste.panel,
    "take": takeaway.panel,
}
# Panels that tell of the hand to move: while it is covered they are silent.
TELLING = {"why", "unseen", "worth", "review"}

shell.enter()

text = prose("sandbox")
names = text["panels"]
ours.remember()
one = table(BOARD, sandbox.first_table)
follow_address(one)

st.html(moves.STYLE)
with st.container(gap=None):
    program(BOARD)
    st.title(text["title"])
st.caption(text["intro"])


def look_closer() -> None:
    """The panels below the board, of which one at most is open."""
    # None is open at first: a learner should think before he is told.
    chosen = st.pills(names["label"], [names[key] for key in PANELS], key="panel")
    # Of a panel that is closed, what it was still working on ends.
    for key, leave in {"worth": truth.leave, "review": review.leave}.items():
        if chosen != names[key]:
            leave()
    for key, panel in PANELS.items():
        if chosen != names[key]:
            continue
        with st.container(key="opened"):
            if key in TELLING and not views.sees(one, one.timeline.position.turn):
                st.markdown(text["covered"])
            else:
                panel(one)


@st.fragment
@shell.guarded("sandbox")
def body() -> None:
    """All that a move changes: the menu and the frame around it need not run again.

    What stands above the board is filled after it: so the board is sent, and drawn, first. It has
    places of its own, too: a board that changed its place in the page would be made anew.
    """
    trouble = st.container()
    menus = st.container(horizontal=True, vertical_alignment="center")
    note = st.container()
    table_side, hand_side = st.columns([13, 7], gap="medium")
    setting_up = setup.going_on(one)
    with table_side:
        data = setup.data(one) if setting_up else None
        show_board(one, BOARD, with_program=False, setup=data, **views.shown(one))
    with trouble:
        if one.trouble:
            st.error(one.trouble)
    with menus:
        deals.tools(one)
        setup.switch()
        views.tools(one)
    with note:
        sandbox.contradictions_note(one.timeline.position)
    with table_side:
        if setting_up:
            setup.tools(one)
        else:
            follow.panel(one)
    with hand_side:
        moves.panel(one)
        sandbox.outcome(one)
        if views.sees(one, one.timeline.position.turn):
            hints.panel(one)
    look_closer()
    if not one.trouble:
        write_address(one)


body()
