"""A played hand judged: against the solver, against the payment, and with too little time."""

import itertools
import time
from random import Random

import pytest

from matador.analysis.estimate import estimate
from matador.analysis.knowledge import seen_from
from matador.analysis.review import COSTS, Known, Verdict, costs, review, reviews, verdict
from matador.analysis.slow import worth
from matador.analysis.solve import solve
from matador.analysis.tables import UnsupportedError
from matador.game.moves import ending, legal_actions
from matador.game.notation import read_position
from matador.game.position import deal, sides
from matador.game.record import Timeline
from matador.game.rules import preset, read_rules

PIPS = preset("pagat")
HARD = (
    "9.-.02030715182224487778-05060811193645568899-00121723293537496668-04131416262833385557."
    "012509586946474434893967275979.B.0-0-0-0.szalone-10"
)
"""Four hands of ten tiles, which nothing settles within a second."""


def _played(rules, players, seed, actions=None):
    """A hand played at random, to its end or for so many actions."""
    chance, line = Random(seed), Timeline(deal(read_rules(rules), players, seed))
    while not ending(line.position) and len(line.actions) != actions:
        line = line.play(chance.choice(legal_actions(line.position)))
    return line


def _late(rules, players, seed, actions):
    """The last actions of such a hand."""
    line = _played(rules, players, seed)
    kept = line.actions[-actions:]
    return Timeline(line.positions[-len(kept) - 1], kept, len(kept))


@pytest.mark.parametrize(
    ("rules", "players"), [("pagat", 2), ("britannica", 2), ("pagat~partners-pairs", 4)]
)
@pytest.mark.parametrize("seed", range(3))
def test_what_was_lost_is_what_the_hand_paid_less_than_it_was_worth(rules, players, seed):
    """From the value at the start, each side's losses lead to the payment, to the pip."""
    line = _played(rules, players, seed)
    found = review(line)
    assert found.settled
    assert all(value.exact for value in found.values)
    ours = sides(line.start.rules, players)[0]
    lost = sum(one.lost.low * (1 if one.seat in ours else -1) for one in found.judged)
    assert found.values[0].low - lost == worth(line.positions[-1], 0) == found.values[-1].low


@pytest.mark.parametrize(("rules", "players"), [("pagat", 2), ("pagat", 3)])
def test_every_loss_is_the_solvers(rules, players):
    """The value of the position less that of the action, whoever is asked; and what was better."""
    line = _late(rules, players, 4, 12)
    found = review(line)
    assert found.method == ("two-sided" if players == 2 else "paranoid")
    assert any(one.verdict not in (Verdict.ONLY, Verdict.GOOD) for one in found.judged)
    for position, action, judged in zip(line.positions, line.actions, found.judged, strict=False):
        known = solve(position)
        lost = known.value.low - known.actions[action].low
        assert judged.lost == Known(lost, lost)
        assert judged.seat == position.turn
        assert (judged.verdict is Verdict.ONLY) == (len(known.actions) == 1)
        if judged.verdict not in (Verdict.ONLY, Verdict.GOOD):
            assert judged.better == known.best
            assert action not in judged.better


def test_values_stand_only_where_they_can_be_compared():
    """Between two parties for all positions, else for none."""
    assert all(review(_late("pagat", 2, 1, 6)).values)
    assert not any(review(_late("pagat", 3, 1, 6)).values)


def test_a_hand_that_goes_on_is_judged_as_far_as_it_was_played():
    """The last position has a value too."""
    line = _played("britannica", 2, 5, 14)
    assert not ending(line.position)
    found = review(line)
    assert found.settled
    known = solve(line.position).value.low
    assert found.values[-1].low == (known if line.position.turn == 0 else -known)


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        (Known(0, 0), Verdict.GOOD),
        (Known(1, 5), Verdict.SLIP),
        (Known(6, 23), Verdict.MISTAKE),
        (Known(24, 336), Verdict.BLUNDER),
        (Known(0, 1), Verdict.OPEN),
        (Known(5, 6), Verdict.OPEN),
        (Known(3, 3, 0.4), Verdict.SLIP),
        (Known(3, 3, 2), Verdict.OPEN),
    ],
)
def test_a_verdict_is_given_where_only_one_is_possible(lost, expected):
    """In an interval, or within twice the error."""
    assert verdict(lost, PIPS) is expected


def test_thresholds_go_with_the_tiles():
    """The average tile of a set weighs as many pips as its highest half."""
    assert costs(PIPS) == COSTS | {Verdict.MISTAKE: 6, Verdict.BLUNDER: 24}
    assert costs(read_rules("pagat~set-9"))[Verdict.MISTAKE] == 9


def test_where_nothing_is_paid_hands_are_counted():
    """Half a hand is a mistake, a whole one a blunder."""
    rules = read_rules("pagat~blocked_pay-nobody~out_pay-nobody")
    told = [verdict(Known(lost, lost), rules) for lost in (0, 1, 2)]
    assert told == [Verdict.GOOD, Verdict.MISTAKE, Verdict.BLUNDER]
    found = review(_late("pagat~blocked_pay-nobody~out_pay-nobody", 2, 3, 12))
    assert found.unit == "hands"
    assert {one.lost.low for one in found.judged} <= {0, 1, 2}


def test_without_time_nothing_is_guessed():
    """What needs no work is told, the rest is open; and no time is taken."""
    line = _played("pagat", 2, 2)
    began = time.monotonic()
    found = review(line, seconds=0)
    assert time.monotonic() - began < 5
    for position, judged in zip(line.positions, found.judged, strict=False):
        alone = len(legal_actions(position)) == 1
        assert judged.verdict is (Verdict.ONLY if alone else Verdict.OPEN)
        assert alone or judged.lost is None
    assert not found.settled


def test_what_is_too_hard_is_an_interval():
    """Bounds, no verdict; and the work ends when it is told to."""
    start = read_position(HARD)
    line = Timeline(start).play(legal_actions(start)[0])
    line = line.play(legal_actions(line.position)[0])
    looks = itertools.count()
    found = review(line, stop=lambda: next(looks) > 20)
    assert [one.verdict for one in found.judged] == [Verdict.ONLY, Verdict.OPEN]
    lost = found.judged[1].lost
    assert lost is None or lost.low < lost.high


def test_states_come_one_an_action_the_last_one_first():
    """Whoever watches sees it grow; each says how many are done."""
    line = _late("pagat", 2, 1, 6)
    states = list(reviews(line))
    assert [state.done for state in states] == list(range(len(line.actions) + 1))
    assert states[1].judged[-1]
    told = []
    assert review(line, progress=told.append) == states[-1] == told[-1]


def test_a_tally_adds_up():
    """Each seat's verdicts are its actions, and losses are added."""
    line = _late("britannica", 2, 6, 14)
    found = review(line)
    tallies = [found.tally(seat) for seat in range(2)]
    assert sum(sum(tally.counts.values()) for tally in tallies) == len(line.actions)
    assert sum(tally.lost.low for tally in tallies) == sum(one.lost.low for one in found.judged)


def test_hidden_hands_are_weighed_by_what_was_known_then():
    """The loss is the difference of the means, with its error; no verdict within twice of it."""
    line = seen_from(_played("britannica", 2, 2, 16), 0)
    found = review(line)
    assert found.method == "estimate"
    assert not any(found.values)
    weighed = 0
    for number, judged in enumerate(found.judged):
        position = line.positions[number]
        if position.turn == 1:
            assert judged.verdict is Verdict.HIDDEN
        elif judged.verdict is not Verdict.ONLY:
            known = estimate(line.to(number)).actions[line.actions[number]]
            if str(known.standing) == "worse":
                weighed += 1
                mean, error = known.behind
                assert judged.lost == Known(mean, mean, error)
                sure = {verdict(Known(x, x), PIPS) for x in (mean - 2 * error, mean + 2 * error)}
                assert {judged.verdict} == (sure if len(sure) == 1 else {Verdict.OPEN})
            else:
                assert judged.verdict in (Verdict.GOOD, Verdict.OPEN)
    assert weighed


def test_a_flawed_start_is_refused():
    """As the solver refuses it."""
    start = read_position("6.1133.44-5545.0.A.0-0.pagat")
    with pytest.raises(UnsupportedError):
        review(Timeline(start))
