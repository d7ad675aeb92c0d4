"""The board alone, in the position named by `?case=`; every answer is counted below it."""

import sys
from pathlib import Path

import streamlit as st

sys.path.insert(0, str(Path(__file__).parents[3]))

from matador.ui.board import BoardData, board, edited, received
from tests.browser.board_demo.cases import CASES, placed, tile_id


def position() -> BoardData:
    if "position" not in st.session_state:
        st.session_state.position = CASES[st.query_params.get("case", "short")]()
        st.session_state.log = []
    return st.session_state.position


def play() -> None:
    """Lay the tile without asking any rule, as Python's controller would after asking them."""
    data, move = position(), received("board")
    data["ack"] += 1
    if move is None or move.rev != data["rev"]:
        return
    st.session_state.log.append(move.action)
    data["rev"] += 1
    data["message"] = {"text": f"You played {move.action}.", "tone": "good"}
    if move.action[0] in "LRS":
        lay(data, move.action)


def lay(data: BoardData, action: str) -> None:
    a, b = (int(half, 19) for half in action[1:3])
    for tile in data["line"]["row"]:
        tile["last"] = False
    row = data["line"]["row"]
    if action[0] == "L":
        row.insert(0, placed(b, a, last=True))
    else:
        row.append(placed(a, b, across=action.endswith("+"), last=True))
    for hand in data["hands"]:
        hand["tiles"] = [tile for tile in hand["tiles"] if tile["id"] != tile_id((a, b))]


def change() -> None:
    data, edit = position(), edited("board")
    data["ack"] += 1
    if edit is not None and edit.rev == data["rev"]:
        st.session_state.log.append(f"{edit.tile} to {edit.to} inner {edit.inner}")
        data["rev"] += 1


st.set_page_config(page_title="Board", layout="centered")
st.title("Board")
board(position(), key="board", on_action=play, on_edit=change)
st.text(f"Answers: {len(st.session_state.log)} {' '.join(st.session_state.log)}")
