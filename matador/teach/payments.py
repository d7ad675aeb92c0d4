"""What every source would pay for one finished hand, and how long a race takes under each.

The hand is a `pad.Result`: pips or tiles by seat. Every sum comes from the engine. Whatever decides
a payment and is not said by the source is told: it is our assumption, not the source's word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from matador.analysis.studies.record import Study
from matador.analysis.studies.results import Race, RaceResults, Way
from matador.game import pad
from matador.game.pad import Doubt, Doubted, Left, Result
from matador.game.paste import tiles_typed
from matador.game.rules import FIELDS, Highest, Partners, Rules
from matador.game.settle import Settlement, weigh
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.content import Preset, ValueWords, load_rule_words
from matador.teach.kept import read_study
from matador.teach.scoring import party_names
from matador.teach.sources import Entry, entry

EXAMPLE = ("0-3 1-4", "3-4 6-6", "1-5 2-4", "5-5 2-3", "0-5 1-1", "4-6 2-2", "0-2 4-4", "3-3 1-2")
"""A hand for each seat to start with. The first two are the article's 8 pips against 19."""

_LARGEST = Rules("", set=Highest.EIGHTEEN)
"""Tiles are read in the largest set; whether a source's set has them is asked afterwards."""

_ASIDE = ("tie", "double_weight", "partner_pips", "partner_block")
"""What may decide a payment besides the way of paying itself."""


class Alternative(NamedTuple):
    """What a source pays by another way that it gives, or by another reading of an unclear text."""

    words: ValueWords
    settlement: Settlement


@dataclass(frozen=True)
class Paid:
    """What one source pays for the hand."""

    preset: Preset
    rules: Rules
    """Its rules, with pairs as asked for."""
    entry: Entry
    """What it says of paying a hand that ended so."""
    settlement: Settlement | None
    """None where there is a doubt."""
    doubts: tuple[Doubted, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    assumed: tuple[Entry, ...] = ()
    """What decides this payment though the source does not commit itself to it."""

    @property
    def points(self) -> int | None:
        """What the winner scores; None where pips are charged instead, or there is a doubt."""
        return _points(self.settlement)

    @property
    def others(self) -> tuple[int, ...]:
        """What the winner would score by the alternatives, where it is something else."""
        found = dict.fromkeys(_points(other.settlement) for other in self.alternatives)
        return tuple(points for points in found if points is not None and points != self.points)


# --- the hand -----------------------------------------------------------------------------------


def hand_typed(text: str) -> tuple[Tile, ...] | None:
    """The tiles in a text such as `66 3-4 0/1`, of any set; None for an empty one.

    Raises UnreadableError, naming the word.
    """
    return tiles_typed(text, _LARGEST) or None


def pips_of(tiles: Sequence[Tile]) -> int:
    """The pips of these tiles, doubles in full."""
    return weigh(tiles, _LARGEST)


@cache
def example_pips() -> tuple[int, ...]:
    """The pips of each example hand."""
    return tuple(pips_of(hand_typed(text) or ()) for text in EXAMPLE)


def finished(left: Sequence[Left], out: int | None = None, last: int | None = None) -> Result:
    """The hand that ended so: seat `out` went out and holds nothing, or it was blocked (None)."""
    held = tuple(0 if seat == out else one for seat, one in enumerate(left))
    return Result(out, out is None, held, last)


# --- what is paid -------------------------------------------------------------------------------


def paid(preset: Preset, result: Result, pairs: bool = False) -> Paid:
    """What a source pays for a hand; `pairs`: four play in pairs."""
    rules = preset.rules.changed(partners=str(Partners.PAIRS if pairs else Partners.NONE))
    field = "blocked_pay" if result.blocked else "out_pay"
    main = entry(preset, field)
    doubts = pad.doubts(rules, result)
    if doubts:
        return Paid(preset, rules, main, None, doubts)
    deciding = [main, *(entry(preset, name) for name in _ASIDE if _decides(name, rules, result))]
    silent = [one for one in deciding if not one.speaks]
    if pairs and not _speaks_of_pairs(preset):
        silent.append(entry(preset, "partners"))
    ways = tuple(way for one in deciding for way in _alternatives(one, rules, result))
    return Paid(preset, rules, main, pad.settled(rules, result), (), ways, tuple(silent))


def common(found: Iterable[Paid]) -> tuple[Doubted, ...]:
    """The doubts that every source has: the hand itself is at fault."""
    every = [one.doubts for one in found]
    return tuple(one for one in every[0] if all(one in doubts for doubts in every))


def asks_last(found: Iterable[Paid]) -> bool:
    """Whether somebody is paid by who played the last tile: the lowest are level."""
    tied = (one.settlement.tied if one.settlement else () for one in found)
    return any(tied) or any(d.doubt is Doubt.NO_LAST for one in found for d in one.doubts)


def amounts(found: Iterable[Paid]) -> tuple[int, ...]:
    """The different points for a winner, ascending, as the sources themselves first say."""
    return tuple(sorted({one.points for one in found if one.points}))


def _points(settlement: Settlement | None) -> int | None:
    if settlement is None or settlement.debit:
        return None
    return max(settlement.payments, default=0)


def _decides(field: str, rules: Rules, result: Result) -> bool:
    """Whether another value of a field would pay something else."""
    tries = (pad.settled(rules.changed(**{field: str(value)}), result) for value in FIELDS[field])
    return len({(one.debit or one.winners, one.payments) for one in tries}) > 1


def _speaks_of_pairs(preset: Preset) -> bool:
    cell = preset.fields["partners"]
    return str(Partners.PAIRS) in (cell.value, *cell.others) and entry(preset, "partners").speaks


def _alternatives(one: Entry, rules: Rules, result: Result) -> Iterable[Alternative]:
    values = load_rule_words()[one.field].values
    for other in one.cell.others:
        changed = rules.changed(**{one.field: other})
        if not pad.doubts(changed, result):
            yield Alternative(values[other], pad.settled(changed, result))


def records(found: Iterable[Paid]) -> list[dict[str, str]]:
    """One record a source, for a download."""
    return [_record(one) for one in found]


def _record(one: Paid) -> dict[str, str]:
    settlement, cell = one.settlement, one.entry.cell
    shares = _shares(settlement, one.rules) if settlement else []
    return {
        "rule_set": one.preset.id,
        "title": one.preset.title,
        "way": cell.value,
        "status": cell.status,
        "points": "" if one.points is None else str(one.points),
        "payments": "; ".join(shares),
        "charged": str(bool(settlement and settlement.debit)).lower(),
        "arithmetic": settlement.arithmetic if settlement else "",
        "alternatives": "; ".join(way.words.short for way in one.alternatives),
        "not_said": "; ".join(other.field for other in one.assumed),
        "source": cell.source,
        "locator": cell.locator,
        "note": cell.note,
    }


def _shares(settlement: Settlement, rules: Rules) -> list[str]:
    """What each party is paid, or charged: `Player A 11`."""
    names = [messages.player(seat) for seat in range(len(settlement.pips))]
    parties = party_names(rules, names)
    return [f"{name} {paid}" for name, paid in zip(parties, settlement.payments, strict=True)]


# --- races --------------------------------------------------------------------------------------


class Raced(NamedTuple):
    """A way of paying in a race, and the sources that pay so."""

    way: Way
    saying: tuple[Preset, ...]
    """Those that say it of a blocked hand and of going out."""
    assumed: tuple[Preset, ...]
    """Those of which one half of it or both is our assumption."""

    @property
    def presets(self) -> tuple[Preset, ...]:
        """All of them."""
        return self.saying + self.assumed


@cache
def load_races() -> Study[RaceResults]:
    """The study of the races. Raises ContentError."""
    return read_study(Study[RaceResults], "race")


def ways(race: Race, presets: Sequence[Preset]) -> tuple[Raced, ...]:
    """Every way of paying in a race with those of these sources that pay so, the quickest first."""
    return tuple(_raced(way, presets) for way in race.ways)


def pays(preset: Preset) -> bool:
    """Whether a source gives points, or charges pips, for any hand."""
    return any(preset.fields[field].value != "nobody" for field in ("blocked_pay", "out_pay"))


def _raced(way: Way, presets: Sequence[Preset]) -> Raced:
    wanted = {"blocked_pay": way.blocked_pay, "out_pay": way.out_pay}
    paying = [p for p in presets if all(p.fields[f].value == v for f, v in wanted.items())]
    saying = tuple(p for p in paying if all(entry(p, field).speaks for field in wanted))
    return Raced(way, saying, tuple(p for p in paying if p not in saying))
