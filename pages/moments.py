"""The same moment under every rule set: each answer, who gives it, and which rule makes it."""

import streamlit as st

from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.rules import presets
from matador.teach.content import load_presets
from matador.teach.everywhere import Why
from matador.teach.moments import Posed, Question, Spread, Standing, posed, spread
from matador.teach.prose import prose
from matador.ui import figures, late, links, moments, sandbox
from matador.ui.moments_picture import alt, position_svg
from matador.ui.shell import enter

enter()
TEXT = prose("moments")
SANDBOX, COMPARE, HERE = "pages/sandbox.py", "pages/compare.py", "pages/moments.py"
PICKED, SHOWN = "moment", "moment_shown"
KEPT = 200  # positions from the sandbox whose answers are kept, for all visitors


@st.cache_resource(show_spinner=False)
def prepared(name: str) -> Spread:
    """What all say to a prepared moment; presets never change while the program runs."""
    return spread(posed()[name])


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def found(address: tuple[tuple[str, str], ...], _question: Standing) -> Spread:  # noqa: ARG001 - the key
    """What all say to a position from the sandbox."""
    return spread(_question, _question.shown.rules)


def is_late() -> bool:
    """Whether something was pressed before the moment shown now had reached the browser."""
    return late.seen(PICKED) not in (-1, st.session_state.get(SHOWN, -1))


def go_to(name: str) -> None:
    """Show another moment; the address says which."""
    if not is_late():
        st.query_params[moments.MOMENT] = name


def picked() -> None:
    """The menu of moments was used."""
    go_to(st.session_state[PICKED])


def choose() -> Posed:
    """The prepared moment of the address, with the ways to others."""
    if is_late():  # and so is the address that came with it
        st.query_params[moments.MOMENT] = moments.names()[st.session_state[SHOWN]]
    asked = st.query_params.get(moments.MOMENT, moments.FIRST)
    name = asked if asked in moments.names() else moments.FIRST
    if name != asked:
        st.warning(TEXT["trouble"]["moment"])
    st.session_state[PICKED], st.session_state[SHOWN] = name, moments.names().index(name)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            TEXT["pick"],
            moments.names(),
            key=PICKED,
            format_func=moments.label,
            on_change=picked,
            width=560,
        )
        for key, by in (("back", -1), ("next", 1)):
            to = moments.beside(name, by)
            way = "Left" if by < 0 else "Right"
            st.button(TEXT[key], key=f"moment_{key}", shortcut=way, on_click=go_to, args=(to,))
    return posed()[name]


def picture(position: Position) -> None:
    """The position as it was set up."""
    figures.show(position_svg(position), alt(position))


def answers(question: Question, all_said: Spread) -> None:
    """Every answer, hidden first if the reader wants to think."""
    count, every = all_said.answers, len(presets())
    if not st.toggle(TEXT["guess"], key="guess", bind="query-params"):
        cards(question, all_said)
        return
    key = "think" if count > 1 else "think_one"
    st.markdown(TEXT[key].format(all=every, count=count))
    with st.expander(TEXT["reveal"].format(count=count)):
        cards(question, all_said)


def cards(question: Question, all_said: Spread) -> None:
    """The first answer, then every other one and why it differs."""
    text = TEXT["card"]
    first(question, all_said)
    for number, other in enumerate(all_said.others):
        with st.container(border=True, gap="small"):
            head(text["differs"], text["other"], len(other.names))
            there = question.position(presets()[other.names[0]])
            if there is None:
                continue
            listed(moments.answer(there, question.ask, question.position(all_said.first)))
            for why, names in other.members.items():
                cause(question, all_said, why, names)
            fields = dict.fromkeys(moments.decisive(w, question.field) for w in other.members)
            ways_out(question, list(fields), other.names, str(number))
    if all_said.nowhere:
        st.caption(text["nowhere"].format(names=moments.titled(all_said.nowhere)))


def first(question: Question, all_said: Spread) -> None:
    """The answer that the others are held against."""
    text, rules = TEXT["card"], all_said.first
    own = not question.field
    name = text["first" if all_said.others else "only"]
    if not all_said.others and not all_said.nowhere:
        name = text["alone"].format(all=len(presets()))
    with st.container(border=True, gap="small"):
        if own:
            name = text["yours"].format(rules=sandbox.title(rules))
        head(text["equal"], name, len(all_said.same))
        there = question.position(rules)
        if there is not None:
            listed(moments.answer(there, question.ask))
        st.markdown("  \n".join(moments.who(all_said.same, question.shown, question.field)))
        if question.field:
            ways_out(question, [question.field], all_said.same[:1], "first")


def head(sign: str, name: str, count: int) -> None:
    """The line above an answer: whether it differs, and how many give it."""
    st.markdown(TEXT["card"]["head"].format(sign=sign, name=name, count=count, all=len(presets())))


def listed(lines: list[str]) -> None:
    """A single line as it is, several as a list."""
    st.markdown("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else lines[0])


def cause(question: Question, all_said: Spread, why: Why, names: tuple[str, ...]) -> None:
    """Why some rule sets answer so, and how each comes by that rule."""
    said = moments.because(question, why, all_said.first, presets()[names[0]])
    field = moments.decisive(why, question.field)
    told = moments.who(names, question.shown, field, among_others=len(why.fields) > 1)
    st.markdown("  \n".join([said, *told]))


def ways_out(question: Question, fields: list[str], names: tuple[str, ...], key: str) -> None:
    """To the comparison of the rules that matter, and to the sandbox under one rule set."""
    text = TEXT["card"]
    with st.container(horizontal=True, key=f"ways_{key}"):
        for field in fields:
            label = text["compare"].format(label=moments.field_label(field))
            st.page_link(
                COMPARE, label=label, icon=":material/table_rows:", query_params=moments.row(field)
            )
        there = question.position(presets()[names[0]]) if names else None
        if there is not None:
            label = text["sandbox"].format(title=load_presets()[names[0]].title)
            st.page_link(
                SANDBOX, label=label, icon=":material/call_split:", query_params=links.at(there)
            )


def every_moment() -> None:
    """All prepared moments under their headings."""
    with st.expander(TEXT["all_moments"].format(count=len(posed()))):
        for heading, names in moments.by_heading():
            st.markdown(f"**{heading}**")
            for name in names:
                title = posed()[name].decision.title
                st.page_link(HERE, label=title, query_params={moments.MOMENT: name})


def side_by_side(question: Question, title: str, all_said: Spread) -> None:
    """The position on one side, the answers on the other."""
    left, right = st.columns([5, 7], gap="medium")
    with left:
        st.header(title)
        picture(question.shown)
        for sentence in moments.agreed(question):
            st.caption(sentence)
        st.caption(TEXT["tiles"])
    with right:
        st.header(moments.asked(question))
        answers(question, all_said)


def own(line: Timeline) -> None:
    """A position from the sandbox."""
    text = TEXT["own"]
    with st.container(horizontal=True):
        st.page_link(
            SANDBOX,
            label=text["back"],
            icon=":material/arrow_back:",
            query_params=links.table(line),
        )
        st.page_link(HERE, label=text["prepared"].format(count=len(posed())))
    question = Standing(line)
    if line.position.flaws:
        picture(line.position)
        st.info(text["flawed"])
        return
    side_by_side(question, text["heading"], found(tuple(links.table(line).items()), question))


st.html(moments.STYLE)
st.title(TEXT["title"])
st.markdown(TEXT["lead"].format(count=len(presets())))
opened = links.read_table(st.query_params.to_dict())
if opened.trouble:
    st.error(opened.trouble)
if opened.timeline:
    own(opened.timeline)
else:
    question = choose()
    side_by_side(question, question.decision.title, prepared(question.name))
    every_moment()
    late.mark(PICKED, st.session_state[SHOWN])
