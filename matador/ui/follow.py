"""A real game as it runs: what others do with tiles nobody sees, and which tile was drawn."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from matador.game.errors import AmbiguousError, MatadorError
from matador.game.moves import DRAW, Action, ending, explain, legal_actions
from matador.game.paste import Pasted, Played, Tiles, tiles_typed, understand
from matador.game.position import SEATS, Position
from matador.game.record import Timeline
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.game import GOOD, Table

MOST_PILLS = 28
"""More tiles than that are a list to search in, not buttons to tap."""

_TYPED, _CHOICE, _DRAWN = "follow_typed", "follow_choice", "follow_drawn"


def panel(one: Table) -> None:
    """What has to be told for the game to go on; nothing where everything is known.

    To be drawn right under the board.
    """
    position = one.timeline.position
    if position.flaws or ending(position):
        return
    if _unnamed(one.timeline):
        _name_drawn(one)
    elif position.hand.hidden:
        _others(one)
    elif _draws_unseen(position):
        _drawing(one)


def _unnamed(line: Timeline) -> bool:
    """Whether the last action was a draw, without its tile, of a seat whose hand was known."""
    if not line.at or line.last != Action(DRAW):
        return False
    before = line.positions[line.at - 1]
    return not before.hand.hidden and bool(line.position.hands[before.turn].hidden)


def _draws_unseen(position: Position) -> bool:
    stock = position.stock
    return bool(stock.hidden and not stock.tiles) and explain(position, Action(DRAW)).legal


# --- what others do -----------------------------------------------------------------------------


def _others(one: Table) -> None:
    text, position = prose("deals")["entry"], one.timeline.position
    label = text["others"].format(seat=SEATS[position.turn])
    with (
        st.form("follow", border=False, clear_on_submit=True),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            label,
            key=_TYPED,
            help=text["others_help"],
            placeholder=text["others_example"],
        )
        st.form_submit_button(text["go"], on_click=_typed, args=(one,))
    rev, tile = st.session_state.get(_CHOICE, (None, None))
    if tile and rev == one.rev:
        _which(one, tile)


def _typed(one: Table) -> None:
    """Do what was typed; a tile with several placements is asked about."""
    typed, position = st.session_state.get(_TYPED, "").strip(), one.timeline.position
    if not typed:
        return
    st.session_state.pop(_CHOICE, None)
    try:
        found = understand(typed, position)
    except AmbiguousError:
        (tile,) = tiles_typed(typed, position.rules)
        st.session_state[_CHOICE] = one.rev, tile
    except MatadorError:
        one.act(typed)  # says in words what is wrong with it
    else:
        _act(one, found, typed)


def _act(one: Table, found: Pasted, typed: str) -> None:
    match found:
        case Played(record):
            for move in record.moves:
                one.act(str(move.action))
        case Tiles(_, error) if error:
            one.say(links.plain(error))
        case _:
            one.act(typed)


def _which(one: Table, tile: Tile) -> None:
    text, position = prose("deals")["entry"], one.timeline.position
    st.markdown(text["which"].format(tile=messages.tile_name(tile)))
    with st.container(horizontal=True):
        for action in legal_actions(position):
            if action.tile == tile:
                name = messages.place_name(position, action)
                args = (one, one.rev, action)
                st.button(name, key=f"follow_{action}", on_click=_play, args=args)


def _play(one: Table, rev: int, action: Action) -> None:
    if rev == one.rev:
        one.act(str(action))


# --- tiles drawn --------------------------------------------------------------------------------


def _drawing(one: Table) -> None:
    """For a seat whose tiles are known: the tile that comes when it draws."""
    position = one.timeline.position
    label = prose("deals")["entry"]["drawn"].format(seat=SEATS[position.turn])
    _one_tile(one, label, position.unseen, lambda tile: one.act(f"{DRAW}{tile}"))


def _name_drawn(one: Table) -> None:
    """The tile of a draw that was entered without it: the draw is entered anew."""
    cursor = one.cursor
    before = cursor.back()
    position = before.timeline.position

    def name(tile: Tile) -> None:
        draw = Action(DRAW, *tile)
        # What was already played after the draw stays, as a variation.
        start = cursor.deleted() if cursor.below == 1 else before
        after = start.play(draw)
        one.begin_tree(after.tree, after.at, messages.told(position, draw), GOOD)

    label = prose("deals")["entry"]["named"].format(seat=SEATS[position.turn])
    _one_tile(one, label, position.unseen, name)


def _one_tile(
    one: Table, label: str, tiles: tuple[Tile, ...], done: Callable[[Tile], None]
) -> None:
    """One tile to choose; `done` gets it."""
    rev, text = one.rev, prose("deals")["entry"]
    key = f"{_DRAWN}_{rev}"

    def chosen() -> None:
        tile = st.session_state.get(key)
        if tile and rev == one.rev:
            done(tile)

    if len(tiles) <= MOST_PILLS:
        st.pills(
            label,
            tiles,
            format_func=messages.tile_name,
            key=key,
            on_change=chosen,
            wrap=True,
        )
    else:
        st.selectbox(
            label,
            tiles,
            index=None,
            placeholder=text["choose"],
            format_func=messages.tile_name,
            key=key,
            on_change=chosen,
        )
