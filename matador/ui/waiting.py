"""Waiting for the compiled core, and for one question that is being worked on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from matador.game.notation import write_actions, write_position
from matador.game.record import Timeline
from matador.teach.prose import prose
from matador.ui import core

_TICK, _LOOK_AGAIN = 0.5, 2.0
"""Seconds between two looks at the work, and at the core while it is being prepared."""
_GLANCE = 0.25
"""Seconds that a page waits for an answer before it shows that it is being worked on."""
_PREPARING = 60
"""Seconds that preparing usually takes."""


def about(line: Timeline, seat: int | None = None) -> str:
    """A name for the moment looked at, how it came about, and whose eyes see it."""
    done = write_actions(line.actions[: line.at]) if line.at else ""
    return f"{write_position(line.start)} {done} {seat}"


def asked(name: str, key: str, ask: Callable[[], core.Job[Any]]) -> core.Job[Any]:
    """The visitor's question of this kind that is about `key`; asked if it is new.

    What is still being worked on about something else is given up.
    """
    desk = core.desk(name)
    desk.leave(key)
    job = desk.jobs.get(key)
    if job is None or (job.dropped and not job.stopped):
        job = ask()
        desk.put(key, job)
    return job


def done(name: str, job: core.Job[Any]) -> bool:
    """Whether the work is done; if not, how long it may take, and a button that ends it.

    The page runs anew, once, when it is done.
    """
    if job.look(_GLANCE):
        return True
    _watch(name, job)
    return False


def prepared(name: str) -> bool:
    """Whether the core is ready; if not, that is said, and looked at again now and then."""
    if core.ready():
        return True
    _prepare(name)
    return False


@st.fragment(run_every=_LOOK_AGAIN)
def _prepare(name: str) -> None:
    if core.ready():
        st.rerun()
    text, waited = prose("truth"), core.waited()
    st.markdown(text["preparing"])
    told = text["preparing_for"].format(seconds=f"{waited:.0f}")
    st.progress(min(0.95, waited / _PREPARING), text=told)
    st.button(text["again"], key=f"{name}_again")


@st.fragment(run_every=_TICK)
def _watch(name: str, job: core.Job[Any]) -> None:
    if job.look():
        st.rerun()
    text = prose("truth")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(job.share, text=text["waiting"], width=200)
        icon = ":material/stop_circle:"
        st.button(text["stop"], icon=icon, on_click=job.stop, key=f"{name}_stop")
