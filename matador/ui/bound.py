"""Addresses of pages whose controls are bound to them: anything wrong is mended before it is used.

Streamlit drops an unknown value from the address without a word, and writes what a control shows
(`Pagat`) where a link had better hold a name that never changes (`pagat`). So a page first lets
`mended` read its parameters: it takes either spelling, reopens the page at the address that its
controls would write themselves, and hands back one sentence about what could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import streamlit as st
from streamlit.errors import StreamlitAPIException


class Read(NamedTuple):
    """What a parameter came to."""

    values: list[str]
    """What the control would write into the address; nothing for its default."""
    state: object
    """What the control then holds."""
    trouble: str = ""
    """One sentence about what could not be read, if anything."""


Reader = Callable[[list[str]], Read]
"""Reads all values of one parameter, whatever they hold."""


def one_of(labels: Mapping[str, str], default: str, trouble: str) -> Reader:
    """A reader of one choice, by name or by label; labels by name, `default` is a name."""

    def read(raw: list[str]) -> Read:
        label = _label(labels, raw[-1]) if len(raw) == 1 else None
        usual = label in (None, labels[default])
        state = labels[default] if label is None else label
        return Read([] if usual else [state], state, trouble if label is None else "")

    return read


def some_of(labels: Mapping[str, str], default: Sequence[str], trouble: str) -> Reader:
    """A reader of several choices, by name or by label; `default` are names."""

    def read(raw: list[str]) -> Read:
        found = [_label(labels, text) for text in raw]
        known = list(dict.fromkeys(label for label in found if label is not None))
        state = known or [labels[name] for name in default]
        return Read(known, state, trouble if None in found else "")

    return read


def mended(page: str, readers: Mapping[str, Reader], several: str) -> str:
    """Mend the address of `pages/PAGE.py`; return one sentence about what was wrong, or nothing.

    `several` is that sentence when more than one thing was wrong.
    """
    raw = {key: st.query_params.get_all(key) for key in readers if key in st.query_params}
    read = {key: readers[key](values) for key, values in raw.items()}
    wrong = {key: found for key, found in read.items() if found.values != raw[key]}
    note, seen = f"_{page}_note", f"_{page}_seen"
    if not wrong:
        st.session_state.pop(seen, None)
        return str(st.session_state.pop(note, ""))
    if st.session_state.get(seen) == raw:
        return ""  # mended before; the address just has not followed yet
    st.session_state[seen] = raw
    troubles = list(dict.fromkeys(found.trouble for found in wrong.values() if found.trouble))
    st.session_state[note] = several if len(troubles) > 1 else "".join(troubles)
    query = {key: found.values for key, found in read.items() if found.values}
    try:
        st.switch_page(f"pages/{page}.py", query_params=query)
    except StreamlitAPIException:
        # A control of this session owns the parameter and writes the address: tell the control.
        for key, found in wrong.items():
            st.session_state[key] = found.state
    return str(st.session_state.pop(note, ""))


def _label(labels: Mapping[str, str], text: str) -> str | None:
    if text in labels:
        return labels[text]
    return text if text in labels.values() else None
