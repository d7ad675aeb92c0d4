"""The compiled core behind the pages: made ready in the background, and asked in the background.

What takes longer than a click is a `Job`. It runs in a thread of its own, so that no page waits for
it; the page looks at it now and then, and a job that nobody looks at any more ends by itself.
"""

from __future__ import annotations

import logging
import os
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Generic, NamedTuple, TypeVar

import streamlit as st

from matador.analysis import warm
from matador.game.errors import MatadorError

_LONELY = 10.0
"""Seconds after which a job that no page looks at is taken to be forgotten. A tab in the background
still looks once a second."""

_log = logging.getLogger(__name__)

T = TypeVar("T")


class _Preparation(NamedTuple):
    process: subprocess.Popen[bytes] | None
    began: float


@st.cache_resource(show_spinner=False)
def prepare() -> _Preparation:
    """Start compiling what is not compiled yet, once a server and at low priority.

    Costs nothing after the first call. Where no process can be started nothing is prepared.
    """
    try:
        process = warm.begin()
    except OSError:
        process = None
    return _Preparation(process, time.monotonic())


def ready() -> bool:
    """Whether the core answers without delay, or there is nothing left to wait for."""
    process = prepare().process
    return warm.ready() or process is None or process.poll() is not None


def waited() -> float:
    """Seconds since the preparation began."""
    return time.monotonic() - prepare().began


@st.cache_resource(show_spinner=False)
def _threads() -> ThreadPoolExecutor:
    # One for each processor: more would only make all of them slower.
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="core")


class Job(Generic[T]):
    """A question that is worked on for at most `seconds`, in the background."""

    def __init__(self, work: Callable[[Job[T]], T], seconds: float) -> None:
        self.seconds = seconds
        self.note = ""
        """What the work says about how far it is; empty until it has begun."""
        self.answer: T | None = None
        self.error: MatadorError | None = None
        self.stopped = False
        self._began = self._ended = 0.0
        self._seen = time.monotonic()
        self._running = _threads().submit(self._run, work)

    def _run(self, work: Callable[[Job[T]], T]) -> None:
        self._began = time.monotonic()
        try:
            self.answer = work(self)
        except MatadorError as error:
            self.error = error
        except Exception:
            # The page that looks at it says so in one sentence and goes on.
            _log.exception("A question to the core failed")
        self._ended = time.monotonic()

    def look(self, patience: float = 0.0) -> bool:
        """Whether it is done, if need be after waiting for so many seconds."""
        self._seen = time.monotonic()
        return not wait([self._running], timeout=patience).not_done

    def stop(self) -> None:
        """Let it end with what it has found so far."""
        self.stopped = True

    def over(self) -> bool:
        """Whether it shall end: it was stopped, or nobody looks at it any more."""
        return self.stopped or time.monotonic() - self._seen > _LONELY

    @property
    def spent(self) -> float:
        """Seconds of work so far."""
        return (self._ended or time.monotonic()) - self._began if self._began else 0.0

    @property
    def share(self) -> float:
        """The part of its time that is over, 0 to 1."""
        return min(1.0, self.spent / self.seconds)
