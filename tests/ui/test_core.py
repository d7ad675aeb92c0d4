"""The questions of one visitor: what is no longer asked is no longer worked on."""

from typing import Any

import pytest

from matador.ui import core
from matador.ui.core import Desk


class Asked:
    """A question that is never answered."""

    stopped = False

    def stop(self) -> None:
        self.stopped = True


def test_a_question_that_another_one_replaces_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "_KEPT", 2)
    desk = Desk()
    asked: list[Any] = [Asked() for _ in range(5)]
    for key, one in zip("aabcb", asked, strict=True):
        desk.put(key, one)
    assert [one.stopped for one in asked] == [True, True, True, False, False]
    assert desk.jobs == {"c": asked[3], "b": asked[4]}
