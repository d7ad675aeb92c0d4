"""The matrix and the studies as files for others."""

from __future__ import annotations

from functools import partial

import streamlit as st

from matador.teach import downloads
from matador.teach.prose import prose

_TEXT = prose("compare")["data"]
_KINDS = {
    "csv": (_TEXT["csv"], "text/csv", downloads.as_csv),
    "json": (_TEXT["json"], "application/json", downloads.as_json),
}
"""The kinds of file: label, what a browser takes it for, and who writes it."""


def view() -> None:
    """Every table with its two downloads; a file is made when it is asked for."""
    st.markdown(_TEXT["intro"])
    st.code(downloads.cite(downloads.TABLES[0]), language=None, wrap_lines=True)
    for name in downloads.TABLES:
        with st.container(border=True, gap="small"):
            st.markdown(f"**{_TEXT['names'][name]}.** {downloads.about(name)}")
            with st.container(horizontal=True):
                for kind in _KINDS:
                    _button(name, kind)


def _button(name: str, kind: str) -> None:
    label, mime, made = _KINDS[kind]
    st.download_button(
        label,
        partial(made, name),
        file_name=f"matador-{name}.{kind}",
        mime=mime,
        key=f"data-{name}-{kind}",
        help=f"{_TEXT['names'][name]}, {label}",
        icon=":material/download:",
        on_click="ignore",
    )
