"""Claims of the sources, checked: what is wrong, what depends, what is right, with the proof."""

import streamlit as st

from matador.game.notation import read_actions, read_position
from matador.teach.claims import Judged, as_json, counts, having, judged
from matador.teach.prose import prose
from matador.ui import bound, claims, figures
from matador.ui.moments_picture import alt, position_svg
from matador.ui.shell import enter

enter()
TEXT = prose("errors")
HERE = "pages/errors.py"
NARROWEST, READING = 330, 760  # pixels: a card, and a line of text that the eye can follow


@st.cache_resource(show_spinner=False)
def checked() -> tuple[Judged, ...]:
    """Every claim with its verdict; checking them takes a moment, and they never change."""
    return judged()


def filters(every: tuple[Judged, ...]) -> tuple[Judged, ...]:
    """The claims that the reader wants to see."""
    text, verdicts, sources = TEXT["filter"], claims.verdicts(), claims.sources()
    with st.container(horizontal=True):
        verdict = st.segmented_control(
            text["verdict"],
            list(verdicts.values()),
            default=verdicts["all"],
            required=True,
            wrap=True,
            key=claims.VERDICT,
            bind="query-params",
        )
        source = st.selectbox(
            text["source"],
            list(sources.values()),
            key=claims.SOURCE,
            bind="query-params",
            width=250,
        )
        search = st.text_input(
            text["search"],
            key=claims.SEARCH,
            bind="query-params",
            placeholder=text["placeholder"],
            max_chars=claims.LONGEST,
            width=230,
        )
    name = claims.named(sources, source)
    found = having(every, claims.chosen(verdict or ""), "" if name == "all" else name, search or "")
    st.caption(text["shown"].format(shown=len(found), all=len(every)))
    return found


def page_of(found: tuple[Judged, ...]) -> None:
    """The cards of the page chosen, and the way to the others."""
    last = claims.pages(len(found))
    if st.session_state.get(claims.PAGE, 1) > last:
        st.session_state[claims.PAGE] = 1
    cards = st.container()
    at = st.pagination(last, key=claims.PAGE, bind="query-params") if last > 1 else 1
    first = (at - 1) * claims.PER_PAGE
    with cards, st.grid("auto", min_column_width=NARROWEST):
        for one in found[first : first + claims.PER_PAGE]:
            card(one)


def card(one: Judged, alone: bool = False) -> None:
    """A claim with its verdict and the ways to the proof."""
    with st.container(border=True, gap="small", key=f"claim-{one.claim.id}"):
        st.markdown(claims.card(one))
        with st.container(horizontal=True):
            for way in claims.ways(one):
                st.page_link(
                    f"pages/{way.page}.py",
                    label=way.label,
                    icon=f":material/{way.icon}:",
                    query_params=way.query,
                )
            if not alone:
                link = {claims.CLAIM: one.claim.id}
                label, icon = TEXT["card"]["link"], ":material/link:"
                st.page_link(HERE, label=label, icon=icon, query_params=link)
        st.caption(claims.where(one))


def single(one: Judged) -> None:
    """One claim by its address, with a picture of its position."""
    st.page_link(HERE, label=TEXT["card"]["back"], icon=":material/arrow_back:")
    with st.container(width=READING):
        card(one, alone=True)
        if one.claim.position:
            position = read_position(one.claim.position)
            position = read_actions(one.claim.actions, position)[1]
            figures.show(position_svg(position), alt(position))
        st.caption(TEXT["card"]["address"])
        st.code(claims.address(one.claim.id), language=None, wrap_lines=True)


def take_away(every: tuple[Judged, ...]) -> None:
    """All claims as files, and the line to cite."""
    text = TEXT["download"]
    with st.container(horizontal=True):
        st.download_button(
            text["csv"],
            lambda: claims.csv(every),
            "matador-claims.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            text["json"],
            lambda: as_json(every),
            "matador-claims.json",
            "application/json",
            icon=":material/download:",
            on_click="ignore",
        )
    line = text["line"].format(count=len(every))
    st.caption(f"{text['cite'].format(line=line)} {TEXT['note']}")


trouble = bound.mended("errors", claims.readers(), TEXT["trouble"]["several"])
st.html(claims.STYLE)
st.title(TEXT["title"])
every = checked()
asked = {one.claim.id: one for one in every}.get(st.query_params.get(claims.CLAIM, ""))
if trouble:
    st.warning(trouble)
if asked:
    single(asked)
else:
    st.markdown(TEXT["lead"].format(count=len(every), **counts(every)))
    shown = filters(every)
    if shown:
        page_of(shown)
    else:
        st.info(TEXT["filter"]["nothing"])
    take_away(every)
