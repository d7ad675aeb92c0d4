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
from matador.ui import late
from matador.ui.board import SetUp, SetUpPlace
from matador.ui.game import BAD, GOOD, INFO, Table
from matador.ui.table import tile_data

SWITCH = "setting_up"
"""Under this key stands whether the visitor is setting up."""

_Change = Callable[[int, Position], Position]
"""Makes the position with another number in it."""

_PANEL, _SEED, _FOCUS, _PLAYERS = "setup", "setup_seed", "setup_focus", "setup_players"
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
    late.finish(_PANEL, rev=one.rev, line=one.timeline.position.line)


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
    text, position, key = prose("setup"), one.timeline.position, f"flaw_{number}"
    tile, mended = edit.at_fault(position, found), edit.mended(position, found.flaw)
    told, button = st.columns([3, 2], vertical_alignment="center", wrap=False)
    told.markdown(messages.flaw_sentence(found))
    label = ""
    if tile:
        label = text["flaws"]["show"].format(tile=messages.tile_name(tile))
    elif mended:
        label = text["mend"][str(found.flaw)]
    if label:
        late.show(_PANEL, key, found)
        button.button(label, key=key, on_click=_to_flaw, args=(one, key), wrap=True)


def _to_flaw(one: Table, key: str) -> None:
    """Lead to the tile at fault, or mend the flaw that stood beside the button."""
    found, position = late.shown(_PANEL, key), one.timeline.position
    if found not in position.flaws:
        return
    if tile := edit.at_fault(position, found):
        # A new revision: a tile can be looked for again.
        one.show(one.timeline, messages.flaw_sentence(found), BAD)
        st.session_state[_FOCUS] = one.rev, str(tile)
    elif mended := edit.mended(position, found.flaw):
        _change(one, mended)


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
    seed, before = state.get(_SEED, "").strip() or "0", one.timeline.position
    after = edit.filled(before, seed, hands=hands)
    if after == before:
        if late.shown(_PANEL, "rev") == one.rev:  # else it is what the press before has filled
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
            st.button(label, key=f"take_{arm}", on_click=_take, args=(one, arm))
            if edit.turned(position, arm):
                label = text["turn"].format(tile=name, arm=messages.arm_name(arm))
                st.button(label, key=f"turn_{arm}", on_click=_turn, args=(one, arm))
        st.button(text["clear"], on_click=_clear, args=(one,))


def _take(one: Table, arm: str) -> None:
    position = one.timeline.position
    tile = edit.outermost(position).get(arm)
    if tile and _on_this_line(position):
        _change(one, edit.take(position, tile))


def _turn(one: Table, arm: str) -> None:
    position = one.timeline.position
    turned = edit.turned(position, arm)
    if turned and _on_this_line(position):
        _change(one, turned)


def _on_this_line(position: Position) -> bool:
    """Whether what was pressed stood beside this line, whatever else has changed."""
    return bool(late.shown(_PANEL, "line") == position.line)


def _clear(one: Table) -> None:
    told, before = prose("setup")["take"]["cleared"], one.timeline.position
    after = edit.cleared(before)
    if after == before:
        one.say(told, GOOD)
    else:
        _change(one, after, told)


# --- numbers ------------------------------------------------------------------------------------


def _counts(one: Table) -> None:
    text, position = prose("setup")["counts"], one.timeline.position
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _number(one, text["players"], _PLAYERS, position.players, 2, edit.with_players)
        late.put(_PANEL, "setup_turn", position.turn, position.players)
        st.selectbox(
            text["turn"],
            range(position.players),
            format_func=messages.player,
            key="setup_turn",
            on_change=_set,
            args=(one, "setup_turn", edit.with_turn, position),
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
    late.put(_PANEL, key, max(least, min(value, most)), most)
    st.number_input(
        label,
        least,
        most,
        step=1,
        key=key,
        on_change=_set,
        args=(one, key, change, one.timeline.position),
        width=_NARROW,
    )


def _set(one: Table, key: str, change: _Change, drawn: Position) -> None:
    """Put what somebody chose into the position; `drawn` is the one the field was drawn for."""
    value, now = late.changed(_PANEL, key), one.timeline.position
    if not isinstance(value, int):  # nobody touched it, or it is no choice any more
        return
    # A field of a seat goes with its seat.
    if key == _PLAYERS or (drawn.players, drawn.rules) == (now.players, now.rules):
        _change(one, change(value, now))
