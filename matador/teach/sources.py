"""The rule sets side by side: where two differ, which is nearest, and what all share.

A rule set is a source's rules with our assumptions where it is silent; what the sources themselves
say, each on its own, is in `matrix`. Everything here is asked of the engine; no page types a
number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs

from matador.game.line import Line, Placed, ends, fits
from matador.game.moves import Ending, ending
from matador.game.position import Hand, Position, Stock
from matador.game.rules import FIELDS, Rules, Target, write_rules
from matador.game.settle import pay
from matador.game.tiles import Tile
from matador.teach.content import (
    Cell,
    FieldWords,
    Preset,
    Source,
    ValueWords,
    load_presets,
    load_rule_words,
    load_sources,
)
from matador.teach.matrix import SPEAKING, fields_in_order, in_use, row


@dataclass(frozen=True)
class Entry:
    """What one rule set has for one decision point, and how it comes by it."""

    preset: Preset
    field: str
    cell: Cell

    @property
    def words(self) -> ValueWords:
        """The words for its value."""
        return load_rule_words()[self.field].values[self.cell.value]

    @property
    def others(self) -> tuple[ValueWords, ...]:
        """The words for the alternatives, or for the other readings of an unclear text."""
        values = load_rule_words()[self.field].values
        return tuple(values[other] for other in self.cell.others)

    @property
    def speaks(self) -> bool:
        """Whether the source commits itself."""
        return self.cell.status in SPEAKING

    @property
    def source(self) -> Source | None:
        """The text that is cited, or None where the source is silent."""
        return load_sources().get(self.cell.source)


class Difference(NamedTuple):
    """A decision point on which two rule sets differ."""

    words: FieldWords
    one: Entry
    other: Entry

    @property
    def spoken(self) -> bool:
        """Whether both sources commit themselves, so that no assumption of ours is part of it."""
        return self.one.speaks and self.other.speaks


class Near(NamedTuple):
    """A rule set and on how many fields it differs from another."""

    preset: Preset
    differences: int


class Fact(NamedTuple):
    """Something that all sources are said to share, as the engine finds it."""

    id: str
    failing: tuple[Preset, ...]
    """The rule sets in which it does not hold."""
    tried: int
    """How many cases were tried, all rule sets together."""
    speaking: int | None
    """How many witnesses speak of it themselves; None for what makes the game Matador at all."""
    slots: dict[str, str]


# --- which rule sets ----------------------------------------------------------------------------


def chosen(names: Iterable[str]) -> tuple[Preset, ...]:
    """The presets of these names, in menu order; names that there are not are left out."""
    wanted = set(names)
    return tuple(preset for name, preset in load_presets().items() if name in wanted)


def rule_set(rules: Rules) -> Preset:
    """The preset with these rules; or, for house rules, the one they started from, changed.

    What the house has changed has the status `house`, and the title is the rules as written.
    """
    base = load_presets()[rules.base]
    if rules == base.rules:
        return base
    fields = {name: _cell(base.fields[name], str(rules.value(name))) for name in FIELDS}
    return structs.replace(base, title=write_rules(rules), fields=fields)


def _cell(cell: Cell, value: str) -> Cell:
    return cell if cell.value == value else Cell(value, "house", "assumed")


# --- two rule sets ------------------------------------------------------------------------------


def differences(one: Preset, other: Preset) -> tuple[Difference, ...]:
    """Where two rule sets differ, in the order of the headings."""
    words = load_rule_words()
    return tuple(
        Difference(words[field], entry(one, field), entry(other, field))
        for field in fields_in_order()
        if one.fields[field].value != other.fields[field].value
    )


def entry(one: Preset, field: str) -> Entry:
    """What a rule set has for a field."""
    return Entry(one, field, one.fields[field])


def nearest(rules: Rules, presets: Sequence[Preset] = ()) -> tuple[Near, ...]:
    """The presets by how few fields differ from `rules`, the nearest first."""
    among = presets or tuple(load_presets().values())
    near = [Near(preset, _apart(rules, preset.rules)) for preset in among]
    return tuple(sorted(near, key=lambda one: one.differences))


def _apart(one: Rules, other: Rules) -> int:
    return sum(one.value(name) is not other.value(name) for name in FIELDS)


# --- what all agree on --------------------------------------------------------------------------


def shared_facts(presets: Sequence[Preset] = ()) -> tuple[Fact, ...]:
    """What the sources are said to have in common, each tried by the engine under every preset."""
    among = presets or tuple(load_presets().values())
    return tuple(_tried(name, claim, among) for name, claim in _CLAIMS.items())


class _Claim(NamedTuple):
    cases: Callable[[Rules], Iterable[bool]]
    """Whether it holds, case by case."""
    field: str = ""
    slots: Callable[[Sequence[Preset]], dict[str, str]] = lambda _: {}


def _tried(name: str, claim: _Claim, presets: Sequence[Preset]) -> Fact:
    cases = {preset.id: list(claim.cases(preset.rules)) for preset in presets}
    failing = tuple(preset for preset in presets if not all(cases[preset.id]))
    speaking = len(row(claim.field, in_use()).voices) if claim.field else None
    return Fact(name, failing, sum(map(len, cases.values())), speaking, claim.slots(presets))


def _sums_to_target(rules: Rules) -> Iterator[bool]:
    """On a numbered end an ordinary tile goes just where the touching halves make n + 1."""
    tiles = rules.tiles
    for shown in range(1, tiles.highest + 1):
        for one in tiles.tiles:
            if one not in tiles.matadors:
                yield bool(_ways(one, shown, rules)) == (tiles.highest + 1 - shown in one)


def _blank_needs_matador(rules: Rules) -> Iterator[bool]:
    """On a blank end nothing goes but the matadors, and each of them does."""
    for one in rules.tiles.tiles:
        yield bool(_ways(one, 0, rules)) == (one in rules.tiles.matadors)


def _matador_anywhere(rules: Rules) -> Iterator[bool]:
    """Every matador goes on every end."""
    for one in rules.tiles.matadors:
        for half in range(rules.tiles.highest + 1):
            yield bool(_ways(one, half, rules))


def _two_ends(rules: Rules) -> Iterator[bool]:
    """The first tile, double or not, leaves two open ends that show its halves."""
    for one in rules.tiles.tiles:
        if one.pips:
            lead = Placed(one.low, one.high)
            shown = [end.halves for end in ends(Line((lead,)), rules)]
            yield shown == [(lead.first,), (lead.second,)]


def _last_tile_ends(rules: Rules) -> Iterator[bool]:
    """The hand is over as soon as somebody has no tile left."""
    held = Hand(rules.tiles.tiles[2:4])
    for lead in rules.tiles.tiles[4:]:
        line = Line((Placed(*lead),))
        position = Position(rules, line, (Hand(()), held), Stock((), 9), turn=1)
        yield ending(position) is Ending.OUT


def _fewest_pips_win(rules: Rules) -> Iterator[bool]:
    """When the hand is blocked, fewest pips win."""
    for pips in _HANDS:
        yield pay(rules, pips).winners == (pips.index(min(pips)),)


def _fewest_pips_score(rules: Rules) -> Iterator[bool]:
    """When the hand is blocked, fewest pips score points."""
    for pips in _HANDS:
        paid = pay(rules, pips)
        yield not paid.debit and paid.payments[pips.index(min(pips))] > 0


def _to_a_hundred(rules: Rules) -> Iterator[bool]:
    """A match goes to a hundred points."""
    yield rules.target is Target.HUNDRED


_HANDS = [(8, 19), (19, 8), (12, 19, 5), (5, 12, 19), (7, 31, 30, 9)]
"""Pips left in blocked hands, by seat."""


def _ways(one: Tile, shown: int, rules: Rules) -> tuple[object, ...]:
    """The ways of a tile onto a right end that shows this half.

    The tile behind it is no double, so that no spinner and no rule on 0-0 comes into play.
    """
    other = rules.tiles.highest if shown != rules.tiles.highest else 1
    right = ends(Line((Placed(other, shown),)), rules)[1]
    return fits(one, right, rules, False)


def _sum_slots(presets: Sequence[Preset]) -> dict[str, str]:
    sets = {preset.rules.tiles.highest: preset.rules.tiles.target for preset in presets}
    words = load_rule_words()["set"].values
    named = [f"{target} with {words[str(highest)].short}" for highest, target in sets.items()]
    return {"targets": ", ".join(named)}


def _matador_slots(presets: Sequence[Preset]) -> dict[str, str]:
    tiles = presets[0].rules.tiles
    names = (f"{one.low}-{one.high}" for one in sorted(tiles.matadors))
    return {
        "matadors": ", ".join(names),
        "set": load_rule_words()["set"].values[str(tiles.highest)].short,
    }


_CLAIMS = {
    "sum": _Claim(_sums_to_target, slots=_sum_slots),
    "blank": _Claim(_blank_needs_matador, slots=_matador_slots),
    "ends": _Claim(_two_ends, "first_tile"),
    "out": _Claim(_last_tile_ends),
    "lowest": _Claim(_fewest_pips_win, "blocked_pay"),
    "anywhere": _Claim(_matador_anywhere, "matador_place"),
    "scores": _Claim(_fewest_pips_score, "blocked_pay"),
    "hundred": _Claim(_to_a_hundred, "target"),
}
