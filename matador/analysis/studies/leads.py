"""Study: what it is worth to lead, with open cards and as policies play."""

from __future__ import annotations

from functools import lru_cache, partial
from math import sqrt

from matador.analysis.hands import Setup, hands_here
from matador.analysis.means import average, rate
from matador.analysis.native import Ints, zeros
from matador.analysis.policies import POLICIES
from matador.analysis.simulate import Summary
from matador.analysis.studies import exact
from matador.analysis.studies.record import (
    Inquiry,
    Number,
    Part,
    Parts,
    Plan,
    Provenance,
    Record,
    Study,
    Sums,
)
from matador.analysis.tables import tables
from matador.game.rules import read_rules

RULES = "wikipedia~blocked_pay-difference~deal-7~out_pay-opponents"
"""Seven tiles, the highest double leads, drawing until one fits, the whole stock; the difference is
paid."""
LOT = "wikipedia~blocked_pay-difference~deal-7~lead-lot~lead_tile-any~out_pay-opponents"
"""The same, but the leader is drawn by lot and leads any tile."""
SEED = 1

_BY = {"highest-double": RULES, "lot": LOT}
_DEALS = {"highest-double": 1_000_000, "lot": 100_000}
_SLICES = {"highest-double": 2_000, "lot": 1_000}
_HANDS = 200_000
_POLICIES = ("random", "heaviest", "blocker", "balanced")
_WIDTH = 10


class Worth(Record, frozen=True):
    """What leading is worth with open cards, in pips a hand."""

    deals: int
    value: Number
    won: Number
    """How often the leader wins with best play of both; the next: ends level, loses. 0..1."""
    level: Number
    lost: Number
    spread: float
    """The standard deviation of the value from deal to deal."""
    histogram: dict[int, int]
    """How many deals are worth so many pips, by the lowest value of a class of ten."""


class Played(Record, frozen=True):
    """What leading is worth when both seats play by a policy: pips a hand, and how often won."""

    hands: int
    edge: Number
    won: Number


class LeadResults(Record, frozen=True):
    """By how the leader is found: `highest-double`, or `lot` with any tile to lead."""

    open_cards: dict[str, Worth]
    policies: dict[str, dict[str, Played]]


@lru_cache(maxsize=8)
def workspace(rules: str, policy: str = "") -> Ints:
    """A workspace for two players under these rules, both with a policy."""
    weights = POLICIES[policy].weights if policy else None
    return exact.workspace(tables(read_rules(rules), 2), (weights, weights))


def open_plan(lead: str) -> Plan:
    """Deals solved with open cards, by how the leader is found."""
    rules = _BY[lead]
    made = Provenance(rules, 2, (), SEED)
    return Plan(made, _DEALS[lead], _SLICES[lead], partial(_solved, rules))


def _solved(rules: str, first: int, count: int) -> list[int]:
    sums = zeros(exact.DEAL_SUMS)
    exact.solve_deals(workspace(rules), SEED, first, count, sums)
    return [int(x) for x in sums]


def _played_plan(lead: str, policy: str) -> Plan:
    made = Provenance(_BY[lead], 2, (policy, policy), SEED)
    return Plan(made, _HANDS, 2_000, partial(_played, made))


def _played(made: Provenance, first: int, count: int) -> list[int]:
    return hands_here(_setup(made)).sums(first, count)


def _setup(made: Provenance) -> Setup:
    return Setup(read_rules(made.rules), made.policies, made.seed)


def _plans() -> dict[str, Plan]:
    played = {
        f"{lead} {policy}": _played_plan(lead, policy) for lead in _BY for policy in _POLICIES
    }
    return {**{f"{lead} open": open_plan(lead) for lead in _BY}, **played}


def _conclude(parts: Parts) -> LeadResults:
    return LeadResults(
        {lead: _worth(parts[f"{lead} open"].whole.sums) for lead in _BY},
        {lead: {name: _edge(parts[f"{lead} {name}"]) for name in _POLICIES} for lead in _BY},
    )


def _edge(part: Part) -> Played:
    whole = part.whole
    found = Summary(_setup(part.made), "", whole.deals, whole.deals, whole.sums)
    return Played(whole.deals, Number.of(found.edge), Number.of(found.leader_wins))


def _worth(sums: Sums) -> Worth:
    times = dict(enumerate(sums[exact.VALUES :], -exact.MOST))
    deals = sum(times.values())
    total = sum(value * many for value, many in times.items())
    squares = sum(value * value * many for value, many in times.items())
    value = average(total, squares, deals)
    won, level, lost = (
        Number.of(rate(sum(many for one, many in times.items() if _sign(one) == sign), deals))
        for sign in (1, 0, -1)
    )
    spread = float(f"{value.error * sqrt(deals):.6g}")
    return Worth(deals, Number.of(value), won, level, lost, spread, _histogram(times))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _histogram(times: dict[int, int]) -> dict[int, int]:
    classes: dict[int, int] = {}
    for value, many in times.items():
        if many:
            low = value // _WIDTH * _WIDTH
            classes[low] = classes.get(low, 0) + many
    return classes


LEADS = Inquiry(
    "What is it worth to lead?",
    "Two players, seven tiles each, drawing until one fits, no reserve, the difference paid. Open "
    "cards: deals are solved exactly, the stock's order known too, so both players play perfectly; "
    "what is left uncertain is which deals come. Policies: hands played by the same simple player "
    "on both seats, who sees only its own tiles.",
    Study[LeadResults],
    _plans,
    _conclude,
)
