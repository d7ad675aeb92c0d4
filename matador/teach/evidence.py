"""Claims of the sources held against what the texts say, and against the studies.

Each check is handed what a source claims and answers with a verdict and the numbers that it found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec

from matador.game.tiles import tile_set
from matador.teach.content import Cell, load_cells, load_presets, load_rule_words, load_sources
from matador.teach.findings import (
    NONE,
    Claimed,
    Finding,
    Slots,
    Verdict,
    by_part,
    of,
    rule_sets,
    texts,
)
from matador.teach.kept import read_study
from matador.teach.matrix import Entry, in_use, row
from matador.teach.messages import tile_name
from matador.teach.sources import shared_facts

# --- what the texts say -------------------------------------------------------------------------


def shared(claimed: Claimed) -> Finding:
    """Whether what is said of all sources holds under the rule sets made from them."""
    facts = [fact for fact in shared_facts() if fact.id in claimed["facts"]]
    failing = {one.id for fact in facts for one in fact.failing}
    slots: Slots = {"count": len(failing), "others": rule_sets(failing and _in_order(failing))}
    slots |= {"all": len(load_presets()), "tried": sum(fact.tried for fact in facts)}
    return Finding(of(not failing), slots)


def _in_order(names: Iterable[str]) -> list[str]:
    wanted = set(names)
    return [name for name in load_presets() if name in wanted]


def credited(claimed: Claimed) -> Finding:
    """Whether sources say what they are credited with, as far as they were read.

    `beside` names a source and the fields in which it is shown for comparison.
    """
    found: dict[str, list[str]] = {"confirmed": [], "contradicted": [], "unconfirmed": []}
    for source, field, value in claimed["says"]:
        cell = load_cells()[source].get(field)
        found[_standing(cell, value)].append(_said(source, field, value))
    slots: Slots = {how: "; ".join(names) or NONE for how, names in found.items()}
    beside, *fields = claimed.get("beside", [""])
    cells = load_cells().get(beside, {})
    slots["beside"] = "; ".join(_said(beside, one, cells[one].value) for one in fields)
    verdict = by_part(len(found["confirmed"]), len(claimed["says"]))
    # What is only not confirmed may still be so.
    doubt = verdict == "wrong" and not found["contradicted"]
    return Finding("depends" if doubt else verdict, slots, "texts")


def _said(source: str, field: str, value: str) -> str:
    words = load_rule_words()[field]
    said = words.values[value].short
    return f"{load_sources()[source].short}: {words.label}, {said}"


def _standing(cell: Cell | None, value: str) -> str:
    """Whether a source says a value itself, something else, or neither as far as it was read."""
    if cell is None or cell.status == "unclear" or cell.evidence == "second-hand":
        return "unconfirmed"
    return "confirmed" if value in (cell.value, *cell.others) else "contradicted"


def nobody_else(claimed: Claimed) -> Finding:
    """Whether no text but those named has one of these values as its main rule.

    If others have it besides those named, the claim is not wrong, but it is not all.
    """
    voices = row(claimed["field"], in_use()).voices
    found = [one for one in voices if _value(one) in claimed["values"]]
    others = [one.source.id for one in found if one.source.id not in claimed["only"]]
    slots: Slots = {"count": len(others), "all": len(voices), "others": texts(others)}
    verdict: Verdict = "depends" if claimed["only"] else "wrong"
    return Finding(verdict if others else "right", slots, "texts")


def unanimous(claimed: Claimed) -> Finding:
    """Whether every text that speaks of some fields has one of the values claimed for each."""
    found: dict[str, list[str]] = {}
    for field, values in claimed["fields"].items():
        for one in row(field, in_use()).voices:
            if one.cell and one.cell.value not in values:
                said = load_rule_words()[field].values[one.cell.value].short
                found.setdefault(said, []).append(one.source.id)
    named = [f"{texts(names)} ({said})" for said, names in found.items()]
    slots: Slots = {"count": sum(map(len, found.values())), "others": "; ".join(named) or NONE}
    return Finding(of(not found), slots, "texts")


def usual(claimed: Claimed) -> Finding:
    """Whether most texts that speak of it have one of these values as their main rule."""
    voices = row(claimed["field"], in_use()).voices
    found = [one.source.id for one in voices if _value(one) in claimed["values"]]
    others = [one.source.id for one in voices if one.source.id not in found]
    slots: Slots = {"count": len(found), "all": len(voices), "same": texts(found)}
    if 2 * len(found) > len(voices):
        verdict: Verdict = "right"
    else:
        verdict = "depends" if found else "wrong"
    return Finding(verdict, slots | {"others": texts(others)}, "texts")


def spoken_in(claimed: Claimed) -> Finding:
    """Whether the texts with a rule as their main one are all in the language claimed."""
    voices = row(claimed["field"], in_use()).voices
    found = [one.source for one in voices if _value(one) == claimed["value"]]
    other = [one.id for one in found if one.language != claimed["language"]]
    slots: Slots = {"count": len(found), "texts": texts(one.id for one in found)}
    return Finding("depends" if other else "right", slots | {"other": len(other)}, "texts")


def _value(one: Entry) -> str:
    return one.cell.value if one.cell else ""


# --- studies ------------------------------------------------------------------------------------

_Number = tuple[float, float]


class _Proverb(msgspec.Struct, frozen=True):
    over_opposite: dict[str, _Number]
    over_usual: dict[str, _Number]
    verdict: str


class _Results(msgspec.Struct, frozen=True):
    open_cards: dict[str, dict[str, _Number]]
    policies: dict[str, dict[str, dict[str, _Number]]]
    proverbs: dict[str, _Proverb]


class _Made(msgspec.Struct, frozen=True):
    rules: str
    policies: tuple[str, ...]
    seed: int


class _Whole(msgspec.Struct, frozen=True):
    deals: int


class _Part(msgspec.Struct, frozen=True):
    made: _Made
    whole: _Whole


class _Study(msgspec.Struct, frozen=True):
    results: _Results
    parts: dict[str, _Part]


@cache
def _study() -> _Study:
    # Only what is asked of it here: the study's own record needs the compiled core.
    return read_study(_Study, "tiles")


_POLICY, _LEAD = "balanced", "lot"
"""The usual player of the studies, and a lead that favours no tile."""
_WORTH = (f"{_LEAD} open", f"{_LEAD} {_POLICY} held")
"""The parts that tell what tiles are worth: with open tiles, and to that player."""


def proverb(claimed: Claimed) -> Finding:
    """What became of a proverb in the study of tiles."""
    found = _study().results.proverbs[claimed["name"]]
    verdicts: dict[str, Verdict] = {"true": "right", "false": "wrong"}
    slots: Slots = {f"over_{who}": _gain(gain) for who, gain in found.over_opposite.items()}
    slots |= {f"usual_{who}": _gain(gain) for who, gain in found.over_usual.items()}
    made = _made(f"{_POLICY} {claimed['name']} opposite")
    return Finding(verdicts.get(found.verdict, "depends"), slots, "study", made)


def most_valuable(claimed: Claimed) -> Finding:
    """Whether a tile is worth most to whoever is dealt it: with perfect play, and with simple."""
    results, slots, first = _study().results, Slots(), 0
    views = {
        "open": results.open_cards[_LEAD],
        "simple": results.policies[_LEAD][_POLICY],
    }
    for name, worth in views.items():
        best = max(worth, key=lambda one: worth[one])
        first += best == claimed["tile"]
        slots |= {f"{name}": _gain(worth[claimed["tile"]]), f"{name}_best": tile_name(best)}
        slots |= {f"{name}_most": _gain(worth[best])}
    return Finding(by_part(first, len(views)), slots, "study", _made(*_WORTH))


def burden(claimed: Claimed) -> Finding:
    """Whether some tiles are worth less than the other ordinary ones to whoever is dealt them."""
    results, matadors = _study().results, {str(one) for one in tile_set(6).matadors}
    views = {"open": results.open_cards[_LEAD], "simple": results.policies[_LEAD][_POLICY]}
    slots, heavier = Slots(), 0
    for name, worth in views.items():
        rest = [one for one in worth if one not in claimed["tiles"] and one not in matadors]
        these, others = _mean(worth, claimed["tiles"]), _mean(worth, rest)
        heavier += these[0] + 2 * these[1] < others[0] - 2 * others[1]
        slots |= {name: _gain(these), f"{name}_rest": _gain(others)}
    return Finding(by_part(heavier, len(views)), slots, "study", _made(*_WORTH))


def _mean(worth: Mapping[str, _Number], tiles: Sequence[str]) -> _Number:
    """The mean worth; its error as if all errors went the same way, which is the worst case."""
    means, errors = zip(*(worth[one] for one in tiles), strict=True)
    return sum(means) / len(tiles), sum(errors) / len(tiles)


def _gain(number: _Number) -> str:
    """Pips a hand with twice the standard error."""
    return f"{number[0]:+.1f} ± {2 * number[1]:.1f}"


def _made(*names: str) -> tuple[Slots, ...]:
    return tuple(_part(_study().parts[name]) for name in names)


def _part(part: _Part) -> Slots:
    players = part.made.policies[0] if part.made.policies else ""
    return {
        "deals": f"{part.whole.deals:,}",
        "seed": part.made.seed,
        "rules": part.made.rules,
        "players": players,
    }
