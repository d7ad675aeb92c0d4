"""Records in and out of the sandbox: a text or a file becomes hands to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import TextIOWrapper

import streamlit as st

from matador.game.errors import MatadorError
from matador.game.moves import Action
from matador.game.record import Timeline
from matador.game.records import Move, Record, read_records, write_record
from matador.game.rules import write_rules
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.game import BAD, Table

MOST = 500
"""Hands of one file that can be chosen from; more would make a list that nobody reads."""

_OPEN = "records"


@dataclass(frozen=True)
class Opened:
    """What a file gave: its hands, and what ended the reading early, if anything."""

    records: tuple[Record, ...]
    trouble: str = ""
    more: bool = False


def open_records(lines: Iterable[str]) -> Opened:
    """The hands of a record text up to the first fault; whatever could be read is kept."""
    found: list[Record] = []
    try:
        for record in read_records(lines):
            if len(found) == MOST:
                return Opened(tuple(found), more=True)
            found.append(record)
    except (MatadorError, UnicodeDecodeError) as error:
        trouble = links.plain(error) if isinstance(error, MatadorError) else str(error.reason)
        return Opened(tuple(found), trouble)
    return Opened(tuple(found))


def lines_of(record: Record) -> dict[str, tuple[Action, ...]]:
    """Every line of a record by name: the main line, then each variation from the start."""
    text = prose("sandbox")["write"]
    named = {text["main"]: tuple(move.action for move in record.moves)}
    for before, moves in _variations((), record.moves):
        name = text["variation"].format(at=len(before) + 1, action=moves[0].action)
        while name in named:
            name += "'"
        named[name] = (*before, *(move.action for move in moves))
    return named


def record_of(line: Timeline) -> str:
    """A line of play as a record text; the whole tree it came from, if it is a line of that."""
    opened: Opened | None = st.session_state.get(_OPEN)
    known: tuple[Record, ...] = opened.records if opened else ()
    for record in known:
        if record.start == line.start and line.actions in lines_of(record).values():
            return write_record(record)
    return write_record(Record(line.start, tuple(map(Move, line.actions))))


def record_tools(one: Table) -> None:
    """Opening a record by text or file, choosing a hand and a line of it, taking one away."""
    text = prose("sandbox")["write"]
    with st.form("open_record", border=False, clear_on_submit=True):
        st.text_area(text["record"], key="typed_record", help=text["record_help"], height=120)
        st.file_uploader(text["upload"], type=["txt", "pgn", "rec"], key="record_file")
        st.form_submit_button(text["load"], on_click=_load, args=(one,))
    opened = st.session_state.get(_OPEN)
    if opened and opened.records:
        _choose(one, opened)
    st.download_button(
        text["download"], record_of(one.timeline), file_name="matador-hand.txt", mime="text/plain"
    )


def _load(one: Table) -> None:
    text, file = prose("sandbox")["write"], st.session_state.record_file
    typed = st.session_state.typed_record.splitlines()
    opened = open_records(TextIOWrapper(file, "utf-8") if file else typed)
    if not opened.records:
        one.say(opened.trouble, BAD)
        return
    st.session_state[_OPEN] = opened
    count = len(opened.records)
    told = text["read_one"] if count == 1 else text["read"].format(count=count)
    if opened.more:
        told = text["too_many"].format(count=count)
    if opened.trouble:
        told = text["stopped"].format(count=count, trouble=opened.trouble)
    _show(one, opened.records[0], None, told)


def _choose(one: Table, opened: Opened) -> None:
    text = prose("sandbox")["write"]

    def named(number: int) -> str:
        record = opened.records[number]
        rules, count = write_rules(record.start.rules), len(record.moves)
        return str(text["hand_item"].format(number=number + 1, rules=rules, count=count))

    number = st.selectbox(
        text["hand"],
        range(len(opened.records)),
        format_func=named,
        key="record_hand",
        on_change=lambda: _show(one, opened.records[st.session_state.record_hand]),
    )
    record = opened.records[number]
    if len(lines := lines_of(record)) > 1:
        st.selectbox(
            text["line"],
            list(lines),
            key="record_line",
            on_change=lambda: _show(one, record, st.session_state.record_line),
        )


def _show(one: Table, record: Record, name: str | None = None, told: str = "") -> None:
    """Put a line of a record on the table, looked at after its last action."""
    lines = lines_of(record)
    actions = lines[name] if name else next(iter(lines.values()))
    one.begin(Timeline(record.start, actions, len(actions)), told)


def _variations(
    before: tuple[Action, ...], moves: tuple[Move, ...]
) -> Iterable[tuple[tuple[Action, ...], tuple[Move, ...]]]:
    for move in moves:
        for variation in move.variations:
            yield before, variation
            yield from _variations(before, variation)
        before = (*before, move.action)
