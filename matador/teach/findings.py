"""What becomes of a claim of a source: the verdict, the numbers behind it, and their basis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

from matador.game.notation import read_tile
from matador.game.tiles import Tile
from matador.teach.content import load_presets, load_sources
from matador.teach.messages import tile_name
from matador.teach.prose import prose

NONE: str = prose("errors")["none"]

Verdict = Literal["right", "wrong", "depends"]
Basis = Literal["engine", "exact", "texts", "study"]
"""How it was found: tried by the engine, counted, read in the texts, simulated or solved."""

Claimed = Mapping[str, Any]
Slots = dict[str, object]


class Finding(NamedTuple):
    """What became of a claim: the verdict, the numbers for its words, and how they were found."""

    verdict: Verdict
    slots: Slots
    basis: Basis = "engine"
    made: tuple[Slots, ...] = ()
    """Of studies: how many deals, their seed, the rules, and who played."""


Check = Callable[[Claimed], Finding]


def of(right: bool) -> Verdict:
    """Right or wrong."""
    return "right" if right else "wrong"


def by_part(holding: int, asked: int) -> Verdict:
    """Right if it holds in all cases asked, wrong if in none; otherwise it depends."""
    if holding in (0, asked):
        return of(bool(holding))
    return "depends"


def tiles_of(names: Iterable[str]) -> list[Tile]:
    """Tiles as a claim writes them."""
    return [read_tile(name) for name in names]


def named(tiles: Iterable[Tile]) -> str:
    """Tiles by name, or the word for none."""
    return ", ".join(map(tile_name, sorted(tiles))) or NONE


def rule_sets(names: Iterable[str]) -> str:
    """Rule sets by title, or the word for none."""
    return "; ".join(load_presets()[name].title for name in names) or NONE


def texts(names: Iterable[str]) -> str:
    """Sources by their short titles, or the word for none."""
    return "; ".join(load_sources()[name].short for name in names) or NONE
