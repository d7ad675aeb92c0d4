"""Any two rule sets side by side, played while somebody waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from matador.analysis.hands import Setup, hands_here, set_up
from matador.analysis.means import Estimate
from matador.analysis.simulate import Summary
from matador.analysis.spread import slices
from matador.analysis.studies import exact
from matador.analysis.studies.paired import (
    FINISHED,
    LENGTH,
    METRICS,
    UNITS,
    compared,
    found_in,
    match_lengths,
)
from matador.analysis.studies.record import Number, Provenance, Slice
from matador.analysis.studies.results import MATCH, Trial
from matador.analysis.tables import supported
from matador.game.rules import (
    BlockedPay,
    Goal,
    OutPay,
    Rules,
    Target,
    install,
    presets,
    read_rules,
    write_rules,
)

_LIVE, _SLOW = (1_000, 20), (20, 1)
"""Hands and matches in a slice: by the core, and by the engine."""
_FEW = 20
"""With fewer matches finished nothing is said of their length."""
_EDGE_PLAYERS = 4
"""How many parties the unit of the edge suits."""


class _Both(NamedTuple):
    """Two rule sets that play the same hands."""

    made: Provenance
    base: Provenance

    @classmethod
    def of(cls, rules: str, base: str, players: int, policy: str, seed: int) -> _Both:
        """Both, checked. Raises UnreadableError for a policy or seed, IllegalError for the deal."""
        setups = (set_up(read_rules(one), players, (policy,), seed) for one in (rules, base))
        return cls(*(Provenance(write_rules(s.rules), players, s.policies, seed) for s in setups))

    @property
    def paired(self) -> bool:
        """Whether hand stands against hand: the core has room for both, and for the edge."""
        room = all(supported(read_rules(one.rules)) for one in self)
        return room and self.made.players <= _EDGE_PLAYERS

    @property
    def has_matches(self) -> bool:
        """Whether matches are won under both."""
        return all(map(_has_match, (read_rules(one.rules) for one in self)))


def _has_match(rules: Rules) -> bool:
    pays = rules.out_pay is not OutPay.NOBODY or rules.blocked_pay is not BlockedPay.NOBODY
    return rules.goal is Goal.ROUND or (pays and rules.target is not Target.NONE)


def try_out(
    rules: str,
    base: str,
    known: Mapping[str, Rules],
    players: int,
    policy: str,
    hands: int,
    matches: int,
    seed: int,
    *,
    seconds: float,
    progress: Callable[[Trial], object],
    stop: Callable[[], bool],
) -> Trial:
    """Play hands, and then matches, under both rule sets; the same seed gives the same numbers.

    It ends after `seconds`, or once `stop` says yes, with what it has. `progress` is told the trial
    so far; `known` are the presets, which a process of its own has not heard of. Raises
    UnreadableError and IllegalError as `simulate` does.
    """
    if not known.items() <= presets().items():
        install(dict(known))
    both, until = _Both.of(rules, base, players, policy, seed), time.monotonic() + seconds
    steps = (
        (compared if both.paired else _apart, hands),
        (match_lengths, matches if both.has_matches else 0),
    )
    done = [Slice(0, ()), Slice(0, ())]
    for place, (work, asked) in enumerate(steps):
        for one in slices(asked, (_LIVE if both.paired else _SLOW)[place]):
            done[place] = _with(done[place], one.length, work(*both, one.first, one.length))
            progress(_trial(both, *done))
            if stop() or time.monotonic() > until:
                return _trial(both, *done)
    return _trial(both, *done)


def _with(known: Slice, count: int, found: Sequence[int]) -> Slice:
    sums = map(sum, zip(known.sums, found, strict=True)) if known.sums else found
    return Slice(known.deals + count, tuple(sums))


def _apart(made: Provenance, base: Provenance, first: int, count: int) -> list[int]:
    """The sums of `playouts` of the same numbers under each rule set, one after the other."""
    return [x for one in (made, base) for x in hands_here(_setup(one)).sums(first, count)]


def _setup(made: Provenance) -> Setup:
    return Setup(read_rules(made.rules), made.policies, made.seed)


def _trial(both: _Both, hands: Slice, matches: Slice) -> Trial:
    found = (_pairs if both.paired else _two)(both, hands)
    finished = matches.sums[FINISHED] if matches.sums else 0
    if finished >= _FEW:
        four = found_in(matches.sums[LENGTH:], finished, 1)
        found[MATCH] = four.number, four.change
    numbers = {name: number for name, (number, _) in found.items()}
    changes = {name: change for name, (_, change) in found.items()}
    return Trial(hands.deals, matches.deals, numbers, changes, both.paired)


def _pairs(_: _Both, hands: Slice) -> dict[str, tuple[Number, Number]]:
    """Each metric and how much it differs from hand to hand."""
    fours = (hands.sums[i * exact.COMPARED :][: exact.COMPARED] for i in range(exact.METRICS))
    found = (found_in(four, hands.deals, unit) for four, unit in zip(fours, UNITS, strict=True))
    return {name: (it.number, it.change) for name, it in zip(METRICS, found, strict=True)}


def _two(both: _Both, hands: Slice) -> dict[str, tuple[Number, Number]]:
    """Each metric and how much it differs, where the hands have nothing to do with each other."""
    half = len(hands.sums) // 2
    sums = hands.sums[:half], hands.sums[half:]
    one, other = (
        _summed(Summary(_setup(made), "", hands.deals, hands.deals, part))
        for made, part in zip(both, sums, strict=True)
    )
    return {
        name: (
            Number.of(one[name]),
            Number.of(
                Estimate(
                    one[name].mean - other[name].mean, hypot(one[name].error, other[name].error)
                )
            ),
        )
        for name in METRICS
    }


def _summed(found: Summary) -> dict[str, Estimate]:
    # Payments of one hand hang together: their errors may add up.
    paid = Estimate(
        sum(one.mean for one in found.payments), sum(one.error for one in found.payments)
    )
    return dict(
        zip(
            METRICS,
            (found.blocked, found.plays, found.draws, found.passes, found.edge, paid),
            strict=True,
        )
    )
