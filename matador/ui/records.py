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

_OPEN, _SHOWN, _TEXTS = "records", "record_shown", "record_texts"


def open_hands(one: Table, found: Hands) -> None:
    """Keep the hands to choose from, and put the first on the table."""
    state = st.session_state
    state[_OPEN], state[_SHOWN] = found, 0
    state[_TEXTS] = state.get(_TEXTS, 0) + 1
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
    text, records, state = prose("paste")["hands"], found.records, st.session_state
    # Another text has a choice of its own: what was chosen in the one before says nothing here.
    key = f"record_hand_{state[_TEXTS]}"

    def named(number: int) -> str:
        record = records[number]
        rules, count = write_rules(record.start.rules), len(record.moves)
        return str(text["item"].format(number=number + 1, rules=rules, count=count))

    state.setdefault(key, state[_SHOWN])
    st.selectbox(
        text["choose"],
        range(len(records)),
        format_func=named,
        key=key,
        on_change=_choose,
        args=(one, found, key),
    )


def _choose(one: Table, found: Hands, key: str) -> None:
    """Put another hand of the text on the table; one that is shown already was not chosen."""
    state = st.session_state
    number = state.get(key)
    if found is state[_OPEN] and number not in (None, state[_SHOWN]):
        state[_SHOWN] = number
        show(one, found.records[number])
