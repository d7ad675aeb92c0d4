"""What the board lets through from a browser, and that its files agree with each other."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.ui.board import Edit, Move, component, words
from matador.ui.board.component import read_edit, read_move

HERE = Path(component.__file__).parent
SCRIPT = "".join(
    (HERE / name).read_text("utf-8") for name in ("layout.js", "pieces.js", "board.js")
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize("action", ["R25", "L64", "S66+", "d", "d34", "p", "U1c", "Rv25"])
def test_an_action_comes_through(action: str) -> None:
    assert read_move({"action": action, "rev": 3}) == Move(action, 3)


@pytest.mark.parametrize(
    "payload",
    [
        None,
        "R25",
        ["R25", 3],
        {"action": "R25"},
        {"rev": 3},
        {"action": "", "rev": 3},
        {"action": "R25\n", "rev": 3},
        {"action": "<b>", "rev": 3},
        {"action": "R" * 13, "rev": 3},
        {"action": 25, "rev": 3},
        {"action": "R25", "rev": "3"},
        {"action": "R25", "rev": 3.0},
        {"action": "R25", "rev": True},
        {"action": "R25", "rev": -1},
        {"action": "R25", "rev": 10**9},
        {"action": "R25", "rev": 3, "more": 1},
    ],
)
def test_nonsense_is_no_move(payload: object) -> None:
    assert read_move(payload) is None


@pytest.mark.parametrize("inner", [None, 0, 5, 18])
def test_an_edit_comes_through(inner: int | None) -> None:
    payload = {"tile": "25", "to": "hand-A", "inner": inner, "rev": 0}
    assert read_edit(payload) == Edit("25", "hand-A", inner, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"tile": "2-5"},
        {"tile": "2z"},
        {"tile": 25},
        {"to": ""},
        {"to": "hand A"},
        {"to": "x" * 21},
        {"inner": 19},
        {"inner": -1},
        {"inner": True},
        {"inner": "2"},
        {"rev": None},
        {"more": 1},
    ],
)
def test_nonsense_is_no_edit(wrong: Mapping[str, object]) -> None:
    assert read_edit({"tile": "25", "to": "hand-A", "inner": 2, "rev": 0, **wrong}) is None


@given(JSON, JSON, JSON, JSON)
def test_whatever_a_browser_sends_nothing_raises(
    a: object, b: object, c: object, d: object
) -> None:
    for payload in (a, {"action": a, "rev": b}, {"tile": a, "to": b, "inner": c, "rev": d}):
        read_move(payload)
        read_edit(payload)


def test_every_word_that_the_script_says_is_in_the_content_and_no_other() -> None:
    # `words.x`, and the few that are chosen between as strings.
    said = set(re.findall(r"\bwords\.(\w+)", SCRIPT))
    chosen = {word for word in words() if f'"{word}"' in SCRIPT}
    assert said | chosen == set(words())


def test_the_script_keeps_to_text() -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b", SCRIPT)


def test_what_travels_with_every_redraw_stays_small() -> None:
    assert len(component._source("stub.js")) < 500


def test_what_travels_once_stays_small() -> None:
    program = component._program()
    assert len(program) < 54_000
    assert "\n//" not in program
