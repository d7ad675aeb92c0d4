"""The worked opening: one hand step by step, what else could be played, what its book overlooks."""

import streamlit as st

from matador.game.notation import write_actions
from matador.game.position import SEATS
from matador.teach import messages, worked
from matador.teach.content import load_presets
from matador.teach.prose import prose
from matador.ui import bound, late, links, opening
from matador.ui.game import show_board
from matador.ui.glossary import words_for
from matador.ui.shell import enter

enter()
TEXT = prose("opening")
HAND = worked.opening()
SANDBOX = "pages/sandbox.py"
SLIDES = "opening_slides"


def screen() -> int:
    """Counts the steps, but for those with the slider, which is dragged over several in a row."""
    return opening.reading(HAND).rev - int(st.session_state.get(SLIDES, 0))


def step_to(step: int) -> None:
    """Go to a step; slider and address follow."""
    st.session_state[opening.STEP] = HAND.nearest(step)
    opening.reading(HAND).look(HAND.nearest(step))


def step_by(count: int) -> None:
    """Go on or back from where one is: two presses, however fast, are two steps."""
    step_to(opening.reading(HAND).timeline.at + count)


def slid() -> None:
    """Follow the slider, unless something pressed late tells where it was before a step."""
    table = opening.reading(HAND)
    if late.seen(opening.STEP) == (before := screen()):
        table.look(st.session_state[opening.STEP])
        st.session_state[SLIDES] = table.rev - before
    else:
        st.session_state[opening.STEP] = table.timeline.at


def stepper(step: int) -> None:
    """Back and Next, always within reach."""
    where = TEXT["where"].format(step=step, last=HAND.last)
    with (
        st.bottom,
        st.container(horizontal=True, horizontal_alignment="center", vertical_alignment="center"),
    ):
        st.button(
            TEXT["back"],
            key="step_back",
            on_click=step_by,
            args=(-1,),
            shortcut="Left",
            disabled=step == 0,
        )
        st.markdown(where, width="content")
        st.button(
            TEXT["next"],
            key="step_next",
            on_click=step_by,
            args=(1,),
            shortcut="Right",
            disabled=step == HAND.last,
            type="primary",
        )


def overlooked(moment: worked.Moment) -> None:
    """Mark what the commentary overlooks at this moment."""
    text, sentences = TEXT["slip"], opening.slip(moment)
    if not sentences or moment.claim is None:
        return
    counts = {"count": len(moment.overlooked), "all": len(moment.plays)}
    where = text["where"].format(locator=moment.claim.locator)
    st.warning(
        "\n\n".join([text["title"].format(**counts), " ".join(sentences), f":small[{where}]"])
    )


def plays(moment: worked.Moment) -> None:
    """Every legal play of the side to move, why it goes, and how the article treats it."""
    text = TEXT["turn"]
    st.header(text["title"].format(seat=SEATS[moment.position.turn]))
    count = len(moment.plays)
    st.markdown(text["count" if count > 1 else "count_one"].format(count=count))
    st.markdown(opening.plays(moment))


def ways_out(table: opening.Reading, step: int) -> None:
    """Doors to the sandbox: from here, and from what the reader tried."""
    if table.tried:
        told = messages.told(table.timeline.position, table.tried)
        st.info(TEXT["tried"]["told"].format(told=told))
        tried = links.table(HAND.left_at(step, table.tried))
        st.page_link(
            SANDBOX, label=TEXT["tried"]["go_on"], icon=":material/call_split:", query_params=tried
        )
    here = links.table(HAND.left_at(step))
    st.page_link(
        SANDBOX, label=TEXT["leave"]["label"], icon=":material/call_split:", query_params=here
    )


def slips() -> None:
    """All the places where the commentary overlooks a play, each a step away."""
    text = TEXT["slip"]
    with st.expander(text["all"]):
        for moment in HAND.slips:
            tiles = sorted({messages.tile_name(a.tile) for a in moment.overlooked if a.tile})
            label = text["button"].format(step=moment.step, tiles=", ".join(tiles))
            st.button(label, key=f"slip_{moment.step}", on_click=step_to, args=(moment.step,))
        st.markdown(f"{text['rest']} {ends_line()}")
        st.caption(doubles_line())


def ends_line() -> str:
    """Whether the ends that the commentary lists are those that there are."""
    claims = [moment for moment in HAND.moments if moment.claim]
    wrong = [str(moment.step) for moment in claims if not moment.ends_right]
    key = "ends_wrong" if wrong else "ends_right"
    return str(TEXT["slip"][key].format(count=len(claims), steps=", ".join(wrong)))


def doubles_line() -> str:
    """What the article says of doubles, put right."""
    tiles = HAND.line.start.rules.tiles
    blank, *_ = worked.matador_doubles(tiles)
    found = ", ".join(map(messages.tile_name, worked.doubles_making_target(tiles)))
    return str(
        TEXT["doubles"]["text"].format(
            blank=messages.tile_name(blank),
            sum=blank.pips,
            target=tiles.target,
            found=found or TEXT["doubles"]["none"],
        )
    )


def in_words() -> None:
    """The whole line as text and as notation, and where it comes from."""
    text = TEXT["text"]
    with st.expander(text["title"]):
        told = [messages.told(m.position, m.coming) for m in HAND.moments if m.coming]
        st.markdown("\n".join(f"{i}. {one}" for i, one in enumerate(told, 1)))
        st.markdown(text["notation"])
        st.code(write_actions(HAND.line.actions), language=None)
        rules = load_presets()[HAND.line.start.rules.base].title
        st.caption(
            text["source"].format(title=HAND.source.title, locator=HAND.locator, rules=rules)
        )


trouble = bound.mended("opening", {opening.STEP: opening.read_step}, TEXT["trouble"]["several"])
st.html(opening.STYLE)
st.title(TEXT["title"])
if trouble:
    st.warning(trouble)
above = st.container()  # the slider stands below the board, which shows what it says
at = st.slider(TEXT["step"], 0, HAND.last, key=opening.STEP, bind="query-params", on_change=slid)
moment = HAND.moments[at]
table = opening.reading(HAND)
table.look(at)
with above:
    with st.container(key="opening_told"):  # as high as its longest text, so that nothing jumps
        st.markdown(opening.played(HAND, at))
    show_board(table, "opening_board")
words_for(TEXT["start"])
ways_out(table, at)
overlooked(moment)
plays(moment)
if moment.coming is None:
    st.caption(TEXT["finished"])
slips()
in_words()
stepper(at)
late.mark(opening.STEP, screen())
