"""Study: what each tile is worth to whoever is dealt it, and three proverbs about holding tiles."""

from __future__ import annotations

from functools import lru_cache, partial
from math import sqrt
from typing import NamedTuple

from matador.analysis import layout as at
from matador.analysis import playouts as core
from matador.analysis.means import Estimate, average
from matador.analysis.native import Ints, zeros
from matador.analysis.policies import POLICIES
from matador.analysis.studies import exact
from matador.analysis.studies.leads import LOT, RULES, SEED, open_plan, workspace
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

_HANDS = 200_000
_DUPLICATES = 100_000
_JUDGED = 20_000
_HOLDERS = ("random", "balanced")
_PLAYERS = ("random", "heaviest", "balanced")
_JUDGE = "balanced"
_LEADS = {"highest-double": RULES, "lot": LOT}
_SURE = 3
"""Standard errors beyond which a gain counts as shown; there are many gains."""


class Proverb(NamedTuple):
    """A piece of advice: the kind of play it is about, and whether to make it (1) or not (-1)."""

    habit: int
    wish: int
    words: str


PROVERBS = {
    "hold-double-blank": Proverb(exact.BLANK, -1, "Hold 0-0 as long as you can."),
    "matadors-late": Proverb(exact.MATADOR, -1, "Spend your matadors late."),
    "make-seven": Proverb(exact.SEVEN, 1, "Leave two ends that make seven."),
}


class Advice(Record, frozen=True):
    """How often plays that follow a proverb, where there are both kinds, are best with open cards.

    `better` and `worse` are rates (0..1) among the choices, `best` is the value of the best play
    that follows the proverb less that of the best other, `mean` that of the mean play less the mean
    other, in pips. The best of many plays is good whatever they are: where one kind has more plays
    than the other, `best` favours it and `mean` does not.
    """

    choices: int
    better: float
    worse: float
    best: Number
    mean: Number


class Verdict(Record, frozen=True):
    """What became of a proverb.

    `over_opposite` and `over_usual` tell by policy what following it gains over doing the opposite
    and over the policy as it is, in pips a hand. `verdict` is `true`, `false`, `mixed` or `open`,
    by the gains over the opposite that are beyond their errors.
    """

    words: str
    over_opposite: dict[str, Number]
    over_usual: dict[str, Number]
    verdict: str
    open_cards: Advice
    by_tiles_left: dict[int, Advice]
    """By the tiles in the hand that chooses; the last class is for 14 and more."""


class HoldingResults(Record, frozen=True):
    """Pips a hand that a player is paid more when dealt a tile than when not, by tile.

    By how the leader is found; `open_cards` with perfect play of both, `policies` by policy.
    """

    open_cards: dict[str, dict[str, Number]]
    policies: dict[str, dict[str, dict[str, Number]]]
    proverbs: dict[str, Verdict]


# --- the parts ----------------------------------------------------------------------------------


def _plans() -> dict[str, Plan]:
    opened = {f"{lead} open": open_plan(lead) for lead in _LEADS}
    held = {
        f"{lead} {policy} held": _held_plan(rules, policy)
        for lead, rules in _LEADS.items()
        for policy in _HOLDERS
    }
    duels = {
        f"{policy} {name} {against}": _duel_plan(proverb, policy, against)
        for name, proverb in PROVERBS.items()
        for policy in _PLAYERS
        for against in ("opposite", "usual")
    }
    made = Provenance(RULES, 2, (_JUDGE, _JUDGE), SEED)
    judged = {"judged": Plan(made, _JUDGED, 200, _judged)}
    return {**opened, **held, **duels, **judged}


def _held_plan(rules: str, policy: str) -> Plan:
    made = Provenance(rules, 2, (policy, policy), SEED)
    return Plan(made, _HANDS, 2_000, partial(_held, rules, policy))


def _held(rules: str, policy: str, first: int, count: int) -> list[int]:
    sums = zeros(exact.HOLDER_SUMS)
    exact.pay_holders(_playing(rules, policy), SEED, first, count, sums)
    return [int(x) for x in sums]


@lru_cache(maxsize=8)
def _playing(rules: str, policy: str) -> Ints:
    w = tables(read_rules(rules), 2).workspace(core.WORKSPACE)
    core.set_policies(w, (POLICIES[policy].weights,) * 2)
    return w


def _duel_plan(proverb: Proverb, policy: str, against: str) -> Plan:
    made = Provenance(RULES, 2, (policy, policy), SEED)
    other = -proverb.wish if against == "opposite" else 0
    return Plan(made, _DUPLICATES, 1_000, partial(_duelled, policy, proverb, other))


def _duelled(policy: str, proverb: Proverb, other: int, first: int, count: int) -> list[int]:
    sums, w = zeros(exact.PAIR_SUMS), workspace(RULES, policy)
    exact.play_habits(w, SEED, first, count, proverb.habit, proverb.wish, other, sums)
    return [int(x) for x in sums]


def _judged(first: int, count: int) -> list[int]:
    sums = zeros(exact.JUDGE_SUMS)
    exact.judge_hands(workspace(RULES, _JUDGE), SEED, first, count, sums)
    return [int(x) for x in sums]


# --- what they say ------------------------------------------------------------------------------


def _conclude(parts: Parts) -> HoldingResults:
    return HoldingResults(
        {lead: _by_tile(parts[f"{lead} open"]) for lead in _LEADS},
        {
            lead: {policy: _by_tile(parts[f"{lead} {policy} held"]) for policy in _HOLDERS}
            for lead in _LEADS
        },
        {name: _verdict(name, proverb, parts) for name, proverb in PROVERBS.items()},
    )


def _by_tile(part: Part) -> dict[str, Number]:
    """By tile, what its holder is paid more than a player not dealt it, in pips a hand."""
    tiles = read_rules(part.made.rules).tiles.tiles
    held, paid, squares = (
        part.whole.sums[place : place + at.TILES] for place in range(0, exact.HOLDER_SUMS, at.TILES)
    )
    return {
        f"{one.low}{one.high}": _worth(held[i], paid[i], squares[i], part.whole.deals)
        for i, one in enumerate(tiles)
    }


def _worth(held: int, paid: int, squares: int, deals: int) -> Number:
    """What holding a tile is worth, from the deals in which one of the two was dealt it.

    What one is paid more the other is paid less: whoever was not dealt the tile got -paid in
    2 deals - held cases.
    """
    weight = 1 + held / (2 * deals - held)
    mean, error = average(paid, squares, held)
    return Number.of(Estimate(mean * weight, error * weight))


def _verdict(name: str, proverb: Proverb, parts: Parts) -> Verdict:
    opposite, usual = (
        {policy: _gain(parts[f"{policy} {name} {against}"]) for policy in _PLAYERS}
        for against in ("opposite", "usual")
    )
    judged = parts["judged"].whole.sums
    sizes = {size: _bin(judged, proverb.habit, size) for size in range(exact.SIZES)}
    whole = tuple(map(sum, zip(*sizes.values(), strict=True)))
    return Verdict(
        proverb.words,
        opposite,
        usual,
        _said(opposite),
        _advice(whole, proverb.wish),
        {size: _advice(sums, proverb.wish) for size, sums in sizes.items() if sums[0]},
    )


def _gain(part: Part) -> Number:
    pairs, gain, squares = part.whole.sums
    return Number.of(average(gain, squares, pairs, 2))


def _said(gains: dict[str, Number]) -> str:
    signs = {one.mean > 0 for one in gains.values() if abs(one.mean) > _SURE * one.error}
    if not signs:
        return "open"
    return "mixed" if len(signs) == 2 else "true" if signs == {True} else "false"


def _bin(sums: Sums, habit: int, size: int) -> Sums:
    start = (habit * exact.SIZES + size) * exact.BIN
    return sums[start : start + exact.BIN]


def _advice(sums: Sums, wish: int) -> Advice:
    """What a bin says of following a proverb; the error takes the choices of a hand together."""
    choices, better, worse = (sums[i] for i in (exact.CHOICES, exact.BETTER, exact.WORSE))
    if wish < 0:
        better, worse = worse, better
    best = _ratio(sums, exact.DIFFERENCE, wish)
    mean = _ratio(sums, exact.AVERAGE, wish / 1000)
    shares = [float(f"{one / choices:.6g}") for one in (better, worse)]
    return Advice(choices, shares[0], shares[1], best, mean)


def _ratio(sums: Sums, place: int, unit: float) -> Number:
    """A sum by choice, in units; its error is that of a ratio, both counted by hand."""
    squares, products = sums[exact.SQUARES + 2 * (place - exact.DIFFERENCE) :][:2]
    choices, mean = sums[exact.CHOICES], sums[place] / sums[exact.CHOICES]
    spread = squares - 2 * mean * products + mean * mean * sums[exact.SQUARES + 4]
    return Number.of(Estimate(mean * unit, abs(unit) * sqrt(max(spread, 0)) / choices))


HOLDINGS = Inquiry(
    "What is each tile worth, and are the proverbs about holding tiles true?",
    "Two players, seven tiles each, drawing until one fits, no reserve, the difference paid. A "
    "tile's worth: what a player is paid more than the other when dealt the tile, less the same "
    "when not; with open cards the deals are solved exactly. Where the highest double leads, a "
    "double's worth holds that of the lead. Proverbs: two players alike but for one habit play "
    "every deal from both sides. With open cards: at every choice of hands that the policy "
    "`balanced` plays against itself, the exact value of the best play that follows the proverb is "
    "compared with that of the best other, and the mean of one kind with the mean of the other.",
    Study[HoldingResults],
    _plans,
    _conclude,
)
