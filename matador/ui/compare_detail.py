"""One cell of the matrix with its proof: what the source says, where, and how we know."""

from __future__ import annotations

import streamlit as st

from matador.teach import matrix
from matador.teach.content import load_presets, load_rule_words, load_sources
from matador.teach.prose import prose
from matador.ui import compare

_TEXT = prose("compare")
_CELL = "cell"
ROW = "_compare_row"
"""Where the dialog leaves the field whose row is to be shown."""


def asked() -> matrix.Entry | None:
    """The cell that the address asks for; None where it asks for none."""
    found = matrix.where(st.query_params.get(_CELL, ""))
    if found is None:
        return None
    return matrix.row(found.field, (load_sources()[found.source],)).entries[0]


def show(entry: matrix.Entry) -> None:
    """Lay the cell over the page, until it is closed."""
    label = load_rule_words()[entry.field].label
    title = _TEXT["detail"]["title"].format(source=entry.source.short, label=label)
    st.dialog(title, on_dismiss=_close)(_body)(entry)


def _close() -> None:
    st.query_params.pop(_CELL, None)


def _body(entry: matrix.Entry) -> None:
    text = _TEXT["detail"]
    for line in lines(entry):
        st.markdown(line)
    with st.container(horizontal=True):
        if entry.reader and entry.reader.url:
            st.link_button(text["open"], entry.reader.url, icon=":material/open_in_new:")
        if st.button(text["row"], icon=":material/list:"):
            _close()
            st.session_state[ROW] = entry.field
            st.rerun()
        if st.button(text["effects"], icon=":material/bar_chart:"):
            st.switch_page("pages/effects.py", query_params={"d": entry.field})


def lines(entry: matrix.Entry) -> list[str]:
    """The cell in sentences: the question, the answer, its place, and what it rests on."""
    words = load_rule_words()[entry.field]
    found = [words.question]
    if entry.words and entry.cell:
        said = f"**{compare.sign(entry.status)}:** {entry.words.long}"
        more = compare.others(entry)
        found += [f"{said} ({more})" if more else said, entry.cell.note]
        found.append(f":small[{compare.cited(entry)}. {where(entry)}]")
    else:
        which = "silent_whole" if entry.source.seen == "whole" else "silent"
        found.append(f"**{compare.sign('silent')}:** {_TEXT['detail'][which]}")
        found += _filled(entry)
    found.append(f":small[{compare.kin(entry.source)}]" if compare.kin(entry.source) else "")
    return list(filter(None, found))


def where(entry: matrix.Entry) -> str:
    """The address of the text that is cited, in words."""
    return entry.reader.where if entry.reader else ""


def _filled(entry: matrix.Entry) -> list[str]:
    """What the rule set of a silent source has instead: of another text, or as we assume."""
    text, values = _TEXT["detail"], load_rule_words()[entry.field].values
    found = []
    for one in load_presets().values():
        if one.sources[0] == entry.source.id:
            cell = one.fields[entry.field]
            slots = {"title": one.title, "value": values[cell.value].short}
            if cell.of:
                source = load_sources()[cell.of].short
                found.append(text["elsewhere"].format(source=source, **slots))
            else:
                found.append(text["assumed"].format(note=cell.note, **slots))
    return found
