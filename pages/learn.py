"""The course: lessons of one question a screen; the address holds the step."""

import streamlit as st

from matador.teach.lessons import load_lessons
from matador.teach.prose import prose
from matador.ui import course, shell
from matador.ui.course import PAPER
from matador.ui.course_end import show_end, show_review_end
from matador.ui.course_hand import show_hand
from matador.ui.course_overview import show_overview
from matador.ui.course_paper import show_paper
from matador.ui.course_step import show_step

shell.enter()

one = course.course()
trouble = course.enter(one)
lesson = load_lessons().get(one.place.lesson)

# What is said about the address has a place of its own, so that nothing else changes place.
with st.container():
    if trouble:
        st.warning(trouble, icon=":material/link_off:")
if not one.place.lesson:
    st.title(prose("learn")["title"])
    st.caption(prose("learn")["intro"])
    show_overview(one)
elif one.place.view == PAPER and lesson is not None and lesson.steps:
    show_paper(one)
elif one.place.step < course.steps_of(one):
    show_step(one)
elif lesson is None:
    show_review_end(one)
elif lesson.hand and not one.place.step:
    show_hand(one, lesson)
else:
    show_end(one, lesson)
