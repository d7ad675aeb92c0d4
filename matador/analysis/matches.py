"""Many matches by policies: how many hands they take and who wins; and races to a score.

Single hands come from `hands`; who leads next, what is added up and when a match is over is asked
of `matador.game.settle` after each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Unpack

from matador.analysis import layout as at
from matador.analysis import playouts as core
from matador.analysis.hands import Hands, Setup, hands_here, set_up, settled
from matador.analysis.means import Estimate, average, rate
from matador.analysis.runs import How, Run, carry_out
from matador.analysis.simulate import payers
from matador.game.errors import IllegalError, UnreadableError
from matador.game.position import sides
from matador.game.rules import BlockedPay, Goal, OutPay, Rules, Target, write_rules
from matador.game.settle import Settlement, add_score, match_winners, next_leader

MOST = 1 << 10
"""Hands in a match or race at most; one that takes longer is given up. Match number i of a seed
takes its hands from number i times this on."""

_USUAL = {"compiled": 500, "plain": 20, "engine": 20}
"""Matches in a slice: about a quarter of a second."""


def _hands(hands: Hands, rules: Rules, number: int) -> Iterator[tuple[int, Settlement]]:
    """The hands of one match, each with who led it and what it pays; `MOST` of them."""
    leader: int | None = None
    for hand in range(number * MOST, (number + 1) * MOST):
        played = hands.play(hand, leader)
        result = settled(rules, played)
        yield played.leader, result
        leader = next_leader(rules, result, played.leader)


# --- matches ------------------------------------------------------------------------------------

_HANDS, _HANDS_SQUARED, _MARGIN, _MARGIN_SQUARED, _UNFINISHED, _SHARED, _OPENED = range(7)
_WON = 8
_SCORE = _WON + at.SEATS
_SCORE_SQUARED = _SCORE + at.SEATS
_LENGTHS = _SCORE_SQUARED + at.SEATS
_SUMS = _LENGTHS + 64


class MatchSummary(Run):
    """What came of many matches. Rates are 0..1; lists are in seat order, by side for pairs.

    All but `unfinished` is about the matches that were finished, and needs one at least.
    """

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return self.done

    @property
    def finished(self) -> int:
        """How many of them were won within `MOST` hands."""
        return self.done - self.sums[_UNFINISHED]

    @property
    def unfinished(self) -> Estimate:
        """How often a match was given up after `MOST` hands."""
        return rate(self.sums[_UNFINISHED], self.done)

    @property
    def length(self) -> Estimate:
        """Hands in a match."""
        return self._mean(_HANDS, _HANDS_SQUARED)

    @property
    def margin(self) -> Estimate:
        """Points between the winner and the party next to it."""
        return self._mean(_MARGIN, _MARGIN_SQUARED)

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """How often each party won the match, alone or not."""
        return tuple(self._rate(_WON + party) for party in range(self.parties))

    @property
    def shared(self) -> Estimate:
        """How often more than one party won."""
        return self._rate(_SHARED)

    @property
    def leader_wins(self) -> Estimate:
        """How often the party won that led the first hand."""
        return self._rate(_OPENED)

    @property
    def scores(self) -> tuple[Estimate, ...]:
        """Each party's score at the end."""
        parties = range(self.parties)
        return tuple(self._mean(_SCORE + party, _SCORE_SQUARED + party) for party in parties)

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many matches took 0, 1, 2 … hands; the last of 64 numbers is for 63 and more."""
        return self.sums[_LENGTHS:_SUMS]

    def _rate(self, place: int) -> Estimate:
        return rate(self.sums[place], self.finished)

    def _mean(self, place: int, squares: int) -> Estimate:
        return average(self.sums[place], self.sums[squares], self.finished)


def simulate_matches(
    rules: Rules,
    players: int,
    matches: int,
    seed: int,
    policies: Sequence[str] = ("random",),
    **how: Unpack[How[MatchSummary]],
) -> MatchSummary:
    """Play matches 0 to `matches - 1` of a seed; `policies` are one name a seat, or one for all.

    Raises UnreadableError for an unknown policy, seed or number, IllegalError for rules without a
    match or that cannot be dealt to so many players, LostError when an executor fails.
    """
    if rules.goal is not Goal.ROUND and (rules.target is Target.NONE or not _pays(rules)):
        raise IllegalError("rules: under these rules no match is ever won")
    setup = set_up(rules, players, policies, seed)
    start = MatchSummary(setup, setup.engine, matches)
    return carry_out(partial(_match_sums, setup), start, _USUAL[start.engine], how)


def _pays(rules: Rules) -> bool:
    """Whether these rules write points down at all."""
    return rules.out_pay is not OutPay.NOBODY or rules.blocked_pay is not BlockedPay.NOBODY


def _match_sums(setup: Setup, first: int, length: int) -> list[int]:
    hands, sums = hands_here(setup), [0] * _SUMS
    for number in range(first, first + length):
        _add_match(sums, play_match(hands, setup.rules, setup.players, number))
    return sums


class Match(NamedTuple):
    """One match: its hands, the score, the parties that won (none: given up), who led first."""

    hands: int
    score: tuple[int, ...]
    winners: tuple[int, ...]
    leader: int


def play_match(hands: Hands, rules: Rules, players: int, number: int) -> Match:
    """Play match `number` to its end, or give it up after `MOST` hands."""
    score: tuple[int, ...] = (0,) * len(sides(rules, players))
    first = None
    for count, (leader, result) in enumerate(_hands(hands, rules, number), 1):
        first = leader if first is None else first
        score = add_score(score, result)
        winners = match_winners(rules, score, count)
        if winners or count == MOST:
            return Match(count, score, winners, first)
    raise AssertionError("a match has at least one hand")


def _add_match(sums: list[int], match: Match) -> None:
    if not match.winners:
        sums[_UNFINISHED] += 1
        return
    margin = _margin(match)
    sums[_HANDS] += match.hands
    sums[_HANDS_SQUARED] += match.hands**2
    sums[_MARGIN] += margin
    sums[_MARGIN_SQUARED] += margin**2
    sums[_SHARED] += len(match.winners) > 1
    opened = match.leader % 2 if len(match.score) == 2 else match.leader
    sums[_OPENED] += opened in match.winners
    for party, score in enumerate(match.score):
        sums[_WON + party] += party in match.winners
        sums[_SCORE + party] += score
        sums[_SCORE_SQUARED + party] += score**2
    sums[_LENGTHS + min(match.hands, 63)] += 1


def _margin(match: Match) -> int:
    if len(match.winners) > 1:
        return 0
    won = match.winners[0]
    others = (score for party, score in enumerate(match.score) if party != won)
    return min(abs(match.score[won] - score) for score in others)


# --- races --------------------------------------------------------------------------------------

_RACE_SUMS = 3


class Length(NamedTuple):
    """Hands until somebody's score reaches the target under one rule set's payments."""

    rules: str
    hands: Estimate | None
    """None where no race was finished."""
    unfinished: Estimate
    """How often the target was out of reach for `MOST` hands."""


@dataclass(frozen=True)
class Race(Run):
    """The same hands added up by several rule sets until each has reached the target."""

    ways: tuple[Rules, ...] = ()
    target: int = 0

    @property
    def races(self) -> int:
        """How many races were run."""
        return self.done

    @property
    def by_rules(self) -> tuple[Length, ...]:
        """How long each rule set takes, in the order asked for."""
        return tuple(map(self._length, range(len(self.ways))))

    def _length(self, place: int) -> Length:
        finished, hands, squares = self.sums[place * _RACE_SUMS : (place + 1) * _RACE_SUMS]
        return Length(
            write_rules(self.ways[place]),
            average(hands, squares, finished) if finished else None,
            rate(self.done - finished, self.done),
        )


def race(
    base: Rules,
    ways: Sequence[Rules],
    target: int,
    players: int,
    races: int,
    seed: int,
    policies: Sequence[str] = ("random",),
    **how: Unpack[How[Race]],
) -> Race:
    """How many hands, played and led under `base`, reach `target` as each of `ways` pays them.

    Raises what `simulate` raises, and UnreadableError for a target below 1.
    """
    if target < 1:
        raise UnreadableError("target: it must be at least 1")
    setup = set_up(base, players, policies, seed)
    start = Race(setup, setup.engine, races, ways=tuple(ways), target=target)
    work = partial(_race_sums, setup, payers(setup.rules, ways), target)
    return carry_out(work, start, _USUAL[start.engine], how)


def _race_sums(
    setup: Setup, ways: tuple[Rules, ...], target: int, first: int, length: int
) -> list[int]:
    hands, sums = hands_here(setup, ways), [0] * (_RACE_SUMS * len(ways))
    running = [way for way, rules in enumerate(ways) if _pays(rules)]
    for number in range(first, first + length):
        for way, count in run_race(hands, setup.rules, running, target, number).items():
            place = way * _RACE_SUMS
            for i, amount in enumerate((1, count, count**2)):
                sums[place + i] += amount
    return sums


def run_race(
    hands: Hands, rules: Rules, running: Sequence[int], target: int, number: int
) -> dict[int, int]:
    """After how many hands each payer, by its place, has reached the target, if it has.

    `rules` are those of the hands, `running` the places of the payers that take part.
    """
    scores = {way: [0] * at.SEATS for way in running}
    found: dict[int, int] = {}
    for count, _ in enumerate(_hands(hands, rules, number) if running else (), 1):
        payments = hands.payments()
        for way in list(scores):
            paid = payments[way * core.PAYMENT : (way + 1) * core.PAYMENT - 1]
            scores[way] = [old + int(new) for old, new in zip(scores[way], paid, strict=True)]
            if max(scores[way]) >= target:
                found[way] = count
                del scores[way]
        if not scores:
            break
    return found
