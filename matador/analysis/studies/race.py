"""Study: how many hands it takes to a target as hands are paid in one way or another."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import NamedTuple

from matador.analysis.hands import Setup, hands_here
from matador.analysis.matches import run_race
from matador.analysis.means import average
from matador.analysis.studies.record import (
    Inquiry,
    Number,
    Part,
    Parts,
    Plan,
    Provenance,
    Study,
)
from matador.analysis.studies.results import Race, RaceResults, Way
from matador.game.rules import BlockedPay, OutPay, Rules, preset, read_rules

RULES = "pagat"
SEED = 4
_RACES = 2_000
_SLICE = 10

WAYS = tuple(
    (blocked, out)
    for blocked, out in product(BlockedPay, OutPay)
    if (blocked, out) != (BlockedPay.NOBODY, OutPay.NOBODY)
)
"""Every way to pay; without any points no race is ever won."""


class _Table(NamedTuple):
    players: int
    policy: str
    target: int

    @property
    def name(self) -> str:
        return f"{self.players} {self.policy} {self.target}"


_TABLES = tuple(map(_Table._make, product((2, 3, 4), ("balanced", "random"), (50, 100, 200))))


def _plans() -> dict[str, Plan]:
    return {table.name: _plan(table) for table in _TABLES}


def _plan(table: _Table) -> Plan:
    made = Provenance(RULES, table.players, (table.policy,) * table.players, SEED)
    return Plan(made, _RACES, _SLICE, partial(_raced, made, table.target))


_FINISHED, _HANDS, _SQUARES = range(3)
_SUMS = 3


def _raced(made: Provenance, target: int, first: int, count: int) -> list[int]:
    """Of each way: the races that were finished, their hands and the squares of these."""
    rules = read_rules(made.rules)
    hands = hands_here(Setup(rules, made.policies, made.seed), _payers(made.rules))
    sums = [0] * (_SUMS * len(WAYS))
    for number in range(first, first + count):
        for way, length in run_race(hands, rules, range(len(WAYS)), target, number).items():
            for place, amount in ((_FINISHED, 1), (_HANDS, length), (_SQUARES, length**2)):
                sums[way * _SUMS + place] += amount
    return sums


def _payers(name: str) -> tuple[Rules, ...]:
    base = preset(name)
    return tuple(base.changed(blocked_pay=str(one), out_pay=str(two)) for one, two in WAYS)


def _conclude(parts: Parts) -> RaceResults:
    return RaceResults(tuple(_race(table, parts[table.name]) for table in _TABLES))


def _race(table: _Table, part: Part) -> Race:
    ways = sorted((_way(place, part) for place in range(len(WAYS))), key=_length)
    return Race(RULES, *table, part.whole.deals, tuple(ways))


def _way(place: int, part: Part) -> Way:
    blocked, out = WAYS[place]
    finished, hands, squares = part.whole.sums[place * _SUMS : (place + 1) * _SUMS]
    found = Number.of(average(hands, squares, finished)) if finished else None
    return Way(str(blocked), str(out), found, part.whole.deals - finished)


def _length(way: Way) -> float:
    return way.hands.mean if way.hands else float("inf")


RACE = Inquiry(
    "How many hands does it take to a target as hands are paid in one way or another?",
    "The same hands of one rule set, led in turn, are paid in every way; a race is over when "
    "somebody's score, or what somebody is charged, has reached the target. The same policy plays "
    "on all seats.",
    Study[RaceResults],
    _plans,
    _conclude,
)
