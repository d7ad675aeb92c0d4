"""Work in a process of its own: answers, errors, an early end, and a process that dies."""

import itertools
import os
import time

import pytest

from matador.analysis.solve import solve
from matador.analysis.tables import UnsupportedError
from matador.analysis.worker import FailedError, Worker, here
from matador.game.notation import read_position

KNOWN = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica"
OVER = "6.1116.44-5545.0.A2.0-0.pagat"
HARD = (
    "9.-.02030715182224487778-05060811193645568899-00121723293537496668-04131416262833385557."
    "012509586946474434893967275979.B.0-0-0-0.szalone-10"
)
SOLVE = "matador.analysis.solve:solve"


@pytest.fixture(scope="module")
def worker():
    """One process for all questions, as a server keeps it."""
    return Worker()


def _ask(worker, code, over=lambda: False, **options):
    told = []
    return worker.ask(SOLVE, (read_position(code),), options, told.append, over), told


def test_an_answer_is_the_same_as_here(worker):
    """And so it is without a process."""
    answer, _ = _ask(worker, KNOWN)
    assert answer == solve(read_position(KNOWN))
    assert here(SOLVE, (read_position(KNOWN),), {}, lambda _: None, lambda: False) == answer


def test_errors_come_back_and_the_next_question_is_answered(worker):
    """A refusal as what it is, anything else as a failure that names it."""
    with pytest.raises(UnsupportedError, match="the hand is over"):
        _ask(worker, OVER)
    with pytest.raises(FailedError, match="nonsense"):
        _ask(worker, KNOWN, nonsense=1)
    assert _ask(worker, KNOWN)[0].exact


def test_it_tells_how_far_it_is_and_ends_when_it_is_told_to(worker):
    """With what was found so far; the stop is not taken for the next question's."""
    looks = itertools.count()
    answer, told = _ask(worker, HARD, over=lambda: next(looks) > 3)
    assert not answer.exact
    assert told
    assert _ask(worker, KNOWN)[0].exact


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no priorities")
def test_it_gives_way_to_the_pages(worker):
    """Its priority is lower than that of whoever asks."""
    theirs = os.getpriority(os.PRIO_PROCESS, worker._process.pid)
    assert theirs > os.getpriority(os.PRIO_PROCESS, 0)


def test_a_process_that_dies_is_a_failure_and_nothing_hangs():
    """Neither for whoever asks nor, when that one is gone, for the process."""
    worker = Worker()
    assert _ask(worker, KNOWN)[0].exact
    worker._process.kill()
    with pytest.raises(FailedError):
        _ask(worker, KNOWN)
    worker._process.wait(10)
    assert not worker.alive


def test_it_ends_when_nobody_can_ask_any_more():
    """Even while it works."""
    worker = Worker()

    def gone(told):
        worker._asked.close()
        worker._told.close()

    with pytest.raises((FailedError, ValueError)):
        worker.ask(SOLVE, (read_position(HARD),), {}, gone, lambda: False)
    until = time.monotonic() + 20
    while worker.alive and time.monotonic() < until:
        time.sleep(0.05)
    assert not worker.alive
