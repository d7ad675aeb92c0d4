"""How the table is looked at: from which place, which hands lie open, and how it is drawn.

What a visitor chooses is his own: it stays with him from page to page and is never part of the
address, so that a shared link opens the position as it is.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import streamlit as st

from matador.game.moves import ending
from matador.game.position import SEATS, Position
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui.board import Curtain, holder
from matador.ui.game import Table

Hands = Literal["open", "own", "covered", "pass"]
"""Which hands lie open: all, the one of the place one looks from, none, or the one to move after
the device was passed on."""

_SEAT, _HANDS, _FLIP, _NUMERALS = "view_seat", "view_hands", "view_flip", "view_numerals"


def tools(one: Table) -> None:
    """A popover with the choices of view; `shown` is what they come to."""
    # Its choices are drawn only while it is open: every move would send them again.
    menu = st.popover(
        prose("views")["label"], icon=":material/visibility:", key="view_menu", on_change="rerun"
    )
    if menu.open:
        with menu:
            _choices(one.timeline.position.players)


def shown(one: Table) -> dict[str, Any]:
    """What the choices of view make of `show_board`'s options."""
    position, state = one.timeline.position, st.session_state
    hands = state.get(_HANDS, "open")
    seat = None if hands == "pass" else _seat(position.players)
    drawn = {"flipped": state.get(_FLIP, False), "numerals": state.get(_NUMERALS, False)}
    if _over(position):
        return {**drawn, "seat": seat}
    return {**drawn, **_seen(position, hands, seat)}


def sees(one: Table, seat: int) -> bool:
    """Whether the visitor sees the hand of this seat now.

    Whatever stands beside the board and tells of a hand asks here first.
    """
    position = one.timeline.position
    if _over(position):
        return True
    seat_of_view = _seat(position.players)
    seen = _seen(position, st.session_state.get(_HANDS, "open"), seat_of_view).get("open_seats")
    return seen is None or seat in seen


def _over(position: Position) -> bool:
    return bool(position.flaws) or ending(position) is not None


def _choices(players: int) -> None:
    """What the popover holds."""
    text = prose("views")
    if _choose_hands() != "pass":
        _choose_seat(players)
    st.toggle(text["flip"], key=_FLIP, help=text["flip_help"], persist_state="session")
    st.toggle(text["numerals"], key=_NUMERALS, persist_state="session")
    st.caption(text["private"])


def _choose_hands() -> Hands:
    text = prose("views")
    chosen: Hands = st.segmented_control(
        text["hands"]["heading"],
        get_args(Hands),
        format_func=lambda name: text["hands"][name],
        default="open",
        required=True,
        key=_HANDS,
        persist_state="session",
    )
    st.caption(text["hands_help"][chosen])
    return chosen


def _choose_seat(players: int) -> None:
    text = prose("views")
    if _seat(players) is None:
        st.session_state[_SEAT] = ""  # perhaps chosen at a table with more players
    st.selectbox(
        text["from"],
        ["", *SEATS[:players]],
        format_func=lambda seat: messages.player(SEATS.index(seat)) if seat else text["to_move"],
        key=_SEAT,
        persist_state="session",
    )


def _seat(players: int) -> int | None:
    """The seat to look from; None for whichever is to move."""
    chosen = st.session_state.get(_SEAT, "")
    return SEATS.index(chosen) if chosen and chosen in SEATS[:players] else None


def _seen(position: Position, hands: Hands, seat: int | None) -> dict[str, Any]:
    """The board's options for the hands that lie open in a hand of play."""
    turn = position.turn
    if hands == "open":
        return {"seat": seat}
    if hands == "own":
        return {"seat": seat, "open_seats": (turn if seat is None else seat,)}
    if hands == "covered":
        return {"seat": seat, "open_seats": ()}
    if holder() == SEATS[turn]:
        return {"open_seats": (turn,)}
    return {"open_seats": (), "curtain": _curtain(turn)}


def _curtain(turn: int) -> Curtain:
    text, player = prose("views"), messages.player(turn)
    return {
        "seat": SEATS[turn],
        "text": text["pass"].format(player=player),
        "label": text["show"].format(player=player),
    }
