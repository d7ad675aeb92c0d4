"""One step of the course on one screen: picture, question, answers, response, and on.

Nothing is explained before the first tap, and the room of the response is kept.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from html import escape
from math import ceil

import streamlit as st

from matador.game.moves import advance
from matador.game.notation import read_tile
from matador.game.rules import read_rules
from matador.teach import messages
from matador.teach.asks import Ask
from matador.teach.cards import CardLine, RuleCard, card_title
from matador.teach.items import Item, Option, Response
from matador.teach.lessons import load_lessons
from matador.ui import figures
from matador.ui.course import (
    AUTO,
    LOOK,
    REVIEW,
    Course,
    shown_item,
    steps_of,
    title_of,
    words,
)
from matador.ui.course_button import button
from matador.ui.course_class import for_teachers, leave_class
from matador.ui.course_pictures import hands, line_svg
from matador.ui.drill import tile_picture
from matador.ui.glossary import words_for

_MOST_WORDS = 3
"""Words of a question that can be looked up: so many fit into one line of a phone."""

_LINE = 36
"""Letters in a line of a response on a phone."""
_ROOMS = (("small", 4), ("medium", 7))
_MOST_ROOM = "large"
"""Sizes of the room kept for a response (see course.css), and how many lines go into each."""

_TICK, _CROSS = "\\2713", "\\2717"
_RIGHT, _WRONG = ":material/check_circle:", ":material/cancel:"


def show_step(one: Course) -> None:
    """The step at which the course is."""
    item = shown_item(one)
    heading(one, words("step")["number"].format(step=one.place.step + 1, all=steps_of(one)))
    with st.container(key="course-question", gap="xsmall"):
        _picture(item)
        st.markdown(f"**{item.prompt}**")
        if not one.in_class and not _is_check(one):
            words_for(item.prompt, "course", most=_MOST_WORDS)
    if item.card:
        _card(item.card)
    _options(one, item)
    with st.container(key=f"course-answer-{_room(item)}"):
        _answer(one, item)
    _onwards(one, item)
    if not one.in_class:
        with st.expander(words("step")["in_words"]):
            st.text("\n".join(item.text))


def heading(one: Course, where: str) -> None:
    """The lesson and the step, the way back, and what can be set."""
    with st.container(horizontal=True, key="course-above", gap="small"):
        if one.in_class:
            leave_class(one)
        else:
            _above(one)
    with st.container(horizontal=True, key="course-title", gap="small"):
        st.title(title_of(one), anchor=False)
        st.caption(where, width="content")


def _above(one: Course) -> None:
    button(
        one,
        words("step")["overview"],
        "course_overview",
        one.overview,
        icon=":material/arrow_back:",
        type="tertiary",
    )
    with st.popover(words("options")["heading"], icon=":material/tune:", type="tertiary"):
        options(one)
    if one.place.lesson != REVIEW:
        for_teachers(one)


def options(one: Course) -> None:
    """What a learner can set: going on by itself, looking through."""
    text = words("options")
    # Given before the controls: what a browser or a code brings may have changed it.
    st.session_state[LOOK] = one.look
    st.session_state[AUTO] = one.progress.auto
    st.toggle(text["look"], key=LOOK, on_change=one.turn_look)
    st.toggle(text["auto"], key=AUTO, on_change=one.turn_auto)
    if one.place.rules:
        taught(one)


def taught(one: Course) -> None:
    """Whose rules are taught where they are not the course's own, and the way back to those."""
    st.markdown(taught_said(one))
    button(one, words("taught")["own"], "course_own", one.teach, "")


def taught_said(one: Course) -> str:
    """In one sentence, whose rules are taught."""
    title = card_title(read_rules(one.place.rules))
    return str(words("taught")["said"].format(title=title))


# --- the question --------------------------------------------------------------------------------


def _picture(item: Item) -> None:
    if svg := line_svg(item):
        figures.show(svg, " ".join(item.text))
    with st.container(horizontal=True, key="course-hands"):
        for svg, name in hands(item):
            with st.container(width="content", gap=None):
                if item.ask in (Ask.PAID, Ask.BEST):
                    st.caption(name)
                figures.show(svg, name)


def _card(card: RuleCard) -> None:
    """What the card says, a few words a point; who says so is a tap away."""
    text = words("card")
    with st.container(border=True, gap=None, key="course-card"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{text['heading'].format(title=card.title)}**", width="content")
            with st.popover(text["sources"], type="tertiary"):
                _sources(card)
        lines = (text["line"].format(label=one.label, rule=one.short) for one in card.lines)
        st.markdown("\n".join(lines))


def _sources(card: RuleCard) -> None:
    by_source: dict[str, list[str]] = {}
    for line in card.lines:
        by_source.setdefault(_source(line), []).append(f"- {line.text}")
    for source, told in by_source.items():
        st.markdown("\n".join(told))
        st.caption(source)


def _source(line: CardLine) -> str:
    text = words("card")
    key = "assumed" if not line.source else line.evidence if line.where else "no_place"
    return str(text[key].format(source=line.source, where=line.where.rstrip(".")))


def _options(one: Course, item: Item) -> None:
    if item.every:
        _pills(one, item)
        return
    with st.container(horizontal=True, key="drill-options-course", gap="xsmall"):
        for place, option in enumerate(item.options):
            button(
                one,
                _label(item, option),
                f"course-option-{place}",
                one.answer,
                item,
                [option.key],
                icon=_mark(one, option),
                disabled=one.look,
                wrap=True,
            )


def _mark(one: Course, option: Option) -> str | None:
    if one.look:
        return _RIGHT if option.right else None
    if option.key not in one.taken:
        return None
    return _RIGHT if option.right else _WRONG


def _pills(one: Course, item: Item) -> None:
    """Answers of which several can be right: they are chosen first and checked then."""
    labels = {option.key: _label(item, option) for option in item.options}
    key = one.key(f"course-pills-{one.look}")
    with st.container(key="tiles-course"):
        st.pills(
            words("step")["choices"],
            list(labels),
            selection_mode="multi",
            default=sorted(item.right) if one.look else None,
            format_func=lambda option: labels[option],
            disabled=one.look,
            label_visibility="collapsed",
            key=key,
        )
    _marks(one, item)
    button(
        one,
        words("step")["check"],
        "course_check",
        _check,
        one,
        item,
        key,
        icon=":material/done_all:",
        disabled=one.look,
        width="stretch",
    )


def _marks(one: Course, item: Item) -> None:
    """Right or wrong on the corner of each answer that was checked, as long as it is chosen."""
    if one.judged is None or one.look:
        return
    told, marks = words("step"), []
    for place, option in enumerate(item.options, start=1):
        if option.key in one.taken:
            said = escape(told["marked_right" if option.right else "marked_wrong"])
            mark = f'--mark: "{_TICK if option.right else _CROSS}" / "{said}"'
            colour = "" if option.right else "; --mark-ground: #9a1c1c"
            chosen = f'.st-key-tiles-course button:nth-child({place})[aria-pressed="true"]'
            marks.append(f"{chosen} {{ {mark}{colour} }}")
    st.html(f"<style>{' '.join(marks)}</style>")


def _check(one: Course, item: Item, key: str) -> None:
    known = {option.key for option in item.options}
    one.answer(item, [option for option in st.session_state.get(key, ()) if option in known])


def _label(item: Item, option: Option) -> str:
    """The answer's words, with the tile drawn where the tile is the point."""
    if item.ask is Ask.KEEP:
        return " ".join(tile_picture(read_tile(text)) for text in option.key.split("."))
    if option.tile is None:
        return option.label
    picture = tile_picture(option.tile, option.turn)
    # A play is told in full; a tile by itself is its picture.
    return f"{picture} {option.label}" if option.turn or item.ask is Ask.SLIP else picture


# --- the response --------------------------------------------------------------------------------


def _room(item: Item) -> str:
    """How much room is kept for the response: for the longest that an answer can get."""
    lines = max(_lines(option.response) for option in item.options)
    return next((size for size, most in _ROOMS if lines <= most), _MOST_ROOM)


def _lines(said: Response) -> int:
    """The lines that a response takes on a phone, about."""
    parts = (f"{said.verdict} {said.sum}", said.belief)
    return sum(ceil(len(part) / _LINE) for part in parts) + bool(said.belief)


def _answer(one: Course, item: Item) -> None:
    text = words("step")
    if one.look:
        _said(_solved(item), good=True)
        _aside(item)
    elif one.hinting:
        said = text["hint_said"].format(
            rung=one.rung, all=len(item.hints), hint=item.hints[one.rung - 1]
        )
        st.info(said, icon=":material/lightbulb:")
    elif one.judged is None:
        key = "hint_every" if item.every else "hint_one"
        st.info(text[key], icon=":material/touch_app:")
    else:
        _judged(one, item)


def _judged(one: Course, item: Item) -> None:
    assert one.judged is not None
    said = one.judged.response
    _said([f"**{said.verdict}** {said.sum}", said.belief], good=one.judged.right)
    if one.judged.right:
        _aside(item)
        return
    with st.container(horizontal=True, gap="small"):
        text = words("step")
        if one.instead:
            st.markdown(said.instead)
        else:
            button(one, text["instead"], "course_instead", one.ask_instead, type="tertiary")
        _reply(one, item)


def _reply(one: Course, item: Item) -> None:
    """How the other player answers a play that gives something away, on request."""
    reply = item.reply(one.taken[0]) if len(one.taken) == 1 else None
    if reply is None:
        return
    text, action = words("step"), item.option(one.taken[0]).action
    assert action is not None  # there is a reply to it
    if one.replied:
        after = advance(item.position, action)
        st.markdown(text["replied"].format(told=messages.told(after, reply)))
    else:
        button(
            one,
            text["reply"],
            "course_reply",
            one.ask_reply,
            type="tertiary",
            icon=":material/play_arrow:",
        )


def _solved(item: Item) -> list[str]:
    """What is said to the right answer."""
    taken = sorted(item.right) if item.every else sorted(item.right)[:1]
    said = item.judge(taken).response
    return [f"**{words('step')['solved']}** {said.sum}", said.instead]


def _said(parts: Sequence[str], *, good: bool) -> None:
    told = "\n\n".join(part.strip() for part in parts if part.strip())
    (st.success if good else st.error)(told, icon=_RIGHT if good else _WRONG)


def _aside(item: Item) -> None:
    if item.aside:
        st.markdown(item.aside)


def _onwards(one: Course, item: Item) -> None:
    text, done = words("step"), one.right or one.look
    with st.container(horizontal=True, key="course-onwards", gap="xsmall"):
        if one.in_class:
            _back_button(one)
        with st.container(key="course-next"):
            button(
                one,
                text["next" if done else "skip"],
                "course_next",
                one.next,
                type="primary" if done else "secondary",
                width="stretch",
            )
        if not _is_check(one):
            _hint_button(one, item)
    if one.due and one.right:
        st.fragment(_tick, run_every=0.5)(one)


def _back_button(one: Course) -> None:
    button(
        one,
        words("step")["back"],
        "course_back",
        one.back,
        icon=":material/arrow_back:",
        disabled=not one.place.step,
    )


def _hint_button(one: Course, item: Item) -> None:
    text, all_rungs, rung = words("step"), len(item.hints), one.rung + 1
    out = rung > all_rungs
    button(
        one,
        text["hints_out"] if out else text["hint"].format(rung=rung, all=all_rungs),
        f"course_hint-{rung}",  # a rung is asked for once
        one.hint,
        item,
        rung,
        icon=":material/lightbulb:",
        disabled=out or one.right or one.look,
    )


def _is_check(one: Course) -> bool:
    """Whether this is the check at the end, where nobody helps."""
    return one.place.lesson != REVIEW and load_lessons()[one.place.lesson].track == "check"


def _tick(one: Course) -> None:
    """Go on by itself once it is time."""
    if one.due and time.monotonic() >= one.due:
        one.next()
        st.rerun()
