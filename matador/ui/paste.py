"""One box that takes anything: a position, an address, records, actions, tiles; typed or a file."""

from __future__ import annotations

from functools import partial

import streamlit as st

from matador.game import edit
from matador.game.errors import MatadorError, UnreadableError
from matador.game.paste import Address, Hands, Played, Start, Tiles, understand
from matador.game.position import SEATS
from matador.game.record import Timeline, timeline
from matador.game.records import Move, Record
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import late, links, records, setup
from matador.ui.game import BAD, GOOD, Table

MOST_MEGABYTES = 2
"""A larger file has more hands than anybody can choose from."""

_PANEL, _TEXT, _FILE, _TAKEN, _TROUBLE, _TILES = (
    "paste",
    "pasted",
    "pasted_file",
    "paste_taken",
    "paste_trouble",
    "paste_tiles",
)


def panel(one: Table) -> None:
    """The box, what was wrong with what was pasted last, and what is left to choose."""
    text = prose("paste")
    with st.form("paste", border=False):
        st.text_area(text["label"], key=_TEXT, help=text["help"], height=120)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.file_uploader(
                text["file"],
                type=["txt", "pgn", "rec"],
                key=_file_key(),
                max_upload_size=MOST_MEGABYTES,
            )
            st.form_submit_button(text["go"], on_click=_paste, args=(one,))
    late.finish(_PANEL, taken=_taken())
    if trouble := st.session_state.get(_TROUBLE):
        st.error(trouble)
    _tiles_to_place(one)
    records.choice(one)


def _taken() -> int:
    """How often the box was emptied."""
    return int(st.session_state.get(_TAKEN, 0))


def _file_key() -> str:
    # A file that was taken leaves the box: its successor is another widget.
    return f"{_FILE}_{_taken()}"


def _paste(one: Table) -> None:
    """Take what is in the box; on an error it stays there, and nothing else changes."""
    state = st.session_state
    if late.shown(_PANEL, "taken") != _taken():
        return  # it was already taken
    state.pop(_TILES, None)
    try:
        _open(one, _given())
    except MatadorError as error:
        state[_TROUBLE] = links.plain(error)
        one.say(state[_TROUBLE], BAD)
        return
    state.pop(_TROUBLE, None)
    state[_TEXT] = ""
    state[_TAKEN] = _taken() + 1


def _given() -> str:
    """The text of the file, if there is one, else what was typed. Raises UnreadableError."""
    file = st.session_state.get(_file_key())
    if file is None:
        return str(st.session_state.get(_TEXT) or "")
    try:
        return str(file.getvalue().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise UnreadableError(prose("paste")["not_text"].format(at=error.start + 1)) from None


def _open(one: Table, text: str) -> None:
    """Do what the text says. Raises one of the three errors, and then has changed nothing."""
    found = understand(text, one.timeline.position)
    match found:
        case Address(params):
            _open_address(one, params)
        case Start(position):
            told = prose("paste")["done"]["flawed" if position.flaws else "position"]
            one.begin(Timeline(position), told, BAD if position.flaws else GOOD)
            if position.flaws:
                st.session_state[setup.SWITCH] = True
        case Hands():
            records.open_hands(one, found)
        case Played():
            _play(one, found)
        case Tiles():
            st.session_state[_TILES] = one.rev, found


def _open_address(one: Table, params: dict[str, str]) -> None:
    text, opened = prose("paste"), links.read_table(params)
    if opened.cursor is None:
        raise UnreadableError(opened.trouble or text["no_position"])
    told = text["done"]["address"]
    if opened.trouble:
        told = text["done"]["address_trouble"].format(trouble=opened.trouble)
    tone = BAD if opened.trouble else GOOD
    one.begin_tree(opened.cursor.tree, opened.cursor.at, told, tone)


def _play(one: Table, found: Played) -> None:
    """Play on from the moment looked at; with comments and variations, as a hand of its own."""
    text, moves, line = prose("paste")["done"], found.record.moves, one.timeline
    key = "actions_one" if len(moves) == 1 else "actions"
    told = text[key].format(count=len(moves))
    before = line.actions[: line.at]
    if found.plain:
        actions = (*before, *(move.action for move in moves))
        one.show(timeline(line.start, actions), told, GOOD)
    else:
        whole = (*map(Move, before), *moves)
        records.show(one, Record(line.start, whole, found.record.comment), told)


# --- tiles --------------------------------------------------------------------------------------


def _tiles_to_place(one: Table) -> None:
    """Buttons for where the tiles go that were pasted last, while the table is as it was."""
    rev, found = st.session_state.get(_TILES, (None, None))
    if found is None or rev != one.rev:
        return
    text, position = prose("paste")["tiles"], one.timeline.position
    names = ", ".join(map(messages.tile_name, found.tiles))
    key = "one" if len(found.tiles) == 1 else "many"
    st.markdown(text[key].format(count=len(found.tiles), tiles=names))
    with st.container(horizontal=True):
        for seat in range(position.players):
            label = text["hand"].format(seat=SEATS[seat])
            to_hand = partial(_to_hand, one, rev, seat, found.tiles)
            st.button(label, key=f"paste_{seat}", on_click=to_hand)
        to_stock = partial(_to_stock, one, rev, found.tiles)
        st.button(text["stock"], key="paste_stock", on_click=to_stock)
        st.button(text["leave"], key="paste_leave", on_click=_forget)
    if found.trouble:
        st.caption(text["why"].format(trouble=links.plain(found.trouble)))


def _to_hand(one: Table, rev: int, seat: int, tiles: tuple[Tile, ...]) -> None:
    if rev != one.rev:
        return
    told = prose("paste")["tiles"]["in_hand"].format(seat=SEATS[seat])
    _forget()
    one.begin(Timeline(edit.with_hand(one.timeline.position, seat, tiles)), told, GOOD)


def _to_stock(one: Table, rev: int, tiles: tuple[Tile, ...]) -> None:
    if rev != one.rev:
        return
    _forget()
    changed = edit.with_next(one.timeline.position, tiles)
    one.begin(Timeline(changed), prose("paste")["tiles"]["in_stock"], GOOD)


def _forget() -> None:
    st.session_state.pop(_TILES, None)
