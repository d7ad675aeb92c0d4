"""Records on the table: the hands of a text, one after the other, with all their variations."""

from __future__ import annotations

from typing import Any

import streamlit as st

from matador.game.paste import Hands
from matador.game.records import Record
from matador.game.rules import write_rules
from matador.game.tree import from_record
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.game import BAD, GOOD, Table

_OPEN, _CHOSEN = "records", "record_hand"


def open_hands(one: Table, found: Hands) -> None:
    """Keep the hands to choose from, and put the first on the table."""
    st.session_state[_OPEN] = found
    st.session_state[_CHOSEN] = 0
    show(one, found.records[0], told_of(found), bad=found.trouble is not None)


def told_of(found: Hands) -> str:
    """How many hands were read, and what ended the reading early, if anything."""
    text: dict[str, Any] = prose("paste")["done"]
    count = len(found.records)
    if found.trouble:
        return str(text["hands_stopped"].format(count=count, trouble=links.plain(found.trouble)))
    key = "hands_more" if found.more else "hand_one" if count == 1 else "hands"
    return str(text[key].format(count=count))


def show(one: Table, record: Record, told: str = "", *, bad: bool = False) -> None:
    """Put a record on the table with all its variations, looked at after its last action."""
    kept = from_record(record)
    if not kept.whole:
        told = f"{told} {prose('paste')['done']['not_whole']}".strip()
    one.begin_tree(kept.tree, message=told, tone=BAD if bad else GOOD)


def choice(one: Table) -> None:
    """The hands that were opened last, to choose from, if there are several."""
    found: Hands | None = st.session_state.get(_OPEN)
    if found is None or len(found.records) < 2:
        return
    text, records = prose("paste")["hands"], found.records

    def named(number: int) -> str:
        record = records[number]
        rules, count = write_rules(record.start.rules), len(record.moves)
        return str(text["item"].format(number=number + 1, rules=rules, count=count))

    st.selectbox(
        text["choose"],
        range(len(records)),
        format_func=named,
        key=_CHOSEN,
        on_change=lambda: show(one, records[st.session_state[_CHOSEN]]),
    )
