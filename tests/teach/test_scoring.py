"""The score sheet in words."""

import pytest

from matador.game.rules import Rules
from matador.game.settle import pay
from matador.teach import scoring

RULES = Rules("test")
PAIRS = RULES.changed(partners="pairs")
NAMES = ("you", "Ann", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("rules", "pips", "out", "told"),
    [
        (RULES, [8, 19], None, "The hand is blocked. 11 points for you: 19 - 8 = 11."),
        (RULES, [8, 0], 1, "Out of tiles: Ann. 8 points for Ann."),
        (
            RULES,
            [8, 8],
            None,
            "The hand is blocked. You and Ann are lowest together; under these rules nobody"
            " scores.",
        ),
        (
            RULES.changed(tie="share"),
            [8, 4, 4, 7],
            None,
            "The hand is blocked. Ann and Ben are lowest together and share the payment:"
            " 8 + 4 + 7 - 4 = 15; 15 / 2 = 7.",
        ),
        (
            PAIRS,
            [8, 4, 5, 1],
            None,
            "The hand is blocked. 12 points for Ann and Cleo: 8 + 5 - 1 = 12.",
        ),
    ],
)
def test_a_hand_is_told_with_its_sum_and_the_names(rules, pips, out, told):
    assert scoring.hand_sum(pay(rules, pips, out=out), rules, NAMES[: len(pips)]) == told


def test_without_names_the_seats_have_letters():
    assert "for Player B." in scoring.hand_sum(pay(RULES, [8, 0], out=1), RULES)


def test_a_name_may_be_what_another_seat_is_called():
    told = scoring.hand_sum(pay(RULES, [0, 9], out=0), RULES, ("Player B", "Bo"))
    assert told == "Out of tiles: Player B. 9 points for Player B."


def test_giving_up_is_told_as_such():
    paid = pay(RULES, [8, 0], out=1)
    told = scoring.gave_up(0, 1, paid, RULES, NAMES[:2])
    assert told == "You gave up: settled as if Ann had gone out. 8 points for Ann."


def test_totals_run_on():
    assert scoring.running([(1, 0), (0, 5), (2, 2)]) == [(1, 0), (1, 5), (3, 7)]


def test_the_goal_and_the_winners():
    assert "50" in scoring.goal_sentence(RULES.changed(target="50"))
    assert "past 100" in scoring.goal_sentence(RULES.changed(goal="exceed-loses", target="100"))
    assert "each seat" in scoring.goal_sentence(RULES.changed(goal="one-round"))
    assert "no target" in scoring.goal_sentence(RULES.changed(target="none"))
    parties = scoring.party_names(PAIRS, NAMES)
    assert parties == ("you and Ben", "Ann and Cleo")
    told = scoring.winners_sentence((1,), (20, 104), parties)
    assert told == "The match goes to Ann and Cleo, 20 : 104."
