"""All lessons of the course, the way on, and what can be done about one's progress."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from matador.teach.beliefs import belief_words
from matador.teach.generate import FRESH
from matador.teach.lessons import Lesson, Track, load_lessons
from matador.ui.course import Course, words
from matador.ui.course_button import button
from matador.ui.course_progress import STARS, UNDONE, Progress, write_code
from matador.ui.course_step import options, taught_said

_TRACKS: tuple[Track, ...] = ("fast", "deep", "check")
_MINUTE = 60
_BELIEFS = 5
"""Beliefs named at most before a review."""


def show_overview(one: Course) -> None:
    """The way on first, then every lesson; nothing is locked."""
    lessons = list(load_lessons().values())
    on = next_lesson(one.progress)
    with st.container(key="course-question"):
        button(
            one,
            way_on(one.progress, on),
            "course_resume",
            one.begin,
            on,
            type="primary",
            width="stretch",
            icon=":material/play_arrow:",
        )
    if one.place.rules:
        st.info(taught_said(one), icon=":material/gavel:")
    for track in _TRACKS:
        some = [lesson for lesson in lessons if lesson.track == track]
        st.header(words("tracks")[track].format(minutes=minutes_of(track)))
        with st.container(gap=None):
            for lesson in some:
                _row(one, lesson, lessons.index(lesson) + 1)
    _review(one)
    with st.expander(words("options")["heading"], icon=":material/tune:"):
        options(one)
    _keep(one)


def minutes_of(track: Track) -> int:
    """How long a part of the course takes about."""
    some = (lesson for lesson in load_lessons().values() if lesson.track == track)
    return round(sum(lesson.seconds for lesson in some) / _MINUTE)


def next_lesson(progress: Progress, after: Lesson | None = None) -> Lesson:
    """The first lesson that is not finished, behind another one if there is such; else the last."""
    lessons = list(load_lessons().values())
    order = [lesson for track in _TRACKS for lesson in lessons if lesson.track == track]
    start = order.index(after) if after else 0
    ahead = order[start:] + order[:start]
    return next((lesson for lesson in ahead if not progress.record(lesson).stars), order[-1])


def way_on(progress: Progress, lesson: Lesson) -> str:
    """What the button says that leads to the next lesson."""
    text = words("overview")
    if progress.record(lesson).stars:
        return str(text["all_done"].format(title=lesson.title))
    if step := progress.first_undone(lesson):
        return str(text["resume_step"].format(title=lesson.title, step=step + 1))
    begun = any(record.stars for record in progress.records.values())
    return str(text["resume" if begun else "start"].format(title=lesson.title))


def _row(one: Course, lesson: Lesson, number: int) -> None:
    text, stars = words("overview"), one.progress.record(lesson).stars
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        button(
            one,
            text["lesson"].format(number=number, title=lesson.title),
            f"course_open_{number}",
            one.begin,
            lesson,
            type="tertiary",
            help=lesson.goal,
            wrap=True,
        )
        minutes = text["minutes"].format(minutes=f"{lesson.seconds / _MINUTE:g}")
        earned = text["stars"].format(stars=stars, most=STARS)
        st.caption(f"{minutes} · {earned}" if stars else minutes, width="content")


def _review(one: Course) -> None:
    text, due = words("overview"), one.progress.due()
    label = text["review"].format(count=FRESH)
    button(one, label, "course_review", one.review, icon=":material/replay:")
    names = ", ".join(belief_titles(due[:_BELIEFS]))
    st.caption(text["review_what"].format(beliefs=names) if due else text["review_none"])


def belief_titles(beliefs: Sequence[str]) -> list[str]:
    """What beliefs are called."""
    quoted = words("overview")["belief"]
    return [quoted.format(title=belief_words()[name].title) for name in beliefs]


def _keep(one: Course) -> None:
    text = words("keep")
    with st.container():
        if one.said:
            st.info(one.said)
        if one.forgotten is not None:
            button(one, text["undo"], "course_unreset", one.unreset, icon=":material/undo:")
    with st.expander(text["heading"], icon=":material/devices:"):
        st.markdown(text["here"])
        st.code(write_code(one.progress), language=None, wrap_lines=True)
        st.text_input(text["paste"], key="course_paste")
        with st.container(horizontal=True):
            button(one, text["take"], "course_take", _take, one)
            button(
                one,
                text["reset"],
                "course_reset",
                one.reset,
                icon=":material/delete:",
                disabled=one.progress.nothing,
            )


def _take(one: Course) -> None:
    if text := str(st.session_state.get("course_paste", "")).strip():
        one.take(text)


def steps_left(progress: Progress, lesson: Lesson) -> list[int]:
    """The steps of a lesson that are left in this round, counted from 1."""
    found = enumerate(progress.results(lesson), start=1)
    return [number for number, result in found if result == UNDONE]
