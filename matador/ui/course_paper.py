"""A lesson on paper: its questions as shown now, and the answers on a page of their own."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from matador.teach.asks import Ask
from matador.teach.items import Item
from matador.teach.lessons import load_lessons
from matador.ui import figures, sheets
from matador.ui.course import Course, fresh, item_at, words
from matador.ui.course_button import button
from matador.ui.course_pictures import whole_svg


def show_paper(one: Course) -> None:
    """What is printed of the lesson, to be looked at first; other questions at will."""
    lesson, text = load_lessons()[one.place.lesson], words("paper")
    items = [item_at(one.place._replace(step=step)) for step in range(len(lesson.steps))]
    st.title(lesson.title)
    st.caption(words("teachers")["paper_what"])
    with st.container(horizontal=True):
        sheets.print_button("course_print")
        _others_button(one)
        button(one, text["leave"], "course_leave", one.see, "")
    _preview(items)
    sheets.print_pages(
        lesson.title, list(map(_on_paper, items)), list(map(_answer, items)), note=lesson.goal
    )


def _others_button(one: Course) -> None:
    """Other questions. It keeps the keyboard: to press it twice is as good as once."""
    st.button(
        words("paper")["others"],
        icon=":material/replay:",
        on_click=one.press,
        args=(one.place, _others, one),
        key="course_others",
    )


def _others(one: Course) -> None:
    one.go(one.place.lesson, one.place.step, fresh())


def _preview(items: list[Item]) -> None:
    for number, item in enumerate(items, start=1):
        with st.container(border=True):
            st.markdown(words("paper")["item"].format(number=number, prompt=item.prompt))
            if svg := whole_svg(item):
                figures.show(svg, " ".join(item.text))


def _on_paper(item: Item) -> sheets.Item:
    labels = tuple(option.label for option in item.options)
    return sheets.Item(" ".join(_asked(item)), whole_svg(item), labels)


def _asked(item: Item) -> Iterator[str]:
    """The question in words, with all of it that no picture shows."""
    text = words("paper")
    yield item.prompt
    if item.ask is Ask.PAID or item.ask is Ask.BEST:
        yield " ".join(item.text)
    if item.card:
        rules = "; ".join(
            text["rule"].format(label=line.label, rule=line.short) for line in item.card.lines
        )
        yield text["card"].format(title=item.card.title, rules=rules)


def _answer(item: Item) -> str:
    """The right answers and the sum behind the first."""
    right = [option for option in item.options if option.right]
    labels = "; ".join(option.label for option in right)
    return str(words("paper")["answer"].format(right=labels, sum=right[0].response.sum))
