"""A match as data: hands, leaders, scores, winners, giving up."""

import random

import pytest

from matador.game.errors import IllegalError
from matador.game.match import Hand, Kept, begin, follow, given_up, heir
from matador.game.moves import PASS, Action, legal_actions
from matador.game.rules import Rules
from matador.game.settle import add_score, next_hand, settle
from tests.game.shorthand import at

KEY = bytes(range(16))
RULES = Rules("test").changed(target="50")


def _finished(match, chance):
    while not match.hand.over:
        match = match.play(chance.choice(legal_actions(match.position)))
    return match


@pytest.mark.parametrize(
    "rules",
    [
        RULES,
        RULES.changed(next_lead="again"),
        RULES.changed(next_lead="loser"),
        RULES.changed(goal="one-round"),
        RULES.changed(goal="exceed-loses", out_pay="debit", blocked_pay="debit"),
    ],
    ids=lambda rules: f"{rules.next_lead} {rules.goal}",
)
def test_a_match_goes_from_hand_to_hand_as_settle_says(rules):
    """Each next hand has the leader and the score that `next_hand` gives it."""
    chance = random.Random(1)
    match = begin(rules, 3, KEY)
    score = (0, 0, 0)
    while not match.winners:
        match = _finished(match, chance)
        score = add_score(score, settle(match.position))
        assert match.score == score
        after = match.next("cut")
        expected = next_hand(match.position, match.hand.leader, "any")
        assert after.position.score == expected.score == after.score
        if rules.next_lead.value != "again":  # then the tiles decide, which are others here
            assert after.position.turn == expected.turn
        assert after.past == (*match.past, match.hand)
        assert not after.hand.over
        winners, match = match.winners, after if not match.winners else match
    assert winners == match.winners
    assert len(match.settled) == len(match.past) + 1


def test_pairs_keep_one_score_each():
    match = _finished(begin(RULES.changed(partners="pairs"), 4, KEY), random.Random(2))
    assert len(match.score) == 2
    assert len(match.next().position.score) == 2


def test_nothing_goes_on_after_the_end_and_nothing_is_dealt_before():
    match = begin(RULES, 2, KEY)
    with pytest.raises(IllegalError):
        match.next()
    over = _finished(match, random.Random(3))
    for late in (over, match.give_up(0)):
        with pytest.raises(IllegalError):
            late.play(Action(PASS))
        with pytest.raises(IllegalError):
            late.give_up(1)


def test_going_back_takes_actions_and_giving_up_away():
    match = _finished(begin(RULES, 2, KEY), random.Random(4))
    back = match.back_to(3)
    assert back.line.actions == match.line.actions[:3]
    assert back.line.at == 3
    assert back.give_up(0).back_to(3) == back


def test_giving_up_pays_as_if_the_lowest_of_the_others_had_gone_out():
    position = at(line="66", hands="25-5545-04-13", stock="0", turn="A")
    assert heir(position, 0) == 2  # 4 pips, like seat D, but earlier in turn order
    assert heir(position, 2) == 3
    paid = given_up(position, 0)
    assert paid.winners == (2,)
    assert paid.payments == (0, 0, 7 + 19 + 4, 0)
    assert paid.pips == (7, 19, 0, 4)


def test_a_partner_inherits_nothing():
    position = at(line="66", hands="25-5545-04-1326", stock="0", turn="A", partners="pairs")
    assert heir(position, 0) == 3
    assert given_up(position, 0).winners == (1, 3)


def test_what_is_kept_of_a_hand_still_says_who_leads_and_scores():
    match = begin(RULES, 2, KEY).give_up(0)
    hand = match.hand
    paid = hand.settlement
    kept = Hand(1, hand.leader, gave_up=0, kept=Kept(paid, hand.out, hand.last))
    assert kept.over
    assert (kept.settlement, kept.out, kept.last) == (paid, 1, None)
    assert follow(RULES, kept, (0, 0)) == follow(RULES, hand, (0, 0))
    assert match._replace(past=(kept,)).settled[0] == (kept, paid)
