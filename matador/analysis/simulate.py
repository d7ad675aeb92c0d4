"""Many hands by policies: how long they take, how they end, who wins and what is paid.

Hands are first hands of a match, each led by whom the rules find. The sums come from `hands`; here
they become means and rates with their errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Unpack

from matador.analysis import playouts as core
from matador.analysis.hands import Setup, hands_here, set_up
from matador.analysis.means import Estimate, average, rate
from matador.analysis.runs import How, Run, carry_out
from matador.game.position import sides
from matador.game.rules import BlockedPay, OutPay, Rules, write_rules

_USUAL = {"compiled": 20_000, "plain": 200, "engine": 200}
"""Hands in a slice: about a quarter of a second."""


class Summary(Run):
    """What came of many hands. Rates are 0..1; lists are in seat order, by side for pairs."""

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return self.done

    @property
    def blocked(self) -> Estimate:
        """How often nobody went out."""
        return self._rate(core.BLOCKED)

    @property
    def plays(self) -> Estimate:
        """Tiles played in a hand."""
        return self._mean(core.PLAYS, core.PLAYS_SQUARED)

    @property
    def draws(self) -> Estimate:
        """Tiles drawn in a hand."""
        return self._mean(core.DRAWS, core.DRAWS_SQUARED)

    @property
    def passes(self) -> Estimate:
        """Passes in a hand."""
        return self._mean(core.PASSES, core.PASSES_SQUARED)

    @property
    def edge(self) -> Estimate:
        """The leader's edge in points: what its party is paid less the mean of the others.

        Where pips are debited, the other way round: an edge above nothing is good for the leader.
        """
        return self._mean(core.EDGE, core.EDGE_SQUARED, self.parties - 1)

    @property
    def leader_wins(self) -> Estimate:
        """How often the leader's party won the hand."""
        return self._rate(core.LED_AND_WON)

    @property
    def led(self) -> tuple[Estimate, ...]:
        """How often each seat led."""
        return tuple(self._rate(core.LED + seat) for seat in range(self.players))

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """How often each party won the hand, alone or not."""
        return tuple(self._rate(core.WON + party) for party in range(self.parties))

    @property
    def unwon(self) -> Estimate:
        """How often nobody won: a tie that the rules leave undecided."""
        return self._rate(core.UNWON)

    @property
    def shared(self) -> Estimate:
        """How often more than one party won: a tie that the rules let them share."""
        return self._rate(core.SHARED)

    @property
    def payments(self) -> tuple[Estimate, ...]:
        """Points a hand written down for each party, or against it where `debit` is true."""
        return tuple(
            self._mean(core.PAID + party, core.PAID_SQUARED + party)
            for party in range(self.parties)
        )

    @property
    def debit(self) -> bool:
        """Whether payments are points against."""
        return debits(self.setup.rules)

    @property
    def pips(self) -> tuple[Estimate, ...]:
        """Pips left in each seat's hand, as the rules count them."""
        return tuple(
            self._mean(core.PIPS + seat, core.PIPS_SQUARED + seat) for seat in range(self.players)
        )

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many hands took 0, 1, 2 … plays; the last of 64 numbers is for 63 and more."""
        return self.sums[core.LENGTHS : core.LENGTHS + 64]

    def _rate(self, place: int) -> Estimate:
        return rate(self.sums[place], self.done)

    def _mean(self, place: int, squares: int, unit: int = 1) -> Estimate:
        return average(self.sums[place], self.sums[squares], self.done, unit)


def simulate(
    rules: Rules,
    players: int,
    hands: int,
    seed: int,
    policies: Sequence[str] = ("random",),
    **how: Unpack[How[Summary]],
) -> Summary:
    """Play hands 0 to `hands - 1` of a seed; `policies` are one name a seat, or one for all.

    Raises UnreadableError for an unknown policy, seed or number, IllegalError for rules that cannot
    be dealt to so many players, LostError when an executor fails.
    """
    setup = set_up(rules, players, policies, seed)
    start = Summary(setup, setup.engine, hands)
    return carry_out(partial(_sums, setup), start, _USUAL[start.engine], how)


def _sums(setup: Setup, first: int, length: int) -> list[int]:
    return hands_here(setup).sums(first, length)


def debits(rules: Rules) -> bool:
    """Whether these rules write points down against the players, however a hand ends."""
    return rules.out_pay is OutPay.DEBIT and rules.blocked_pay is BlockedPay.DEBIT


# --- the same hands, paid by several rules ------------------------------------------------------

PAYING = (
    "blocked_pay",
    "out_pay",
    "tie",
    "double_weight",
    "partners",
    "partner_pips",
    "partner_block",
)
"""The fields of a rule set that say what a finished hand pays, and to whom."""


def payers(base: Rules, ways: Sequence[Rules]) -> tuple[Rules, ...]:
    """The base, paying as each of these rule sets does."""
    return tuple(base.changed(**{name: str(one.value(name)) for name in PAYING}) for one in ways)


class Payment(NamedTuple):
    """What one rule set pays for hands played under another; lists are by its own parties."""

    rules: str
    payments: tuple[Estimate, ...]
    """Points a hand, or against the party where `debit` is true."""
    debit: bool
    wins: tuple[Estimate, ...]
    unwon: Estimate


@dataclass(frozen=True)
class Payments(Run):
    """The same hands paid by several rule sets."""

    ways: tuple[Rules, ...] = ()

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return self.done

    @property
    def by_rules(self) -> tuple[Payment, ...]:
        """What each rule set pays, in the order asked for."""
        return tuple(map(self._payment, range(len(self.ways))))

    def _payment(self, place: int) -> Payment:
        rules, parties = self.ways[place], range(len(sides(self.ways[place], self.players)))
        start = place * core.PAYER_SUMS
        paid, squares, won, unwon = (self.sums[start + i * 8 :] for i in range(4))
        return Payment(
            write_rules(rules),
            tuple(average(paid[i], squares[i], self.done) for i in parties),
            debits(rules),
            tuple(rate(won[i], self.done) for i in parties),
            rate(unwon[0], self.done),
        )


def payments_by(
    base: Rules,
    ways: Sequence[Rules],
    players: int,
    hands: int,
    seed: int,
    policies: Sequence[str] = ("random",),
    **how: Unpack[How[Payments]],
) -> Payments:
    """Play hands under `base` as `simulate` does, and pay each as every one of `ways` would.

    Raises what `simulate` raises.
    """
    setup = set_up(base, players, policies, seed)
    start = Payments(setup, setup.engine, hands, ways=tuple(ways))
    work = partial(_paid, setup, payers(setup.rules, ways))
    return carry_out(work, start, _USUAL[start.engine], how)


def _paid(setup: Setup, ways: tuple[Rules, ...], first: int, length: int) -> list[int]:
    return hands_here(setup, ways).paid(first, length)
