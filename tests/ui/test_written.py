"""An address that a late press tells is not taken for Back."""

import pytest

from matador.ui import written
from matador.ui.written import LATE, Written

A, B, C = {"p": "a"}, {"p": "b"}, {"p": "c", "n": "1"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time; the last entry counts."""
    now = [100.0]
    monkeypatch.setattr(written.time, "monotonic", lambda: now[-1])
    return now


def test_what_was_left_just_now_is_not_asked_for(clock: list[float]) -> None:
    one = Written()
    for params in (A, B):
        one.note(params)
    assert [one.asked(params) for params in ({}, A, B, C)] == [False, False, False, True]
    clock.append(100.0 + LATE)
    assert [one.asked(params) for params in ({}, A, B, C)] == [True, True, False, True]


def test_back_is_asked_for_at_any_time(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    one = Written()
    for params in (A, B):
        one.note(params)
    monkeypatch.setattr(written, "_by_history", lambda: True)
    assert one.asked(A)
    assert not one.asked(B)


def test_what_is_there_again_was_not_left(clock: list[float]) -> None:
    one = Written()
    for params in (A, B, A):
        one.note(params)
    assert [one.asked(params) for params in (A, B)] == [False, False]
    clock.append(100.0 + LATE)
    assert one.asked(B)
    one.note(C)
    assert not one.asked(A)
