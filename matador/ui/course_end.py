"""The end of a lesson, of the check and of a review: stars, verdict, and where to go on."""

from __future__ import annotations

import streamlit as st

from matador.game.record import Timeline
from matador.teach.lessons import READY, Lesson, load_lessons, passes_check, tested_in
from matador.ui import links
from matador.ui.course import Course, words
from matador.ui.course_button import button
from matador.ui.course_hand import hand_of
from matador.ui.course_overview import belief_titles, next_lesson, steps_left
from matador.ui.course_progress import FEW, RIGHT, STARS, judged
from matador.ui.course_step import heading


def show_end(one: Course, lesson: Lesson) -> None:
    """What a lesson came to, and what comes next."""
    heading(one, words("end")["done"] if _done(one, lesson) else lesson.goal)
    with st.container(key="course-question"):
        if lesson.track == "check" and _done(one, lesson):
            _verdict(one, lesson)
        _stars(one, lesson)
    _buttons(one, lesson)
    _link(one, lesson)
    if lesson.notes:
        _notes(lesson)


def show_review_end(one: Course) -> None:
    """How a review went."""
    text = words("end")
    heading(one, text["review_done"])
    with st.container(key="course-question"):
        right, answered = sum(one.reviewed.values()), len(one.reviewed)
        st.markdown(text["review_right"].format(right=right, all=answered))
    with st.container(horizontal=True):
        button(one, text["review_again"], "course_more", one.review, type="primary")
        button(one, text["overview"], "course_all", one.overview)


def _done(one: Course, lesson: Lesson) -> bool:
    """Whether this round is finished."""
    if lesson.hand:
        return hand_of(one, lesson).over
    return not steps_left(one.progress, lesson)


def _stars(one: Course, lesson: Lesson) -> None:
    text, record = words("end"), one.progress.record(lesson)
    if _done(one, lesson):
        hints = record.hints <= FEW
        first = not hand_of(one, lesson).slips if lesson.hand else set(record.run) <= {RIGHT}
        earned = {"finished": True, "few": hints, "first": first}
        told = [text["got" if earned[key] else "not_got"].format(what=text[key]) for key in earned]
        st.markdown("  \n".join(told))
        if record.stars > sum(earned.values()):
            st.markdown(text["best"].format(stars=record.stars, most=STARS))
        return
    if record.stars:
        st.markdown(text["best"].format(stars=record.stars, most=STARS))
    if not lesson.hand:
        steps = ", ".join(map(str, steps_left(one.progress, lesson)))
        st.markdown(text["left"].format(steps=steps))


def _buttons(one: Course, lesson: Lesson) -> None:
    text = words("end")
    with st.container(horizontal=True):
        if _done(one, lesson):
            if (on := next_lesson(one.progress, lesson)) != lesson:
                label = text["next"].format(title=on.title)
                button(one, label, "course_on", one.begin, on, type="primary")
        else:
            left, seed = one.progress.first_undone(lesson), one.place.seed
            label = text["go_left"].format(step=left + 1)
            button(one, label, "course_left", one.go, lesson.id, left, seed, type="primary")
        label = text["hand_again" if lesson.hand else "again"]
        button(one, label, "course_again", one.again, lesson, icon=":material/replay:")


def _verdict(one: Course, lesson: Lesson) -> None:
    """Whether somebody is ready, and what to look at again."""
    text = words("check")
    found = passes_check(judged(one.progress.record(lesson).run))
    slots = {"right": found.right, "all": found.asked, "needed": READY}
    (st.success if found.ready else st.warning)(
        text["ready" if found.ready else "not_ready"].format(**slots)
    )
    if not found.missed:
        st.markdown(text["clean"])
        return
    st.markdown(text["missed"])
    lessons = load_lessons()
    where = tested_in([one for one in lessons.values() if one.track != "check"])
    for name in found.missed:
        st.markdown(belief_titles([name])[0])
        with st.container(horizontal=True):
            for other in where[name][:2]:
                there = lessons[other]
                button(one, there.title, f"course_look_{name}_{other}", one.begin, there)


def _link(one: Course, lesson: Lesson) -> None:
    link, query = lesson.link, {}
    if lesson.hand:
        line = hand_of(one, lesson).line
        query = links.table(Timeline(line.start, line.actions, line.at))
    elif link.code:
        query = {links.POSITION: link.code}
    st.page_link(
        f"pages/{link.page}.py",
        label=link.label,
        icon=":material/arrow_forward:",
        query_params=query,
    )


def _notes(lesson: Lesson) -> None:
    """What studies found about the lesson's advice. They take seconds to load."""
    text = words("end")
    if not st.toggle(text["notes"], key=f"course-notes-{lesson.id}".replace("__", "_")):
        return
    with st.spinner(text["notes_wait"]):
        notes = lesson.told_notes()
    for note in notes:
        st.markdown(f"**{note.advice}** {note.finding}")
