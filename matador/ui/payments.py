"""What each source would pay for a finished hand, and how long a race takes under each.

`view` draws all of it, for a page that has let `readers` mend its address. Only imported to be
drawn: Altair takes a while to load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd
import streamlit as st

from matador.game.errors import UnreadableError
from matador.game.pad import Left
from matador.game.position import SEATS
from matador.game.tiles import Tile
from matador.teach import messages, payments
from matador.teach.content import Preset
from matador.teach.payments import EXAMPLE
from matador.teach.prose import prose
from matador.ui import links, payments_race, payments_table
from matador.ui.bound import Read, Reader, one_of

MOST = 999
"""Pips in one hand; more than any set holds in a hand that was dealt."""

_TEXT = prose("payments")
_FEWEST, _PAIRED = 2, 4
_MOST_LETTERS = 120
_NARROW, _WIDE = 150, 260  # pixels of the field of one hand, by pips and by tiles


def view(presets: Sequence[Preset]) -> None:
    """Draw the calculator and the race for these presets, in the order given.

    Two to eight hands by pips or tiles, out or blocked, ties, four in pairs; a row and a bar for
    each source with its sum, its alternatives, and what it does not say; below, the simulated race.
    Call it on a page that has passed `readers()` to `bound.mended` before it draws anything, with
    the style `compare.STYLE` in it. Every control is bound to the address by its key: `by`,
    `seats`, `out`, `last`, `pairs`, `pips_a` … `pips_h`, `tiles_a` … `tiles_h`, and those of
    `payments_race.view`: `race_players`, `race_policy`, `race_target`, `race_all`.
    """
    asked = _asked()
    pairs = len(asked.left) == _PAIRED and st.toggle(
        _TEXT["hand"]["pairs"], key="pairs", bind="query-params"
    )
    if asked.readable:
        _pay(presets, asked, pairs)
    payments_race.view(presets)


def readers() -> dict[str, Reader]:
    """A reader for every parameter that `view` has."""
    trouble = _TEXT["trouble"]
    found: dict[str, Reader] = {
        "by": one_of(_ways_to_count(), "pips", trouble["by"]),
        "seats": _whole(_FEWEST, len(SEATS), _FEWEST, trouble["seats"].format(shown=_FEWEST)),
        "out": one_of(_ends(_seats()), "blocked", trouble["out"]),
        "last": one_of(_lasts(_seats()), "", trouble["last"]),
        "pairs": lambda raw: _yes(raw, trouble["pairs"]),
    }
    for seat, usual in enumerate(payments.example_pips()):
        said = trouble["pips"].format(seat=SEATS[seat], shown=usual)
        found[_key("pips", seat)] = _whole(0, MOST, usual, said)
        said = trouble["tiles"].format(seat=SEATS[seat])
        found[_key("tiles", seat)] = _typed(EXAMPLE[seat], said)
    return found | payments_race.readers()


# --- the address --------------------------------------------------------------------------------


def _key(what: str, seat: int) -> str:
    return f"{what}_{SEATS[seat].lower()}"


def _ways_to_count() -> dict[str, str]:
    return {name: _TEXT["hand"][name] for name in ("pips", "tiles")}


def _ends(seats: int) -> dict[str, str]:
    text = _TEXT["hand"]
    out = {seat: text["out_seat"].format(seat=seat) for seat in SEATS[:seats]}
    return {"blocked": text["blocked"], **out}


def _lasts(seats: int) -> dict[str, str]:
    text = _TEXT["hand"]
    return {"": text["last_unknown"]} | {
        seat: text["last_seat"].format(seat=seat) for seat in SEATS[:seats]
    }


def _seats() -> int:
    """The number of seats that the address asks for."""
    return links.number(st.query_params.get("seats"), _FEWEST, len(SEATS), _FEWEST)


def _whole(low: int, high: int, usual: int, trouble: str) -> Reader:
    def read(raw: list[str]) -> Read:
        value = links.number(raw[-1], low, high, -1)
        if value < 0:
            return Read([], usual, trouble)
        return Read([] if value == usual else [str(value)], value)

    return read


def _typed(usual: str, trouble: str) -> Reader:
    def read(raw: list[str]) -> Read:
        text = raw[-1][:_MOST_LETTERS]
        try:
            payments.hand_typed(text)
        except UnreadableError:
            return Read([], usual, trouble)
        return Read([] if text == usual else [text], text)

    return read


def _yes(raw: list[str], trouble: str) -> Read:
    return Read(raw, True) if raw == ["true"] else Read([], False, trouble)


# --- what is asked ------------------------------------------------------------------------------


class _Asked(NamedTuple):
    left: tuple[Left, ...]
    """By seat; None where nothing is said, or nothing that can be read."""
    out: int | None
    readable: bool


def _asked() -> _Asked:
    """The hands as they are typed, with what is said of them below the fields."""
    text, labels = _TEXT["hand"], _ways_to_count()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by = st.segmented_control(
            text["by"],
            list(labels.values()),
            default=labels["pips"],
            required=True,
            key="by",
            bind="query-params",
        )
        seats = _number(text["seats"], _FEWEST, len(SEATS), _FEWEST, "seats")
        out = _chosen(text["out"], _ends(seats), "out")
    gone = SEATS.index(out) if out in SEATS else None
    field = _pips_field if by == labels["pips"] else _tiles_field
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = [field(seat, seat == gone) for seat in range(seats)]
    return _told(typed, gone)


def _number(
    label: str, low: int, high: int, usual: int, key: str, *, disabled: bool = False
) -> int:
    return int(
        st.number_input(
            label,
            low,
            high,
            usual,
            key=key,
            bind="query-params",
            disabled=disabled,
            width=_NARROW,
        )
    )


def _chosen(label: str, options: Mapping[str, str], key: str) -> str:
    """A choice by name; one that is no longer there falls back to the first."""
    labels = list(options.values())
    if st.session_state.get(key, labels[0]) not in labels:
        st.session_state[key] = labels[0]
    picked = st.selectbox(label, labels, key=key, bind="query-params", width=220)
    return list(options)[labels.index(picked)]


def _pips_field(seat: int, gone: bool) -> Left:
    label = _TEXT["hand"]["pips_left"].format(player=messages.player(seat))
    usual = payments.example_pips()[seat]
    return _number(label, 0, MOST, usual, _key("pips", seat), disabled=gone)


def _tiles_field(seat: int, gone: bool) -> Left | UnreadableError:
    text = _TEXT["hand"]
    typed = st.text_input(
        text["tiles_left"].format(player=messages.player(seat)),
        EXAMPLE[seat],
        key=_key("tiles", seat),
        bind="query-params",
        max_chars=_MOST_LETTERS,
        placeholder=text["tiles_help"],
        disabled=gone,
        width=_WIDE,
    )
    try:
        return payments.hand_typed(typed)
    except UnreadableError as error:
        return error


def _told(typed: Sequence[Left | UnreadableError], gone: int | None) -> _Asked:
    """Say what the tiles come to, who holds nothing, and what can't be read."""
    text = _TEXT["hand"]
    left = [None if isinstance(hand, UnreadableError) else hand for hand in typed]
    wrong = {
        seat: hand
        for seat, hand in enumerate(typed)
        if isinstance(hand, UnreadableError) and seat != gone
    }
    if gone is not None:
        left[gone] = 0
    notes = [_counted(seat, hand) for seat, hand in enumerate(left) if isinstance(hand, tuple)]
    if gone is not None:
        notes.append(text["held"].format(player=messages.player(gone)))
    if notes:
        st.markdown("  \n".join(notes))
    for seat, error in wrong.items():
        player = messages.player(seat)
        st.warning(text["unreadable"].format(player=player, error=links.plain(error)))
    return _Asked(tuple(left), gone, not wrong)


def _counted(seat: int, hand: Sequence[Tile]) -> str:
    key = "counted_doubles" if any(tile.double for tile in hand) else "counted"
    return str(
        _TEXT["hand"][key].format(
            player=messages.player(seat),
            hand=", ".join(map(messages.tile_name, hand)),
            pips=payments.pips_of(hand),
        )
    )


def _last(presets: Sequence[Preset], asked: _Asked, pairs: bool) -> int | None:
    """Who played the last tile, where a tie asks for it."""
    result = payments.finished(asked.left, asked.out)
    if not payments.asks_last(payments.paid(preset, result, pairs) for preset in presets):
        return None
    last = _chosen(_TEXT["hand"]["last"], _lasts(len(asked.left)), "last")
    return SEATS.index(last) if last else None


# --- what is paid -------------------------------------------------------------------------------


def _pay(presets: Sequence[Preset], asked: _Asked, pairs: bool) -> None:
    """The headline, the chart, the table and the download; or what is wrong with the hand."""
    result = payments.finished(asked.left, asked.out, _last(presets, asked, pairs))
    found = [payments.paid(preset, result, pairs) for preset in presets]
    if payments.common(found):
        st.warning(payments_table.doubted(found[0], result))
        return
    st.markdown(f"**{payments_table.worth(found)}**")
    drawn = payments_table.bars(found)
    st.altair_chart(payments_table.chart(drawn), alt=payments_table.chart_text(drawn))
    st.html(payments_table.table(found, result))
    st.download_button(
        _TEXT["paid"]["download"],
        pd.DataFrame(payments.records(found)).to_csv(index=False),
        file_name="matador-payments.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="payments_csv",
    )
