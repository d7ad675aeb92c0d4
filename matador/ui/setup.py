"""Setting up a position by hand: the board moves tiles, everything else stands below it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

import streamlit as st

from matador.game import edit
from matador.game.position import SEATS, FlawFound, Position, sides
from matador.game.record import Timeline
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui.board import SetUp, SetUpPlace
from matador.ui.game import BAD, GOOD, INFO, Table
from matador.ui.table import tile_data

SWITCH = "setting_up"
"""Under this key stands whether the visitor is setting up."""

_Change = Callable[[int, Position], Position]
"""Makes the position with another number in it."""

_SEED, _FOCUS = "setup_seed", "setup_focus"
_SEEDS = 1_000_000
_MOST_POINTS = 999_999
_NARROW = 130  # pixels: a number and its label


def switch() -> None:
    """Let the visitor begin and end setting up."""
    st.toggle(prose("setup")["switch"], key=SWITCH)


def going_on(one: Table) -> bool:
    """Whether the visitor is setting up; what is wrong with a position stands there, too."""
    return bool(st.session_state.get(SWITCH) or one.timeline.position.flaws)


def data(one: Table) -> SetUp:
    """What the board needs to let tiles be moved anywhere."""
    position = one.timeline.position
    found: SetUp = {
        "rack": [tile_data(one, position.rules) for one in position.unseen],
        "places": _places(position),
        "flaws": {
            str(tile): messages.flaw_sentence(found)
            for found in position.flaws
            for tile in found.tiles
        },
    }
    rev, focus = st.session_state.get(_FOCUS, (None, None))
    return {**found, "focus": focus} if rev == one.rev else found


def _places(position: Position) -> list[SetUpPlace]:
    text = prose("setup")["places"]
    arms = [end.arm for end in position.ends] or ["S"]
    names = {arm: messages.arm_name(arm).capitalize() for arm in arms}
    for seat in SEATS[: position.players]:
        names[f"{edit.HAND}{seat}"] = text["hand"].format(seat=seat)
    names |= {edit.STOCK: text["stock"], edit.BOX: text["box"]}
    return [{"id": place, "name": name} for place, name in names.items()]


def tools(one: Table) -> None:
    """What is wrong, filling and emptying, whose turn, what lies face down, the score."""
    _flaws(one)
    _at_random(one)
    _taking(one)
    _counts(one)
    with st.expander(prose("setup")["counts"]["more"]):
        _face_down(one)
        _score(one)


# --- flaws --------------------------------------------------------------------------------------


def _flaws(one: Table) -> None:
    text, flaws = prose("setup"), one.timeline.position.flaws
    with st.container(border=True, gap="small", key="setup_flaws"):
        if not flaws:
            st.markdown(f":green-badge[:material/check:] {text['flaws']['sound']}")
            st.caption(text["help"])
            return
        st.markdown(f":red-badge[:material/warning:] **{text['flaws']['heading']}**")
        for number, found in enumerate(flaws):
            _flaw(one, number, found)


def _flaw(one: Table, number: int, found: FlawFound) -> None:
    """A flaw in words, with a button that leads to the tile at fault, or mends it."""
    text, position = prose("setup"), one.timeline.position
    tile, mended = edit.at_fault(position, found), edit.mended(position, found.flaw)
    sentence, key = messages.flaw_sentence(found), f"flaw_{number}"
    told, button = st.columns([3, 2], vertical_alignment="center", wrap=False)
    told.markdown(sentence)
    if tile:
        label = text["flaws"]["show"].format(tile=messages.tile_name(tile))
        button.button(label, key=key, on_click=_focus, args=(one, str(tile), sentence), wrap=True)
    elif mended:
        label = text["mend"][str(found.flaw)]
        button.button(label, key=key, on_click=_change, args=(one, mended), wrap=True)


def _focus(one: Table, tile: str, sentence: str) -> None:
    # A new revision: a tile can be looked for again.
    one.show(one.timeline, sentence, BAD)
    st.session_state[_FOCUS] = one.rev, tile


def _change(one: Table, position: Position, told: str = "") -> None:
    one.begin(Timeline(position), told, GOOD if told else INFO)


# --- filling and emptying -----------------------------------------------------------------------


def _at_random(one: Table) -> None:
    text = prose("setup")["random"]
    st.session_state.setdefault(_SEED, _new_seed())
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(text["seed"], max_chars=20, help=text["seed_help"], key=_SEED, width=_NARROW)
        st.button(text["hands"], on_click=_fill, args=(one, True))
        st.button(text["stock"], on_click=_fill, args=(one, False))


def _fill(one: Table, hands: bool) -> None:
    text, state = prose("setup")["random"], st.session_state
    seed, before = state[_SEED].strip() or "0", one.timeline.position
    after = edit.filled(before, seed, hands=hands)
    if after == before:
        one.say(text["nothing"], INFO)
        return
    told = text["filled_hands" if hands else "filled_stock"]
    _change(one, after, told.format(seed=seed))
    # The hands and the stock of one seed belong together; the next hands are other ones.
    if not hands:
        state[_SEED] = _new_seed()


def _new_seed() -> str:
    return str(secrets.randbelow(_SEEDS))


def _taking(one: Table) -> None:
    """A button for the outermost tile of each end, and one for everything."""
    text, position = prose("setup")["take"], one.timeline.position
    with st.container(horizontal=True):
        for arm, tile in edit.outermost(position).items():
            name = messages.tile_name(tile)
            label = text["off"].format(tile=name, arm=messages.arm_name(arm))
            after = edit.take(position, tile)
            st.button(label, key=f"take_{arm}", on_click=_change, args=(one, after))
            if turned := edit.turned(position, arm):
                label = text["turn"].format(tile=name, arm=messages.arm_name(arm))
                st.button(label, key=f"turn_{arm}", on_click=_change, args=(one, turned))
        after = edit.cleared(position)
        st.button(text["clear"], on_click=_change, args=(one, after, text["cleared"]))


# --- numbers ------------------------------------------------------------------------------------


def _counts(one: Table) -> None:
    text, position = prose("setup")["counts"], one.timeline.position
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _number(one, text["players"], "setup_players", position.players, 2, edit.with_players)
        st.session_state["setup_turn"] = position.turn
        st.selectbox(
            text["turn"],
            range(position.players),
            format_func=messages.player,
            key="setup_turn",
            on_change=lambda: _set(one, "setup_turn", edit.with_turn),
            width=_NARROW,
        )
        _number(one, text["passes"], "setup_passes", position.passes, 0, edit.with_passes)


def _face_down(one: Table) -> None:
    text, position = prose("setup")["counts"], one.timeline.position
    most = len(position.rules.tiles.tiles)
    hands = zip(SEATS, position.hands, strict=False)
    counts = {f"{edit.HAND}{seat}": hand.hidden for seat, hand in hands}
    labels = {place: text["hand"].format(seat=place[-1]) for place in counts}
    counts[edit.STOCK], labels[edit.STOCK] = position.stock.hidden, text["stock"]
    st.markdown(f"**{text['face_down']}**")
    with st.container(horizontal=True):
        for place, count in counts.items():
            change = partial(edit.with_hidden, place)
            _number(one, labels[place], f"setup_hidden_{place}", count, 0, change, most)


def _score(one: Table) -> None:
    text, position = prose("setup")["counts"], one.timeline.position
    st.markdown(f"**{text['score']}**")
    with st.container(horizontal=True):
        for side, seats in enumerate(sides(position.rules, position.players)):
            label = text["hand"].format(seat="+".join(SEATS[seat] for seat in seats))
            key, points = f"setup_score_{side}", position.score[side]
            change = partial(edit.with_score, side)
            _number(one, label, key, points, 0, change, _MOST_POINTS)


def _number(
    one: Table,
    label: str,
    key: str,
    value: int,
    least: int,
    change: _Change,
    most: int = len(SEATS),
) -> None:
    """A number of the position that can be changed; `change` makes the position with another."""
    # The position decides what stands there, whichever way it was changed.
    st.session_state[key] = max(least, min(value, most))
    st.number_input(
        label,
        least,
        most,
        step=1,
        key=key,
        on_change=lambda: _set(one, key, change),
        width=_NARROW,
    )


def _set(one: Table, key: str, change: _Change) -> None:
    _change(one, change(int(st.session_state[key]), one.timeline.position))
