"""Work in a process of its own at low priority, so that whoever asked for it stays quick.

A thread would not do: work in plain Python holds the interpreter's lock, and compiled work takes
the processor from the pages. A question is the name of a function, `module:function`, with what it
is called with; the function also takes `progress`, to tell how far it is, and `stop`, to ask
whether to end. Run as a program, this module answers questions until its standard input ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import pkgutil
import queue
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from matador.game.errors import MatadorError

_NICE = 10
"""How much the work gives way to everything else; the same as for compiling ahead."""
_TICK = 0.1
"""Seconds between two words about how far the work is."""
_GRACE = 10.0
"""Seconds that work may go on after it was asked to stop, before its process is ended."""

_TOLD, _DONE, _REFUSED, _FAILED = "told", "done", "refused", "failed"

Tell = Callable[[tuple[Any, ...]], None]
Over = Callable[[], bool]


class FailedError(RuntimeError):
    """The work ended with an error that it should not have, or its process is gone."""


class Worker:
    """A process that answers one question after the other. Raises OSError if none can be had."""

    def __init__(self) -> None:
        self._number = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._asked, self._told = self._process.stdin, self._process.stdout

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(
        self,
        work: str,
        arguments: tuple[Any, ...],
        options: Mapping[str, Any],
        tell: Tell,
        over: Over,
    ) -> Any:
        """The answer of the work. `tell` hears how far it is, from the moment when it begins.

        `over` is asked now and then whether it shall end with what it has found. Raises what
        MatadorError the work raises, and FailedError.
        """
        self._number += 1
        try:
            _send(self._asked, (self._number, pickle.dumps((work, arguments, dict(options)))))
            kind, content = self._listen(tell, over)
        except (OSError, EOFError) as error:
            raise FailedError("the process of the work is gone") from error
        if kind == _FAILED:
            raise FailedError(content)
        if kind == _REFUSED:
            raise content
        return content

    def _listen(self, tell: Tell, over: Over) -> tuple[str, Any]:
        """What it answers; until then what it tells is passed on."""
        until = 0.0
        while True:
            kind, content = pickle.load(self._told)
            if kind != _TOLD:
                return kind, content
            if content is None:
                continue  # it is still being started, which no stop makes any faster
            tell(content)
            if until and time.monotonic() > until:
                self._process.kill()
            elif not until and over():
                until = time.monotonic() + _GRACE
                _send(self._asked, (self._number, None))


def here(
    work: str, arguments: tuple[Any, ...], options: Mapping[str, Any], tell: Tell, over: Over
) -> Any:
    """The same as `Worker.ask` without a process, for machines that give none."""
    function = pkgutil.resolve_name(work)
    tell(())
    return function(*arguments, progress=lambda *far: tell(far), stop=over, **options)


def _send(pipe: Any, message: tuple[Any, Any]) -> None:
    pickle.dump(message, pipe)
    pipe.flush()


# --- in the process -----------------------------------------------------------------------------


class _Errand:
    """One question while it is worked on."""

    def __init__(self, stopped: Over, answers: BinaryIO) -> None:
        self._stopped, self._answers = stopped, answers
        self._far: tuple[Any, ...] | None = None
        self._ended = threading.Event()

    def run(self, question: bytes) -> None:
        """Work, tell how far it is, and send the answer."""
        telling = threading.Thread(target=self._tell)
        telling.start()
        answer = self._answer(question)
        self._ended.set()
        telling.join()
        _send(self._answers, answer)

    def _answer(self, question: bytes) -> tuple[str, Any]:
        try:
            work, arguments, options = pickle.loads(question)
            return _DONE, here(work, arguments, options, self._note, self._stopped)
        except MatadorError as error:
            return _REFUSED, error
        except Exception:
            # Whoever asked says so in one sentence; the log gets the rest.
            return _FAILED, traceback.format_exc()

    def _note(self, far: tuple[Any, ...]) -> None:
        self._far = far

    def _tell(self) -> None:
        while not self._ended.wait(_TICK):
            _send(self._answers, (_TOLD, self._far))


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every question; the process ends when nobody can ask any more."""
    asked: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
    last_stopped = 0

    def listen() -> None:
        nonlocal last_stopped
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, question = pickle.load(questions)
                if question is None:
                    last_stopped = number
                else:
                    asked.put((number, question))
        os._exit(0)  # whoever asked is gone, and so is the need for an answer

    threading.Thread(target=listen, daemon=True).start()
    while True:
        number, question = asked.get()
        _Errand(lambda number=number: last_stopped >= number, answers).run(question)  # type: ignore[misc]


def _serve_alone() -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what anybody prints must not get among the answers
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    _serve_alone()
