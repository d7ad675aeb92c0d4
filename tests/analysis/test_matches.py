"""Matches and races: played by the rules of `matador.game`, hand after hand."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from matador.analysis.hands import Core, Played, set_up, settled
from matador.analysis.matches import (
    MOST,
    Match,
    MatchSummary,
    play_match,
    race,
    run_race,
    simulate_matches,
)
from matador.game.errors import IllegalError, UnreadableError
from matador.game.rules import Rules, preset, read_rules
from matador.game.settle import add_score, match_winners, next_leader

PAGAT = "pagat"
LARGE = "pagat~set-12"


class Script:
    """Hands that come out as written: who goes out (None: blocked) and the pips left."""

    def __init__(self, *hands: tuple[int | None, tuple[int, ...]]) -> None:
        self.hands = hands
        self.asked: list[tuple[int, int | None]] = []

    def play(self, number: int, leader: int | None = None) -> Played:
        """The next hand of the script; it begins again after the last."""
        out, pips = self.hands[len(self.asked) % len(self.hands)]
        self.asked.append((number, leader))
        return Played(1 if leader is None else leader, out, out or 0, pips)

    def payments(self) -> list[int]:
        """Asked for by no match."""
        raise NotImplementedError

    def sums(self, first: int, length: int) -> list[int]:
        """Asked for by no match."""
        raise NotImplementedError

    def paid(self, first: int, length: int) -> list[int]:
        """Asked for by no match."""
        raise NotImplementedError

    def match(self, text: str, players: int, number: int = 0) -> Match:
        """Play a match of these hands."""
        return play_match(self, read_rules(text), players, number)


def run(matches: int = 60, text: str = PAGAT, players: int = 2, **how: Any) -> MatchSummary:
    """A few matches."""
    return simulate_matches(read_rules(text), players, matches, 7, ["heaviest"], **how)


# --- one match ----------------------------------------------------------------------------------


def test_a_match_is_played_until_somebody_reaches_the_target() -> None:
    """A goes out three times, B once, and the lead goes round from whom the rules found."""
    script = Script((0, (0, 40)), (1, (25, 0)), (0, (0, 40)), (0, (0, 20)))
    match = script.match(f"{PAGAT}~next_lead-rotate", 2, number=3)
    assert match == Match(hands=4, score=(100, 25), winners=(0,), leader=1)
    start = 3 * MOST
    assert script.asked == [(start, None), (start + 1, 0), (start + 2, 1), (start + 3, 0)]


@pytest.mark.parametrize(
    ("lead", "asked"),
    [
        ("winner", [None, 0, 2]),
        ("loser", [None, 1, 0]),
        ("again", [None, None, None]),
    ],
)
def test_the_next_leader_is_the_rules_affair(lead: str, asked: list[int | None]) -> None:
    """Found anew, or by the hand before."""
    script = Script((0, (0, 30, 10)), (2, (30, 10, 0)), (2, (40, 40, 0)))
    assert script.match(f"{PAGAT}~next_lead-{lead}", 3).winners == (2,)
    assert [leader for _, leader in script.asked] == asked


def test_whoever_goes_past_the_target_loses() -> None:
    """Pips are written down against the players; exactly the target is not past it."""
    script = Script((0, (0, 50)), (0, (0, 50)), (1, (30, 0)), (0, (0, 5)))
    match = script.match("kardinal~goal-exceed-loses", 2)
    assert (match.hands, match.score, match.winners) == (4, (30, 105), (0,))


def test_one_round_is_one_hand_a_seat() -> None:
    """Whatever the score."""
    script = Script((0, (0, 50, 60)))
    assert script.match(f"{PAGAT}~goal-one-round", 3).hands == 3
    pairs = f"{PAGAT}~goal-one-round~partners-pairs"
    assert Script((0, (0, 5, 6, 7))).match(pairs, 4).hands == 4


def test_a_match_without_end_is_given_up() -> None:
    """Here every hand is a tie that pays nobody."""
    match = Script((None, (9, 9))).match(PAGAT, 2)
    assert (match.hands, match.winners) == (MOST, ())


# --- many ---------------------------------------------------------------------------------------


def replayed(rules: Rules, players: int, number: int) -> tuple[int, tuple[int, ...], int]:
    """Hands, score and first leader of a match, played again from single hands."""
    hands, score, leader = Core(set_up(rules, players, ["heaviest"], 7)), (0,) * players, None
    opened = []
    for count in range(1, MOST):
        played = hands.play(number * MOST + count - 1, leader)
        result = settled(rules, played)
        score, leader = add_score(score, result), next_leader(rules, result, played.leader)
        opened.append(played.leader)
        if match_winners(rules, score, count):
            return count, score, opened[0]
    raise AssertionError


@pytest.mark.parametrize(
    ("text", "players"), [(PAGAT, 2), ("britannica~next_lead-winner", 3), ("kardinal", 4)]
)
def test_sums_are_those_of_single_matches(text: str, players: int) -> None:
    """Lengths, scores, winners and margins."""
    rules, found = read_rules(text), run(25, text, players)
    matches = [replayed(rules, players, number) for number in range(25)]
    assert found.length.mean == sum(hands for hands, _, _ in matches) / 25
    for hands in range(64):
        assert found.lengths[hands] == sum(count == hands for count, _, _ in matches)
    winners = [match_winners(rules, score, hands) for hands, score, _ in matches]
    for seat in range(players):
        assert found.scores[seat].mean == sum(score[seat] for _, score, _ in matches) / 25
        assert found.wins[seat].mean == sum(seat in won for won in winners) / 25
    opened = sum(first in won for (_, _, first), won in zip(matches, winners, strict=True))
    assert found.leader_wins.mean == opened / 25
    ordered = [sorted(score, reverse=rules.base != "kardinal") for _, score, _ in matches]
    assert found.margin.mean == sum(abs(a - b) for a, b, *_ in ordered) / 25
    assert (found.matches, found.finished, found.unfinished.mean) == (25, 25, 0)


def test_pairs_share_a_score() -> None:
    """Two parties of four seats."""
    found = run(40, f"{PAGAT}~partners-pairs", 4)
    assert len(found.wins) == len(found.scores) == 2
    assert sum(one.mean for one in found.wins) == pytest.approx(1)


def test_nothing_depends_on_slices_or_workers() -> None:
    """Matches of a seed are the same whoever plays them; a stopped run says so."""
    alone = run()
    assert run(chunk=1) == alone
    with ThreadPoolExecutor(2) as executor:
        assert run(chunk=7, executor=executor) == alone
    stopped = run(chunk=10, stop=lambda: True)
    assert (stopped.done, stopped.complete, stopped.sums) == (10, False, run(10).sums)


def test_large_sets_are_played_by_the_engine() -> None:
    """And say so."""
    found = run(3, LARGE, 3)
    assert (found.engine, found.finished) == ("engine", 3)
    assert run(3, LARGE, 3, chunk=2) == found


@pytest.mark.parametrize("text", ["wikipedia", "wikipedia~target-100", f"{PAGAT}~target-none"])
def test_rules_without_a_match_are_refused(text: str) -> None:
    """No target, or nobody is ever paid."""
    with pytest.raises(IllegalError, match="no match"):
        run(text=text)


# --- races --------------------------------------------------------------------------------------


def test_a_race_under_the_own_rules_is_as_long_as_a_match() -> None:
    """Where reaching the target wins, and by the engine too."""
    for text, players, races in ((PAGAT, 3, 50), (LARGE, 3, 3)):
        rules = read_rules(text)
        found = race(rules, [rules], 100, players, races, 7, ["heaviest"])
        (one,) = found.by_rules
        match = run(races, text, players)
        assert (one.hands, found.engine) == (match.length, match.engine)
        assert one.unfinished.mean == 0


def test_races_are_run_with_the_same_hands() -> None:
    """Each rule set adds up its own payments; what is never paid never arrives."""
    base, names = preset(PAGAT), ("wikipedia", "britannica", PAGAT, "kardinal")
    ways = [preset(name) for name in names]
    found = race(base, ways, 100, 2, 30, 7, ["heaviest"])
    assert [one.rules for one in found.by_rules] == list(names)
    nobody, everything, difference, debit = (one.hands for one in found.by_rules)
    assert nobody is None
    assert found.by_rules[0].unfinished.mean == 1
    assert everything is not None
    assert difference is not None
    assert debit is not None
    assert everything.mean < debit.mean < difference.mean
    assert race(base, ways, 100, 2, 30, 7, ["heaviest"], chunk=4) == found
    setup = set_up(base, 2, ["heaviest"], 7)
    paid = base.changed(blocked_pay="all-hands")
    hands = [run_race(Core(setup, [paid]), base, [0], 100, number)[0] for number in range(30)]
    assert everything.mean == sum(hands) / 30


def test_a_target_is_a_positive_number() -> None:
    """Otherwise every race would be over before it begins."""
    with pytest.raises(UnreadableError, match="target"):
        race(preset(PAGAT), [preset(PAGAT)], 0, 2, 10, 1)
