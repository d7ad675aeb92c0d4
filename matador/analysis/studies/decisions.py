"""Study: what each decision point changes, one field of the rules at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import sqrt
from typing import NamedTuple

from matador.analysis import playouts as core
from matador.analysis.hands import Setup, hands_here
from matador.analysis.matches import play_match
from matador.analysis.means import average
from matador.analysis.native import Ints, zeros
from matador.analysis.policies import POLICIES
from matador.analysis.studies import exact
from matador.analysis.studies.record import (
    Inquiry,
    Number,
    Parts,
    Plan,
    Provenance,
    Record,
    Study,
)
from matador.analysis.tables import supported, tables
from matador.game.rules import (
    FIELDS,
    Contradiction,
    Rules,
    Target,
    contradictions,
    preset,
    read_rules,
    write_rules,
)

BASE = "pagat"
SEED = 2
_HANDS = 100_000
_MATCHES = 2_000

GIVEN = {
    "no_double": {"lead_tile": "highest-double"},
    "cross_open": {"crosswise": "always"},
    "cross_reading": {"crosswise": "always"},
    "spinner_arms": {"doubles": "spinner"},
    "partner_pips": {"partners": "pairs"},
    "partner_block": {"partners": "pairs"},
}
"""What else must hold for a field to matter: there the base has it too."""

_BETWEEN_HANDS = ("next_lead", "target", "goal")
"""Fields that matter only to a match."""

_METRICS = ("blocked", "plays", "draws", "passes", "edge", "payment")
_UNITS = (1, 1, 1, 1, exact.EDGE_UNIT, 1)
MATCH = "match"


class Change(Record, frozen=True):
    """What one value of one field changes.

    `numbers` are those under these rules, `changes` the differences to the same hands under `base`.
    Both are empty for a value that changes nothing at all; a metric is missing where it has no
    meaning. `effect` is the largest change, in standard deviations between hands (or matches), and
    `most` the metric that has it.
    """

    field: str
    value: str
    base: str
    rules: str
    numbers: dict[str, Number]
    changes: dict[str, Number]
    effect: float
    most: str


class Comparison(Record, frozen=True):
    """All changes for one number of players and one policy, the largest effect first.

    Metrics: `blocked` (a rate), `plays`, `draws`, `passes` (a hand), `edge` (the leader's, in pips
    a hand), `payment` (all that is paid in a hand, pips), `match` (hands to the target).
    """

    players: int
    policy: str
    hands: int
    matches: int
    base: dict[str, Number]
    changes: tuple[Change, ...]
    fields: dict[str, float]
    """The largest effect of each field, the largest first."""


class DecisionResults(Record, frozen=True):
    """One comparison for each number of players and policy."""

    comparisons: tuple[Comparison, ...]


class _Table(NamedTuple):
    players: int
    policy: str
    matches: bool

    @property
    def name(self) -> str:
        return f"{self.players} {self.policy}"


_TABLES = (_Table(2, "balanced", True), _Table(4, "balanced", True), _Table(2, "random", False))


class _Variant(NamedTuple):
    field: str
    value: str
    base: Rules
    rules: Rules

    def same_hands(self, players: int) -> bool:
        """Whether a hand is dealt, played and paid exactly as under the base."""
        return tables(self.rules, players).ints == tables(self.base, players).ints

    def matches(self, players: int) -> bool:
        """Whether a match may take longer or less long than under the base."""
        return self.field in _BETWEEN_HANDS or not self.same_hands(players)


def _variants(table: _Table) -> Iterator[_Variant]:
    """Every value that can be chosen, in the order of the fields."""
    for field, kind in FIELDS.items():
        if field in _BETWEEN_HANDS and not table.matches:
            continue
        base = preset(BASE).changed(**GIVEN.get(field, {}))
        for value in kind:
            rules = base.changed(**{field: str(value)})
            if value is not base.value(field) and _playable(rules, table.players):
                yield _Variant(field, str(value), base, rules)


def _playable(rules: Rules, players: int) -> bool:
    """Whether the core has room for the set, and the rules make sense for a match."""
    found = contradictions(rules, players)
    nonsense = Contradiction.GOAL_NEEDS_DEBIT in found or any(one.forbids for one in found)
    return supported(rules) and rules.target is not Target.NONE and not nonsense


# --- the parts ----------------------------------------------------------------------------------


def _plans() -> dict[str, Plan]:
    return {key: plan for table in _TABLES for key, plan in _table_plans(table)}


def _table_plans(table: _Table) -> Iterator[tuple[str, Plan]]:
    base = preset(BASE)
    yield f"{table.name} base", _hands_plan(table, base, base)
    if table.matches:
        yield f"{table.name} base match", _match_plan(table, base, base)
    for one in _variants(table):
        key = f"{table.name} {one.field} {one.value}"
        if not one.same_hands(table.players):
            yield key, _hands_plan(table, one.rules, one.base)
        if table.matches and one.matches(table.players):
            yield f"{key} match", _match_plan(table, one.rules, one.base)


def _made(table: _Table, rules: Rules) -> Provenance:
    return Provenance(write_rules(rules), table.players, (table.policy,) * table.players, SEED)


def _hands_plan(table: _Table, rules: Rules, base: Rules) -> Plan:
    made = _made(table, rules)
    return Plan(made, _HANDS, 1_000, partial(_compared, made, _made(table, base)))


def _compared(made: Provenance, base: Provenance, first: int, count: int) -> list[int]:
    """The sums of hands under these rules beside the same under the base."""
    sums = zeros(exact.METRICS * exact.COMPARED)
    one, other = _metrics(made, first, count), _base_metrics(base, first, count)
    exact.add_compared(one, other, count, sums)
    return [int(x) for x in sums]


def _metrics(made: Provenance, first: int, count: int) -> Ints:
    found = zeros(count * exact.METRICS)
    exact.measure_hands(_workspace(made), made.seed, first, count, found)
    return found


_base_metrics = lru_cache(maxsize=256)(_metrics)


@lru_cache(maxsize=8)
def _workspace(made: Provenance) -> Ints:
    w = tables(read_rules(made.rules), made.players).workspace(core.WORKSPACE)
    core.set_policies(w, tuple(POLICIES[name].weights for name in made.policies))
    return w


_FINISHED, _LENGTH, _CHANGE = 0, 1, 3
_MATCH_SUMS = 5


def _match_plan(table: _Table, rules: Rules, base: Rules) -> Plan:
    made = _made(table, rules)
    return Plan(made, _MATCHES, 50, partial(_match_lengths, made, _made(table, base)))


def _match_lengths(made: Provenance, base: Provenance, first: int, count: int) -> list[int]:
    """How many matches both rule sets finish; their length, and how much longer they are."""
    sums = [0] * _MATCH_SUMS
    pairs = zip(_lengths(made, first, count), _base_lengths(base, first, count), strict=True)
    for length, other in pairs:
        if length and other:
            sums[_FINISHED] += 1
            for place, number in ((_LENGTH, length), (_CHANGE, length - other)):
                sums[place] += number
                sums[place + 1] += number**2
    return sums


def _lengths(made: Provenance, first: int, count: int) -> list[int]:
    """Hands in each match, 0 for one that was given up."""
    rules = read_rules(made.rules)
    hands = hands_here(Setup(rules, made.policies, made.seed))
    found = (play_match(hands, rules, made.players, first + i) for i in range(count))
    return [match.hands if match.winners else 0 for match in found]


_base_lengths = lru_cache(maxsize=256)(_lengths)


# --- what they say ------------------------------------------------------------------------------


def _conclude(parts: Parts) -> DecisionResults:
    return DecisionResults(tuple(_comparison(table, parts) for table in _TABLES))


def _comparison(table: _Table, parts: Parts) -> Comparison:
    base = _read(parts, f"{table.name} base")
    changes = [_change(table, one, base, parts) for one in _variants(table)]
    changes.sort(key=lambda one: -one.effect)
    fields: dict[str, float] = {}
    for one in changes:
        fields.setdefault(one.field, one.effect)
    return Comparison(
        table.players,
        table.policy,
        parts[f"{table.name} base"].whole.deals,
        parts[f"{table.name} base match"].whole.deals if table.matches else 0,
        {name: found.number for name, found in base.items()},
        tuple(changes),
        fields,
    )


class _Found(NamedTuple):
    number: Number
    change: Number
    deviation: float
    """The standard deviation from hand to hand, or match to match."""


def _change(table: _Table, one: _Variant, base: dict[str, _Found], parts: Parts) -> Change:
    found = _read(parts, f"{table.name} {one.field} {one.value}")
    effects = {
        name: abs(it.change.mean) / base[name].deviation
        for name, it in found.items()
        if name in base and base[name].deviation
    }
    most = max(effects, key=lambda name: effects[name], default="")
    return Change(
        one.field,
        one.value,
        write_rules(one.base),
        write_rules(one.rules),
        {name: it.number for name, it in found.items()},
        {name: it.change for name, it in found.items()},
        float(f"{effects.get(most, 0):.6g}"),
        most,
    )


def _read(parts: Parts, key: str) -> dict[str, _Found]:
    """The metrics of a part and of its matches, as far as there are any."""
    found: dict[str, _Found] = {}
    if key in parts:
        whole = parts[key].whole
        for place, (name, unit) in enumerate(zip(_METRICS, _UNITS, strict=True)):
            four = whole.sums[place * exact.COMPARED : (place + 1) * exact.COMPARED]
            found[name] = _found(four, whole.deals, unit)
    match = parts.get(f"{key} match")
    if match and match.whole.sums[_FINISHED] > 1:
        found[MATCH] = _found(match.whole.sums[_LENGTH:], match.whole.sums[_FINISHED], 1)
    return found


def _found(four: tuple[int, ...], count: int, unit: int) -> _Found:
    total, squares, change, changes = four
    number = average(total, squares, count, unit)
    return _Found(
        Number.of(number),
        Number.of(average(change, changes, count, unit)),
        number.error * sqrt(count),
    )


DECISIONS = Inquiry(
    "How much does each decision point change the game?",
    "From one base, one field at a time is given each of its other values, and the same deals are "
    "played again by the same policy on all seats; a field that matters only beside another choice "
    "is compared on a base that has made it. Differences are those of pairs of hands (or matches) "
    "with the same number. Balanced always plays when it can: a permission that it never uses "
    "shows as no change. Sets with more than 64 tiles are left out.",
    Study[DecisionResults],
    _plans,
    _conclude,
)
