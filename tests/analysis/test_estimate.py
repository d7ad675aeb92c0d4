"""Estimates agree with going through all worlds, and say honestly how sure they are."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt

import pytest

from matador.analysis.estimate import (
    FIRST_LOOK,
    TOLERANCE,
    Ended,
    Estimates,
    Method,
    Standing,
    estimate,
)
from matador.analysis.knowledge import Knowledge
from matador.analysis.solve import solve
from matador.analysis.tables import UnsupportedError
from matador.game.errors import IllegalError, UnreadableError
from matador.game.moves import Action, ending
from matador.game.position import Hand, Position, deal
from matador.game.record import Timeline
from matador.game.rules import read_rules
from tests.analysis.late_hands import hidden_from_mover, late


@cache
def seen(rules: str, players: int, seed: int, unseen: int) -> Knowledge:
    """What the seat to move knows in a late hand, its memory of passes and draws too."""
    line = late(rules, players, seed, unseen)
    return Knowledge.of(line, line.position.turn)


@cache
def truth(known: Knowledge) -> dict[Action, tuple[float, float]]:
    """The mean value of each action, and how often it is above 0, over every world solved."""
    values = [solve(one, line=False).actions for one in known.enumerate()]
    found = {}
    for action in values[0]:
        paid = [one[action].low for one in values]
        assert all(one[action].exact for one in values)
        found[action] = sum(paid) / len(paid), sum(value > 0 for value in paid) / len(paid)
    return found


def told(found: Estimates) -> list[object]:
    """Everything in an answer that must be the same again."""
    return [found.actions, found.worlds, found.by_playout, found.nodes, found.ended]


SMALL = [
    ("britannica", 2, 5, 6),
    ("pagat", 2, 1, 6),
    ("le-mata", 2, 0, 6),
    ("britannica", 3, 2, 6),
    ("spaans~partners-pairs", 4, 3, 8),
    ("kardinal", 3, 3, 6),
]
"""Late hands with so few worlds that all of them can be solved."""


@pytest.mark.parametrize(("rules", "players", "seed", "unseen"), SMALL)
def test_all_worlds_are_weighed_where_they_are_few(
    rules: str, players: int, seed: int, unseen: int
) -> None:
    known = seen(rules, players, seed, unseen)
    found = estimate(known, samples=2, nodes=10**9)
    assert found.exact
    assert (found.ended, found.by_playout) == (Ended.ALL, 0)
    assert found.worlds == found.possible == known.count() > 1
    assert found.paranoid == (players == 3)
    for action, (mean, wins) in truth(known).items():
        worth = found.actions[action]
        ahead = max(mean for mean, _ in truth(known).values())
        assert worth.mean.mean == pytest.approx(mean)
        assert worth.behind.mean == pytest.approx(ahead - mean)
        assert worth.mean.error == worth.behind.error == 0
        if worth.wins is not None:
            assert worth.wins.mean == pytest.approx(wins)
            assert worth.wins.error == 0
        assert (action in found.best) == (mean == pytest.approx(ahead))
    assert list(found.actions) == sorted(truth(known), key=str)


def coverage(known: Knowledge, samples: int, seeds: int) -> Iterator[tuple[str, float]]:
    """By how many standard errors means, chances and differences are off, for many seeds."""
    exact = truth(known)
    for seed in range(seeds):
        found = estimate(known, samples=samples, every=0, seed=seed, early=False)
        assert not found.exact
        best = next(a for a, worth in found.actions.items() if worth.standing is Standing.BEST)
        for action, worth in found.actions.items():
            mean, wins = exact[action]
            assert worth.wins is not None
            if worth.mean.error:
                yield "mean", (worth.mean.mean - mean) / worth.mean.error
            yield "wins", (worth.wins.mean - wins) / worth.wins.error
            if action != best:
                behind = exact[best][0] - mean
                yield "behind", (worth.behind.mean - behind) / worth.behind.error


@pytest.mark.parametrize("bare", [False, True], ids=["record", "position"])
def test_standard_errors_are_honest(bare: bool) -> None:
    known = seen("britannica", 2, 2, 7)
    if bare:
        known = Knowledge.of(known.position)
    off: dict[str, list[float]] = {}
    for what, error in coverage(known, samples=60, seeds=150):
        off.setdefault(what, []).append(error)
    for what, found in off.items():
        within = sum(abs(one) < 2 for one in found) / len(found)
        assert within > 0.92, what
        if what == "mean":  # the others are wide of purpose where nothing was seen to differ
            spread = sqrt(sum(one**2 for one in found) / len(found))
            assert 0.85 < spread < 1.15
            assert abs(sum(found) / len(found)) < 4 / sqrt(150)


def test_passes_and_draws_count() -> None:
    known = seen(*SMALL[0])
    assert known.proofs
    forgetful = Knowledge.of(known.position)
    assert set(known.enumerate()) < set(forgetful.enumerate())
    remembering = estimate(known, samples=known.count())
    forgetting = estimate(forgetful, samples=forgetful.count())
    assert (remembering.exact, forgetting.exact) == (True, True)
    assert remembering.actions != forgetting.actions


# --- verdicts -----------------------------------------------------------------------------------


def standings(found: Estimates) -> Counter[Standing]:
    return Counter(worth.standing for worth in found.actions.values())


def test_it_stops_as_soon_as_the_best_is_told_apart() -> None:
    position = hidden_from_mover(late("britannica", 2, 6, 14).position)
    found = estimate(position, samples=2000)
    assert (found.ended, found.worlds) == (Ended.DECIDED, 512)
    assert standings(found) == {Standing.BEST: 1, Standing.WORSE: 4}
    half = estimate(position, samples=256)
    assert half.ended is Ended.SAMPLES
    assert standings(half)[Standing.UNCLEAR]
    patient = estimate(position, samples=2000, early=False)
    assert (patient.ended, patient.worlds) == (Ended.SAMPLES, 2000)
    assert patient.best == found.best


def test_actions_that_differ_by_little_are_level() -> None:
    position = hidden_from_mover(late("britannica", 2, 17, 14).position)
    strict = estimate(position, samples=1000)
    assert (strict.ended, strict.tolerance) == (Ended.SAMPLES, TOLERANCE["pips"])
    assert standings(strict) == {Standing.BEST: 1, Standing.UNCLEAR: 1}
    found = estimate(position, samples=1000, tolerance=8)
    assert (found.ended, found.tolerance) == (Ended.DECIDED, 8)
    assert standings(found) == {Standing.BEST: 1, Standing.LEVEL: 1}
    assert set(found.best) == set(found.actions)
    assert found.worlds < 1000


def test_few_worlds_give_no_verdict() -> None:
    known = Knowledge.of(hidden_from_mover(late("britannica", 2, 3, 14).position))
    found = estimate(known, samples=FIRST_LOOK - 1)
    assert set(standings(found)) == {Standing.BEST, Standing.UNCLEAR}
    assert set(found.best) == set(found.actions)


def test_verdicts_are_hardly_ever_wrong() -> None:
    known = seen("britannica", 2, 2, 7)
    exact, wrong, verdicts = truth(known), 0, 0
    for seed in range(100):
        found = estimate(known, samples=150, every=0, seed=seed, tolerance=TOLERANCE["pips"])
        best = next(a for a, worth in found.actions.items() if worth.standing is Standing.BEST)
        for action, worth in found.actions.items():
            behind = exact[best][0] - exact[action][0]
            verdicts += worth.standing in (Standing.WORSE, Standing.LEVEL)
            wrong += worth.standing is Standing.WORSE and behind <= 0
            wrong += worth.standing is Standing.LEVEL and abs(behind) > TOLERANCE["pips"]
    assert verdicts > 50
    assert wrong <= 3


# --- budgets ------------------------------------------------------------------------------------


def middle() -> Position:
    return hidden_from_mover(late("britannica", 2, 6, 16).position)


def test_the_same_seed_gives_the_same_numbers() -> None:
    for known, nodes in ((Knowledge.of(middle()), 300), (seen("britannica", 2, 7, 13), 50)):
        found = estimate(known, samples=50, seed=4, nodes=nodes)
        assert 0 < found.by_playout < found.worlds
        estimate(seen(*SMALL[1]), samples=10)
        assert told(estimate(known, samples=50, seed=4, nodes=nodes)) == told(found)
        assert told(estimate(known, samples=50, seed=5, nodes=nodes)) != told(found)


def test_worlds_that_are_played_out_are_counted_and_never_exact() -> None:
    known = seen(*SMALL[0])
    found = estimate(known, nodes=1)
    assert found.ended is Ended.ALL
    assert found.by_playout == found.worlds == known.count()
    assert not found.exact
    assert all(worth.mean.error > 0 for worth in found.actions.values())
    played = estimate(known, samples=300, method=Method.PLAYOUTS, early=False)
    assert (played.exact, played.ended) == (False, Ended.SAMPLES)
    assert (played.by_playout, played.worlds, played.nodes) == (300, 300, 0)
    assert played.policies == ("balanced", "balanced")
    assert all(worth.mean.error > 0 for worth in played.actions.values())
    other = estimate(known, samples=300, method=Method.PLAYOUTS, policy="random", early=False)
    assert other.actions != played.actions


def test_progress_is_told_and_it_can_be_stopped() -> None:
    steps: list[tuple[int, int]] = []

    def tell(weighed: int, most: int) -> None:
        steps.append((weighed, most))

    found = estimate(middle(), samples=100, progress=tell, stop=lambda: len(steps) >= 10)
    assert (found.ended, found.worlds) == (Ended.STOPPED, 10)
    assert steps == [(i + 1, 100) for i in range(10)]
    assert not found.exact


def test_time_is_kept() -> None:
    found = estimate(middle(), samples=10**6, seconds=0)
    assert (found.ended, found.worlds) == (Ended.SECONDS, 2)
    known = seen(*SMALL[0])
    cut = estimate(known, seconds=0)
    assert (cut.ended, cut.exact, cut.worlds) == (Ended.SECONDS, False, 2)


# --- any rules, any number of players -----------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "players"),
    [("pagat", 3), ("spaans", 4), ("spaans~partners-pairs", 4), ("pagat~set-9", 3)],
)
def test_the_first_action_of_a_hand_can_be_asked_about(rules: str, players: int) -> None:
    start = deal(read_rules(rules), players, 5)
    found = estimate(start, start.turn, samples=4, nodes=200)
    assert found.worlds == 4
    assert not ending(found.position)
    assert found.paranoid == (rules != "spaans~partners-pairs")


def test_where_all_have_points_against_them_nothing_is_won() -> None:
    found = estimate(seen("kardinal", 3, 3, 6), samples=10)
    assert all(worth.wins is None for worth in found.actions.values())


def test_a_line_of_play_is_seen_by_one_seat() -> None:
    line = late("britannica", 2, 2, 7)
    seat = line.position.turn
    found = estimate(line, seat, samples=20)
    assert told(found) == told(estimate(Knowledge.of(line, seat), samples=20))
    with pytest.raises(UnsupportedError, match="not known"):
        estimate(line, 1 - seat)
    # With all hands open there is one world.
    open_hands = estimate(line)
    exact = solve(line.position, line=False).actions
    assert open_hands.exact
    assert {a: w.mean.mean for a, w in open_hands.actions.items()} == {
        a: value.low for a, value in exact.items()
    }


def test_questions_that_cannot_be_answered_are_refused() -> None:
    over = Timeline(middle().changed(hands=(Hand(()), Hand((), 5))))
    with pytest.raises(UnsupportedError, match="over"):
        estimate(over)
    with pytest.raises(UnreadableError, match="samples"):
        estimate(middle(), samples=1)
    with pytest.raises(UnreadableError, match="seed"):
        estimate(middle(), seed=-1)
    with pytest.raises(UnreadableError, match="policy"):
        estimate(middle(), policy="nobody")
    with pytest.raises(UnsupportedError, match="room"):
        estimate(deal(read_rules("pagat~set-12"), 2, 0))
    flawed = middle().changed(passes=9)
    with pytest.raises(IllegalError, match="flawed"):
        estimate(flawed)
