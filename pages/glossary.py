"""The glossary: every word of the game, found by any name that it has anywhere."""

import streamlit as st

from matador.teach import glossary
from matador.teach.prose import prose
from matador.ui.glossary import STYLE, TERM
from matador.ui.glossary_page import (
    found_html,
    letters_html,
    list_html,
    names_csv,
    names_html,
)
from matador.ui.shell import enter, titles

enter()
TEXT = prose("glossary")
TERMS = glossary.load_glossary()


def intro() -> str:
    """How much there is."""
    citing = glossary.citing()
    names = {name.name for found in citing.values() for _, name in found}
    return str(TEXT["intro"].format(terms=len(TERMS), names=len(names), sources=len(citing)))


def asked_no_more() -> None:
    """Whoever searches looks for something else than the address did."""
    st.query_params.pop(TERM, None)


def look() -> tuple[str, tuple[glossary.Term, ...]]:
    """What was searched for or asked for by the address, under a heading."""
    text = TEXT["search"]
    query = st.text_input(
        text["label"],
        key="q",
        bind="query-params",
        placeholder=text["placeholder"],
        max_chars=60,
        on_change=asked_no_more,
    )
    if query.strip():
        found = glossary.search(query)
        if not found:
            st.info(text["nothing"].format(all=len(TERMS)))
        return text["found"].format(count=len(found)), found
    asked = st.query_params.get(TERM)
    term = glossary.named(asked) if asked is not None else None
    if asked is not None and term is None:
        st.warning(TEXT["trouble"]["term"].format(all=len(TERMS)))
    return text["asked"], (term,) if term else ()


st.html(STYLE)
st.title(titles()["glossary"])
st.markdown(intro())
heading, found = look()
if found:
    st.html(found_html(heading, found))
rest = [term for term in TERMS.values() if term not in found]
st.html(letters_html(rest))
st.html(list_html(rest))
st.header(TEXT["names"]["heading"], anchor="other-names")
st.markdown(TEXT["names"]["intro"])
st.html(names_html())
st.download_button(
    TEXT["names"]["download"],
    names_csv,
    file_name="matador-names.csv",
    mime="text/csv",
    icon=":material/download:",
    on_click="ignore",
)
