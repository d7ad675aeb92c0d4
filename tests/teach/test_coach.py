"""The coached hand: silent while all goes well, helpful when not, three lines at the end."""

import msgspec
import pytest

from matador.game.errors import IllegalError
from matador.game.moves import apply, ending
from matador.teach.beliefs import BELIEFS
from matador.teach.coach import CoachedHand, begin
from matador.teach.lessons import HandSetup, load_lessons

SETUP = load_lessons()["06_the_coached_hand"].hand
assert SETUP is not None


def played_out(setup: HandSetup) -> CoachedHand:
    """The hand as the coach itself would play it."""
    one = begin(setup)
    while not one.over:
        one = one.attempt(str(one.advice))
    return one


def test_the_learner_is_to_move_until_the_hand_is_over() -> None:
    for seed in range(12):
        one = begin(msgspec.structs.replace(SETUP, seed=seed))
        acts = 0
        while not one.over:
            assert one.position.turn == one.seat
            one = one.attempt(str(one.advice))
            assert one.said is None, "the coach speaks on error only"
            assert one.told
            acts += 1
        assert acts < 60
        position = one.line.start
        for action in one.line.actions:
            position = apply(position, action)
        assert ending(position) is not None


def test_the_same_hand_is_dealt_and_answered_each_time() -> None:
    assert played_out(SETUP).line == played_out(SETUP).line


def test_a_wrong_attempt_changes_nothing_and_is_explained() -> None:
    one = begin(SETUP).attempt("S44")
    before = one.position
    ends = [end.halves[0] for end in before.ends]
    tile = next(t for t in before.hand.tiles if set(ends) & set(t) and t.pips != 7)
    half = next(half for half in tile if half in ends)
    arm = "LR"[ends.index(half)]
    wrong = one.attempt(f"{arm}{half}{tile.pips - half}")
    assert wrong.position == before
    assert wrong.said is not None
    assert wrong.said.belief == "M1"
    assert wrong.said.response.sum.endswith("not 7.")
    assert wrong.said.response.belief
    assert wrong.said.response.instead
    assert wrong.slips == 1
    assert wrong.attempt(str(wrong.advice)).said is None


@pytest.mark.parametrize("text", ["", "no action", "R99", "L" * 5000, "12", "<b>"])
def test_what_cannot_be_read_is_told_and_loses_nothing(text: str) -> None:
    one = begin(SETUP)
    after = one.attempt(text)
    assert after.line == one.line
    assert after.said is not None
    assert after.said.response.verdict


def test_drawing_with_a_matador_in_hand_is_recognised() -> None:
    one = next(one for one in moments() if one.attempt("d").met == ("M12",))
    refused = one.attempt("d")
    assert refused.said is not None
    assert "matador" in refused.said.response.belief


def test_hints_climb_and_are_counted() -> None:
    one = begin(SETUP)
    rungs = one.hints
    assert "7" in rungs[0]
    assert len(set(rungs)) == len(rungs)
    assert one.advice.tile is not None
    assert f"{one.advice.tile.low}-{one.advice.tile.high}" in rungs[-1]
    assert one.asking().asked == 1
    assert one.asking().line == one.line


def test_the_summary_has_three_lines() -> None:
    one = played_out(SETUP)
    lines = one.summary()
    assert len(lines) == 3
    assert all(lines)
    assert "Player" in lines[0]
    with pytest.raises(IllegalError):
        begin(SETUP).summary()


def test_the_summary_takes_along_what_was_met_most() -> None:
    start = next(one for one in moments() if one.attempt("d").met == ("M12",))
    one = start.attempt("d").attempt("d")
    while not one.over:
        one = one.attempt(str(one.advice))
    assert one.met == ("M12", "M12")
    assert "matador" in one.summary()[2].lower()
    assert set(one.met) <= set(BELIEFS)


def moments() -> list[CoachedHand]:
    """The learner's turns in some hands that the coach plays."""
    found = []
    for seed in range(20):
        one = begin(msgspec.structs.replace(SETUP, seed=seed))
        while not one.over:
            found.append(one)
            one = one.attempt(str(one.advice))
    return found
