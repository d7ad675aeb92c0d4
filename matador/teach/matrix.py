"""The written sources side by side: what each says of each decision point, and who agrees.

Everything here is counted from the claims of `content/sources`. A source *speaks* about a decision
point when it says one thing or gives alternatives; silence and unclear wording are kept apart.
A *witness* is a text of its own: a copy speaks with the voice of its original, and a text that
compares others has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from matador.analysis.studies.record import Number
from matador.analysis.studies.results import Change, Comparison
from matador.game.rules import FIELDS, POINTS
from matador.teach.content import (
    Cell,
    FieldWords,
    Source,
    Status,
    ValueWords,
    load_cells,
    load_presets,
    load_rule_words,
    load_sources,
)
from matador.teach.effects import comparisons

SPEAKING = ("says", "alternatives")

GROUPS = (
    *("set", "deal", "lead", "drawing", "matadors"),
    *("doubles", "end", "payment", "match", "table"),
)
"""The headings of the decision points, in the order in which they are shown."""


@dataclass(frozen=True)
class Entry:
    """What one source does about one decision point; `cell` is None where it is silent."""

    source: Source
    field: str
    cell: Cell | None

    @property
    def status(self) -> Status:
        """What it does: says, alternatives, unclear or silent."""
        return self.cell.status if self.cell else "silent"

    @property
    def speaks(self) -> bool:
        """Whether the source commits itself."""
        return self.status in SPEAKING

    @property
    def words(self) -> ValueWords | None:
        """The words for its value; None where it is silent."""
        return load_rule_words()[self.field].values[self.cell.value] if self.cell else None

    @property
    def others(self) -> tuple[ValueWords, ...]:
        """The words for the alternatives, or for the other readings of an unclear text."""
        values = load_rule_words()[self.field].values
        return tuple(values[other] for other in self.cell.others) if self.cell else ()

    @property
    def reader(self) -> Source | None:
        """The text in which the locator of the cell is to be found; None where it is silent."""
        return load_sources()[self.cell.source] if self.cell else None

    @property
    def witness(self) -> str:
        """The id of the text whose voice this is; empty for one that only compares others."""
        return "" if self.source.compares else original(self.source).id


@dataclass(frozen=True)
class Row:
    """One decision point and what each chosen source does about it."""

    field: str
    words: FieldWords
    entries: tuple[Entry, ...]

    @cached_property
    def speaking(self) -> tuple[Entry, ...]:
        """The sources that commit themselves, copies and all."""
        return tuple(entry for entry in self.entries if entry.speaks)

    @property
    def silent(self) -> tuple[Entry, ...]:
        """The sources that say nothing."""
        return tuple(entry for entry in self.entries if entry.status == "silent")

    @property
    def unclear(self) -> tuple[Entry, ...]:
        """The sources that can be read in more than one way."""
        return tuple(entry for entry in self.entries if entry.status == "unclear")

    @cached_property
    def voices(self) -> tuple[Entry, ...]:
        """One entry for each witness that commits itself: the original rather than a copy."""
        found: dict[str, Entry] = {}
        for entry in sorted(self.speaking, key=lambda one: bool(one.source.copy_of)):
            if entry.witness:
                found.setdefault(entry.witness, entry)
        return tuple(found.values())

    @cached_property
    def tally(self) -> tuple[tuple[str, int], ...]:
        """How many witnesses give each value, the commonest first."""
        return tuple(Counter(_value(entry) for entry in self.voices).most_common())

    @property
    def agreeing(self) -> int:
        """How many of the witnesses that speak give the commonest value; 0 when none speaks."""
        return self.tally[0][1] if self.tally else 0

    @property
    def differs(self) -> bool:
        """Whether two sources that speak give different values."""
        return len({_value(entry) for entry in self.speaking}) > 1

    @property
    def undisputed(self) -> bool:
        """Whether some source speaks and none that speaks differs."""
        return bool(self.speaking) and not self.differs

    @property
    def values(self) -> frozenset[str]:
        """Every value that a source here gives, also as an alternative or as one reading."""
        cells = [entry.cell for entry in self.entries if entry.cell]
        return frozenset(value for cell in cells for value in (cell.value, *cell.others))

    def by_value(self) -> tuple[tuple[ValueWords, tuple[Entry, ...]], ...]:
        """The sources that speak, gathered by what they say, the commonest first."""
        found: dict[str, list[Entry]] = {value: [] for value, _ in self.tally}
        for entry in self.speaking:
            found.setdefault(_value(entry), []).append(entry)
        return tuple((self.words.values[value], tuple(said)) for value, said in found.items())


def _value(entry: Entry) -> str:
    return entry.cell.value if entry.cell else ""


# --- sources and rows ---------------------------------------------------------------------------


def original(source: Source) -> Source:
    """The text that a copy goes back to; a source that is no copy itself."""
    return original(load_sources()[source.copy_of]) if source.copy_of else source


def chosen(names: Collection[str]) -> tuple[Source, ...]:
    """The sources of these ids, in the order of the file; ids that there are not are left out."""
    return tuple(source for name, source in load_sources().items() if name in names)


def in_use() -> tuple[Source, ...]:
    """The sources that say something, those that a rule set is named after first."""
    cells, named = load_cells(), [one.sources[0] for one in load_presets().values()]
    rank = {name: place for place, name in enumerate(named)}
    found = [source for name, source in load_sources().items() if cells[name]]
    return tuple(sorted(found, key=lambda one: rank.get(one.id, len(rank))))


def fields_in_order() -> tuple[str, ...]:
    """Every field of `Rules`, gathered under its heading."""
    words = load_rule_words()
    return tuple(sorted(FIELDS, key=lambda name: (GROUPS.index(words[name].group), POINTS[name])))


def row(field: str, sources: Sequence[Source]) -> Row:
    """One decision point across these sources."""
    cells = load_cells()
    entries = tuple(Entry(one, field, cells[one.id].get(field)) for one in sources)
    return Row(field, load_rule_words()[field], entries)


def matrix(sources: Sequence[Source]) -> tuple[Row, ...]:
    """Every decision point across these sources, in the order of the headings."""
    return tuple(row(field, sources) for field in fields_in_order())


def found_in(rows: Iterable[Row], text: str) -> tuple[Row, ...]:
    """The rows whose question or whose answers hold every word of `text`."""
    wanted = text.casefold().split()
    return tuple(one for one in rows if all(word in _searchable(one) for word in wanted))


def _searchable(one: Row) -> str:
    said = [f"{words.short} {words.long}" for entry in one.entries if (words := entry.words)]
    notes = [entry.cell.note for entry in one.entries if entry.cell]
    return " ".join([one.words.label, one.words.question, *said, *notes]).casefold()


def footnotes(rows: Iterable[Row]) -> dict[tuple[str, str], int]:
    """The number of each claim's footnote, by field and source, in reading order."""
    cells = ((one.field, entry.source.id) for one in rows for entry in one.entries if entry.cell)
    return {cell: number for number, cell in enumerate(cells, 1)}


# --- how much a row changes the game ------------------------------------------------------------


class Effect(NamedTuple):
    """The largest measured change that a value makes, and the comparison that found it."""

    change: Change
    at: Comparison

    @property
    def number(self) -> Number:
        """The change and its standard error, in the units of the metric `change.most`."""
        return self.change.changes[self.change.most]


def effect(one: Row) -> Effect | None:
    """The largest change that a value of these sources makes; None where none was measured.

    The first comparison that shows a change counts: the later ones have other tables.
    """
    for comparison in comparisons():
        if comparison.rules != usual().rules:
            continue
        found = [
            change
            for change in comparison.changes
            if change.field == one.field and change.value in one.values and change.effect
        ]
        if found:
            return Effect(max(found, key=lambda change: change.effect), comparison)
    return None


def usual() -> Comparison:
    """The comparison that comes first: the table at which an effect is given unless it says so."""
    return comparisons()[0]


def by_effect(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows by how much they change the game, the most first.

    Those whose effect shows only at other tables than the usual come after, unmeasured ones last.
    """
    return tuple(sorted(rows, key=_rank))


def _rank(one: Row) -> tuple[int, float]:
    found = effect(one)
    if found is None:
        return 2, 0
    return int(found.at is not usual()), -found.change.effect


# --- addresses ----------------------------------------------------------------------------------


class Where(NamedTuple):
    """A cell of the matrix by its address: `draw-EB11`."""

    field: str
    source: str


def where(text: str) -> Where | None:
    """The cell that an address names; None where there is no such cell."""
    field, _, source = text.partition("-")
    return Where(field, source) if field in FIELDS and source in load_sources() else None
