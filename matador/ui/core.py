"""The compiled core behind the pages: made ready in the background, and asked in the background.

What takes longer than a click is a `Job`. It runs in a process of its own at low priority, so that
no page waits for it, neither the visitor's own nor anybody else's; the page looks at it now and
then, and a job that nobody looks at any more ends by itself.
"""

from __future__ import annotations

import logging
import os
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import streamlit as st

from matador.analysis import warm
from matador.analysis.worker import Worker, here
from matador.game.errors import MatadorError

_LONELY = 10.0
"""Seconds after which a job that no page looks at is taken to be forgotten. A tab in the background
still looks once a second."""
_KEPT = 100
"""Answers of one visitor, of each kind."""

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
def _threads(long: bool) -> ThreadPoolExecutor:
    """Each of these waits for a process that works for it.

    One for each processor: more would only make all of them slower. What takes long has one of its
    own, so that a question that is answered in a second never waits behind it.
    """
    if long:
        return ThreadPoolExecutor(1, thread_name_prefix="core-long")
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="core")


_own = threading.local()


def _worker() -> Worker | None:
    """This thread's process, started anew if the last one is gone; None where there can be none."""
    found: Worker | None = getattr(_own, "worker", None)
    if found is None or not found.alive:
        try:
            found = _own.worker = Worker()
        except OSError:
            return None
    return found


class Job(Generic[T]):
    """A question that is worked on for at most `seconds`, in the background.

    `work` names a function of `matador.analysis`, such as `solve:solve`. Another process calls it
    with `arguments`, and by name with `seconds`, `progress`, `stop` and the options.
    """

    def __init__(
        self,
        work: str,
        *arguments: Any,
        seconds: float,
        long: bool = False,
        **options: Any,
    ) -> None:
        self.seconds = seconds
        self.far: tuple[Any, ...] = ()
        """What the work was last heard to say about how far it is; empty until then."""
        self.answer: T | None = None
        self.error: MatadorError | None = None
        self.stopped = False
        self.dropped = False
        """Whether it ended before it began, since it was stopped or nobody looked at it."""
        self._began = self._ended = 0.0
        self._seen = time.monotonic()
        options["seconds"] = seconds
        self._running = _threads(long).submit(self._run, work, arguments, options)

    def _run(self, work: str, arguments: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.dropped = self.over()
        try:
            if not self.dropped:
                self.answer = self._asked(f"matador.analysis.{work}", arguments, options)
        except MatadorError as error:
            self.error = error
        except Exception:
            # The page that looks at it says so in one sentence and goes on.
            _log.exception("A question to the core failed")
        self._ended = time.monotonic()

    def _asked(self, work: str, arguments: tuple[Any, ...], options: dict[str, Any]) -> T:
        worker = _worker()
        ask = worker.ask if worker else here
        answer: T = ask(work, arguments, options, self._hear, self.over)
        return answer

    def _hear(self, far: tuple[Any, ...]) -> None:
        self._began = self._began or time.monotonic()
        self.far = far

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


@dataclass
class Desk:
    """The questions of one visitor by what they are about, the latest last."""

    jobs: dict[str, Job[Any]] = field(default_factory=dict)

    def leave(self, key: str = "") -> None:
        """Give up what is still being worked on, unless it is about this."""
        for other, job in list(self.jobs.items()):
            if other != key and not job.look():
                job.stop()
                del self.jobs[other]

    def put(self, key: str, job: Job[Any]) -> None:
        """Keep a new question; the oldest answers are forgotten."""
        if key in self.jobs:
            self.jobs.pop(key).stop()  # or it would keep the others waiting for nobody's sake
        self.jobs[key] = job
        for old in list(self.jobs)[:-_KEPT]:
            self.jobs.pop(old).stop()


def desk(name: str) -> Desk:
    """The visitor's questions of one kind."""
    found: Desk = st.session_state.setdefault(f"{name}_desk", Desk())
    return found
