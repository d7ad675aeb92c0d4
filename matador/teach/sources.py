"""The sources side by side: what each says, where they agree, and what they would pay.

Everything here is counted from the presets or asked of the engine; no page types a number. A source
*speaks* about a decision point when it says one thing or gives alternatives. Silence and unclear
wording are kept apart, for what fills them in is ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matador.game.line import Line, Placed, ends, fits
from matador.game.moves import Ending, ending
from matador.game.position import Hand, Position, Stock
from matador.game.rules import FIELDS, POINTS, Partners, Rules, Target
from matador.game.settle import Settlement, pay
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

USUAL = ("pagat", "wikipedia", "gamerules", "britannica", "matador-dominos", "szalone-10")
"""The rule sets that are shown side by side unless the reader chooses others."""

SPEAKING = ("says", "alternatives")

GROUPS = (
    *("set", "deal", "lead", "drawing", "matadors"),
    *("doubles", "end", "payment", "match", "table"),
)
"""The headings of the decision points, in the order in which they are shown."""


@dataclass(frozen=True)
class Entry:
    """What one source does about one decision point."""

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


@dataclass(frozen=True)
class Row:
    """One decision point and what each chosen source does about it."""

    field: str
    words: FieldWords
    entries: tuple[Entry, ...]

    @property
    def speaking(self) -> tuple[Entry, ...]:
        """The sources that commit themselves."""
        return tuple(entry for entry in self.entries if entry.speaks)

    @property
    def silent(self) -> tuple[Entry, ...]:
        """The sources that say nothing."""
        return tuple(entry for entry in self.entries if entry.cell.status == "silent")

    @property
    def unclear(self) -> tuple[Entry, ...]:
        """The sources that can be read in more than one way."""
        return tuple(entry for entry in self.entries if entry.cell.status == "unclear")

    @property
    def agreeing(self) -> int:
        """How many of the sources that speak give the commonest value; 0 when none speaks."""
        counts = Counter(entry.cell.value for entry in self.speaking)
        return max(counts.values(), default=0)

    @property
    def differs(self) -> bool:
        """Whether two sources that speak give different values."""
        return len({entry.cell.value for entry in self.speaking}) > 1

    @property
    def undisputed(self) -> bool:
        """Whether some source speaks and none that speaks differs."""
        return bool(self.speaking) and not self.differs

    def by_value(self) -> tuple[tuple[ValueWords, tuple[Entry, ...]], ...]:
        """The sources that speak, gathered by what they say, the commonest first."""
        found: dict[str, list[Entry]] = {}
        for entry in self.speaking:
            found.setdefault(entry.cell.value, []).append(entry)
        ordered = sorted(found.items(), key=lambda pair: -len(pair[1]))
        return tuple((self.words.values[value], tuple(said)) for value, said in ordered)


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


@dataclass(frozen=True)
class Payment:
    """What one source pays for a finished hand, and whether it says so itself."""

    preset: Preset
    entry: Entry
    settlement: Settlement
    alternatives: tuple[tuple[ValueWords, Settlement], ...]
    """What it pays by its other ways, where it gives some."""

    @property
    def points(self) -> int | None:
        """What the winner scores; None where pips are charged instead."""
        return None if self.settlement.debit else max(self.settlement.payments, default=0)


class Fact(NamedTuple):
    """Something that all sources are said to share, and the rule sets in which it does not hold."""

    id: str
    failing: tuple[Preset, ...]
    speaking: int | None
    """How many sources speak of it themselves; None for what makes the game Matador at all."""
    slots: dict[str, str]


# --- the matrix ---------------------------------------------------------------------------------


def chosen(names: Iterable[str]) -> tuple[Preset, ...]:
    """The presets of these names, in menu order; names that there are not are left out."""
    wanted = set(names)
    return tuple(preset for name, preset in load_presets().items() if name in wanted)


def fields_in_order() -> tuple[str, ...]:
    """Every field of `Rules`, gathered under its heading."""
    words = load_rule_words()
    return tuple(sorted(FIELDS, key=lambda name: (GROUPS.index(words[name].group), POINTS[name])))


def row(field: str, presets: Sequence[Preset]) -> Row:
    """One decision point across these presets."""
    entries = tuple(Entry(preset, field, preset.fields[field]) for preset in presets)
    return Row(field, load_rule_words()[field], entries)


def matrix(presets: Sequence[Preset]) -> tuple[Row, ...]:
    """Every decision point across these presets, in the order of the headings."""
    return tuple(row(field, presets) for field in fields_in_order())


def found_in(rows: Iterable[Row], text: str) -> tuple[Row, ...]:
    """The rows whose question or whose answers hold every word of `text`."""
    wanted = text.casefold().split()
    return tuple(one for one in rows if all(word in _searchable(one) for word in wanted))


def _searchable(one: Row) -> str:
    said = [f"{entry.words.short} {entry.words.long}" for entry in one.entries]
    return " ".join([one.words.label, one.words.question, *said]).casefold()


def footnotes(rows: Iterable[Row]) -> Mapping[tuple[str, str], int]:
    """The number of each cell's footnote, by field and preset, in reading order."""
    cells = ((one.field, entry.preset.id) for one in rows for entry in one.entries)
    return {cell: number for number, cell in enumerate(cells, 1)}


def records(rows: Iterable[Row]) -> list[dict[str, str]]:
    """The matrix as one record a cell, for a download."""
    return [_record(one, entry) for one in rows for entry in one.entries]


def _record(one: Row, entry: Entry) -> dict[str, str]:
    source = entry.source
    return {
        "point": str(one.words.point),
        "field": one.field,
        "question": one.words.question,
        "rule_set": entry.preset.id,
        "title": entry.preset.title,
        "value": entry.cell.value,
        "words": entry.words.short,
        "status": entry.cell.status,
        "evidence": entry.cell.evidence,
        "source": entry.cell.source,
        "source_title": source.title if source else "",
        "locator": entry.cell.locator,
        "alternatives": "; ".join(other.short for other in entry.others),
        "note": entry.cell.note,
    }


# --- two rule sets ------------------------------------------------------------------------------


def differences(one: Preset, other: Preset) -> tuple[Difference, ...]:
    """Where two presets differ, in the order of the headings."""
    pairs = (row(field, (one, other)) for field in fields_in_order())
    return tuple(
        Difference(pair.words, *pair.entries)
        for pair in pairs
        if pair.entries[0].cell.value != pair.entries[1].cell.value
    )


def nearest(rules: Rules, presets: Sequence[Preset] = ()) -> tuple[Near, ...]:
    """The presets by how few fields differ from `rules`, the nearest first."""
    among = presets or tuple(load_presets().values())
    near = [Near(preset, _apart(rules, preset.rules)) for preset in among]
    return tuple(sorted(near, key=lambda one: one.differences))


def _apart(one: Rules, other: Rules) -> int:
    return sum(one.value(name) is not other.value(name) for name in FIELDS)


# --- what would be paid -------------------------------------------------------------------------


def payment(
    preset: Preset, pips: Sequence[int], out: int | None = None, pairs: bool = False
) -> Payment:
    """What a preset pays for hands of `pips`, by seat; `out` went out, None: the hand is blocked.

    Whoever went out holds nothing, whatever `pips` has at that seat. `pairs`: four play in pairs.
    """
    held = [0 if seat == out else number for seat, number in enumerate(pips)]
    field = "blocked_pay" if out is None else "out_pay"
    entry = Entry(preset, field, preset.fields[field])
    rules = preset.rules.changed(partners=str(Partners.PAIRS if pairs else Partners.NONE))
    values = load_rule_words()[field].values
    others = tuple(
        (values[other], pay(rules.changed(**{field: other}), held, out=out))
        for other in entry.cell.others
    )
    return Payment(preset, entry, pay(rules, held, out=out), others)


# --- what all agree on --------------------------------------------------------------------------


def shared_facts(presets: Sequence[Preset] = ()) -> tuple[Fact, ...]:
    """What the sources are said to have in common, each tried by the engine under every preset."""
    among = presets or tuple(load_presets().values())
    return tuple(_tried(name, claim, among) for name, claim in _CLAIMS.items())


class _Claim(NamedTuple):
    holds: Callable[[Rules], bool]
    field: str = ""
    slots: Callable[[Sequence[Preset]], dict[str, str]] = lambda _: {}


def _tried(name: str, claim: _Claim, presets: Sequence[Preset]) -> Fact:
    failing = tuple(preset for preset in presets if not claim.holds(preset.rules))
    speaking = len(row(claim.field, presets).speaking) if claim.field else None
    return Fact(name, failing, speaking, claim.slots(presets))


def _sums_to_target(rules: Rules) -> bool:
    """On a numbered end an ordinary tile goes just where the touching halves make n + 1."""
    tiles = rules.tiles
    return all(
        bool(_ways(one, shown, rules)) == (tiles.highest + 1 - shown in one)
        for shown in range(1, tiles.highest + 1)
        for one in tiles.tiles
        if one not in tiles.matadors
    )


def _blank_needs_matador(rules: Rules) -> bool:
    """On a blank end nothing goes but the matadors, and each of them does."""
    tiles = rules.tiles
    going = {one for one in tiles.tiles if _ways(one, 0, rules)}
    return going == tiles.matadors


def _matador_anywhere(rules: Rules) -> bool:
    """Every matador goes on every end."""
    tiles = rules.tiles
    shown = range(tiles.highest + 1)
    return all(_ways(one, half, rules) for one in tiles.matadors for half in shown)


def _two_ends(rules: Rules) -> bool:
    """The first tile, double or not, leaves two open ends that show its halves."""
    leads = (Placed(one.low, one.high) for one in rules.tiles.tiles if one.pips)
    return all(
        [end.halves for end in ends(Line((lead,)), rules)] == [(lead.first,), (lead.second,)]
        for lead in leads
    )


def _last_tile_ends(rules: Rules) -> bool:
    """The hand is over as soon as somebody has no tile left."""
    lead, *others = rules.tiles.tiles[1:4]
    held = Hand(tuple(others))
    position = Position(rules, Line((Placed(*lead),)), (Hand(()), held), Stock((), 9), turn=1)
    return ending(position) is Ending.OUT


def _fewest_pips_win(rules: Rules) -> bool:
    """When the hand is blocked, fewest pips win."""
    return pay(rules, (8, 19)).winners == (0,) and pay(rules, (12, 19, 5)).winners == (2,)


def _fewest_pips_score(rules: Rules) -> bool:
    """When the hand is blocked, fewest pips score points."""
    paid = pay(rules, (8, 19))
    return not paid.debit and paid.payments[0] > 0


def _to_a_hundred(rules: Rules) -> bool:
    """A match goes to a hundred points."""
    return rules.target is Target.HUNDRED


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
