"""The bare page: one board component and nothing else, to measure the sandbox against.

`?line=6.6-1.…` gives the tiles that lie, `?tile=1-2` the only one in hand; Back takes it off again.
It knows no rules: the tile goes on the right end.
"""

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent
_board = st.components.v2.component(
    "bare_board",
    html='<div class="board" id="root"></div>',
    css=(_HERE / "board.css").read_text(encoding="utf-8"),
    js=(_HERE / "board.js").read_text(encoding="utf-8"),
)


def _tiles(text: str) -> list[list[int]]:
    return [[int(half) for half in tile.split("-")] for tile in text.split(".")]


def _play() -> None:
    state.played = True
    state.rev += 1


def _back() -> None:
    state.played = False
    state.rev += 1


state = st.session_state
state.setdefault("played", False)
state.setdefault("rev", 0)
line, tile = _tiles(st.query_params["line"]), st.query_params["tile"]
shown = [*line, *(_tiles(tile) if state.played else [])]

st.title("Bare board")
_board(
    key="board",
    data={
        "line": shown,
        "hand": [] if state.played else [tile],
        "open": {"left": shown[0][0], "right": shown[-1][1]},
        "legal": {tile: ["right"]},
        "rev": state.rev,
        "last": "right" if state.played else None,
        "message": f"You played {tile}." if state.played else "",
    },
    on_move_change=_play,
)
st.button("Back", on_click=_back)
