"""Study: what each decision point changes, one field of the rules at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from matador.analysis.studies import exact
from matador.analysis.studies.paired import (
    FINISHED,
    LENGTH,
    METRICS,
    UNITS,
    Found,
    found_in,
    match_lengths,
)
from matador.analysis.studies.paired import compared as _compared
from matador.analysis.studies.record import (
    Inquiry,
    Parts,
    Plan,
    Provenance,
    Study,
)
from matador.analysis.studies.results import (
    MATCH,
    Change,
    Comparison,
    DecisionResults,
)
from matador.analysis.tables import supported, tables
from matador.game.rules import (
    FIELDS,
    Contradiction,
    Rules,
    Target,
    contradictions,
    preset,
    write_rules,
)

BASE = "pagat"
SEED = 2

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


class _Size(NamedTuple):
    """How much of something is played, and how much of it in a slice."""

    all: int
    slice: int


_FULL = _Size(100_000, 1_000), _Size(2_000, 50)
_SHORT = _Size(20_000, 100), _Size(500, 5)


class _Table(NamedTuple):
    rules: str
    players: int
    policy: str
    hands: _Size
    matches: _Size

    @property
    def name(self) -> str:
        return f"{'' if self.rules == BASE else f'{self.rules} '}{self.players} {self.policy}"


_TABLES = (
    _Table(BASE, 2, "balanced", *_FULL),
    _Table(BASE, 4, "balanced", *_FULL),
    _Table(BASE, 2, "random", _FULL[0], _SHORT[1]),
    _Table("britannica", 2, "balanced", *_SHORT),
    _Table("matador-dominos", 2, "balanced", *_SHORT),
    _Table("szalone-10", 2, "balanced", *_SHORT),
)


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
        base = preset(table.rules).changed(**GIVEN.get(field, {}))
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
    base = preset(table.rules)
    yield f"{table.name} base", _hands_plan(table, base, base)
    yield f"{table.name} base match", _match_plan(table, base, base)
    for one in _variants(table):
        key = f"{table.name} {one.field} {one.value}"
        if not one.same_hands(table.players):
            yield key, _hands_plan(table, one.rules, one.base)
        if one.matches(table.players):
            yield f"{key} match", _match_plan(table, one.rules, one.base)


def _made(table: _Table, rules: Rules) -> Provenance:
    return Provenance(write_rules(rules), table.players, (table.policy,) * table.players, SEED)


def _hands_plan(table: _Table, rules: Rules, base: Rules) -> Plan:
    made = _made(table, rules)
    return Plan(made, *table.hands, partial(_compared, made, _made(table, base)))


def _match_plan(table: _Table, rules: Rules, base: Rules) -> Plan:
    made = _made(table, rules)
    return Plan(made, *table.matches, partial(match_lengths, made, _made(table, base)))


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
        table.rules,
        table.players,
        table.policy,
        parts[f"{table.name} base"].whole.deals,
        parts[f"{table.name} base match"].whole.deals,
        {name: found.number for name, found in base.items()},
        tuple(changes),
        fields,
    )


def _change(table: _Table, one: _Variant, base: dict[str, Found], parts: Parts) -> Change:
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


def _read(parts: Parts, key: str) -> dict[str, Found]:
    """The metrics of a part and of its matches, as far as there are any."""
    found: dict[str, Found] = {}
    if key in parts:
        whole = parts[key].whole
        for place, (name, unit) in enumerate(zip(METRICS, UNITS, strict=True)):
            four = whole.sums[place * exact.COMPARED : (place + 1) * exact.COMPARED]
            found[name] = found_in(four, whole.deals, unit)
    match = parts.get(f"{key} match")
    if match and match.whole.sums[FINISHED] > 1:
        found[MATCH] = found_in(match.whole.sums[LENGTH:], match.whole.sums[FINISHED], 1)
    return found


DECISIONS = Inquiry(
    "How much does each decision point change the game?",
    "From one rule set, one field at a time is given each of its other values, and the same deals "
    "are played again by the same policy on all seats; a field that matters only beside another "
    "choice is compared on a base that has made it. Differences are those of pairs of hands (or "
    "matches) with the same number. Balanced always plays when it can: a permission that it never "
    "uses shows as no change. Sets with more than 64 tiles are left out.",
    Study[DecisionResults],
    _plans,
    _conclude,
)
