"""Study: how much stronger each player is than the next, and how far from best with open cards."""

from __future__ import annotations

from functools import partial

from matador.analysis.arena import LADDER as PLAYERS
from matador.analysis.arena import USUAL_RULES, Duel, distance, match, part
from matador.analysis.hands import Setup
from matador.analysis.means import Estimate
from matador.analysis.studies.record import (
    Inquiry,
    Number,
    Part,
    Parts,
    Plan,
    Provenance,
    Record,
    Study,
)
from matador.game.rules import read_rules

SEED = 3
_DEALS = 1_000
_TOLD = 100
_LEVEL = 1.96
_STRONGEST = ("master", "sampler-80")
_STRONGEST_SEED = 2026
_STRONGEST_DEALS = 10_000
_RULES = (USUAL_RULES, "britannica", "kardinal", "bonaludo")


class Rung(Record, frozen=True):
    """What one player is paid more than the one below, in pips a hand, with its 95% interval."""

    player: str
    below: str
    deals: int
    gain: Number
    low: float
    high: float
    won: float
    """How often each was paid more than the other in a hand, 0..1."""
    lost: float


class Distance(Record, frozen=True):
    """What a player's choices cost against the best with open cards, in pips a hand.

    `choices` is how many there are in a hand; `unsolved` how many of all were left out, since
    solving them took too long.
    """

    deals: int
    cost: Number
    choices: float
    unsolved: int


class LadderResults(Record, frozen=True):
    """The rungs from the lowest up, and by rules and player the distance to perfect play.

    `strongest` is the highest player against one that solves many worlds exactly: more worlds
    alone are no better than a few.
    """

    rungs: tuple[Rung, ...]
    strongest: Rung
    distances: dict[str, dict[str, Distance]]


def _plans() -> dict[str, Plan]:
    duels = {f"{one} {two}": _duel_plan(one, two) for one, two in _neighbours()}
    told = {f"{rules} {one}": _told_plan(rules, one) for rules in _RULES for one in PLAYERS}
    return {**duels, " ".join(_STRONGEST): _strongest_plan(), **told}


def _neighbours() -> list[tuple[str, str]]:
    return list(zip(PLAYERS[1:], PLAYERS, strict=False))


def _duel_plan(one: str, two: str) -> Plan:
    made = Provenance(USUAL_RULES, 2, (one, two), SEED)
    return Plan(made, _DEALS, 10, partial(_duelled, one, two))


def _strongest_plan() -> Plan:
    made = Provenance(USUAL_RULES, 2, _STRONGEST, _STRONGEST_SEED)
    setup = Setup(read_rules(USUAL_RULES), _STRONGEST, _STRONGEST_SEED)
    return Plan(made, _STRONGEST_DEALS, 5, partial(part, setup))


# A slice takes the deals of a seed of its own, which is what the arena plays.


def _duelled(one: str, two: str, first: int, count: int) -> list[int]:
    return list(match(read_rules(USUAL_RULES), one, two, count, SEED + first).sums)


def _told_plan(rules: str, player: str) -> Plan:
    made = Provenance(rules, 2, (player, player), SEED)
    return Plan(made, _TOLD, 2, partial(_told, rules, player))


def _told(rules: str, player: str, first: int, count: int) -> list[int]:
    return list(distance(read_rules(rules), player, count, SEED + first).sums)


def _conclude(parts: Parts) -> LadderResults:
    return LadderResults(
        tuple(_rung(one, two, parts[f"{one} {two}"]) for one, two in _neighbours()),
        _rung(*_STRONGEST, parts[" ".join(_STRONGEST)]),
        {
            rules: {player: _distance(parts[f"{rules} {player}"]) for player in PLAYERS}
            for rules in _RULES
        },
    )


def _duel(part: Part) -> Duel:
    made, whole = part.made, part.whole
    setup = Setup(read_rules(made.rules), made.policies, made.seed)
    return Duel(setup, "", whole.deals, whole.deals, whole.sums)


def _rung(one: str, two: str, part: Part) -> Rung:
    duel = _duel(part)
    gain, (won, lost) = duel.gain, duel.won
    low, high = (_short(gain.mean + side * _LEVEL * gain.error) for side in (-1, 1))
    return Rung(one, two, duel.done, Number.of(gain), low, high, _short(won), _short(lost))


def _distance(part: Part) -> Distance:
    """Both seats are the same player: the mean of both is what it costs."""
    duel = _duel(part)
    one, two = duel.cost
    # The seats of a deal depend on each other: the larger of what their errors may come to.
    cost = Estimate((one.mean + two.mean) / 2, (one.error + two.error) / 2)
    return Distance(duel.done, Number.of(cost), _short(sum(duel.choices) / 2), sum(duel.unsolved))


def _short(x: float) -> float:
    return float(f"{x:.6g}")


LADDER = Inquiry(
    "How strong are the computer players, and how far are they from perfect play?",
    "Neighbours on the ladder play every deal from both sides; a gain is what the upper is paid "
    "more than the lower in a hand, with a 95% interval by deal. Distance: each player against "
    "itself; every choice is compared with the best play when all hands and the stock are open. "
    "Nobody who does not see them can come down to nothing.",
    Study[LadderResults],
    _plans,
    _conclude,
)
