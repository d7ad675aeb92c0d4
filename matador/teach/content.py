"""The strict loader of `content/`: sources, what they say, presets and the words for rules.

Words and facts are data, and each fact stands once: what a source says is in its file of claims,
and a preset only adds what is assumed where its sources are silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from matador.game import rules as game
from matador.game.rules import FIELDS, POINTS, Rules
from matador.teach.files import CONTENT, ContentError, load, require, require_keys

__all__ = [
    "CONTENT",
    "Assumption",
    "Cell",
    "Claim",
    "Claims",
    "ContentError",
    "FieldWords",
    "Preset",
    "Source",
    "ValueWords",
    "install",
    "load",
    "load_cells",
    "load_presets",
    "load_rule_words",
    "load_sources",
]

Seen = Literal["whole", "start", "second-hand"]
"""How much of a source was read: all of it, its start, or only what another text says of it."""

Status = Literal["says", "silent", "alternatives", "unclear", "house"]
"""What a source does about one decision point; `house`: a table has chosen this for itself."""

Evidence = Literal["read", "second-hand", "copy", "assumed"]
"""How we know: read in the source, told by another text, repeated from another source, or filled in
by us."""

Group = Literal[
    "set", "deal", "lead", "drawing", "matadors", "doubles", "end", "payment", "match", "table"
]
"""The headings under which the decision points are shown."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One written source. `where` is its address as text, `url` the page to open, if there is one.

    `copy_of` is the source that this one repeats; `compares` are the sources that it reports on.
    Neither kind is a witness of its own.
    """

    title: str
    short: str
    where: str
    seen: Seen
    language: str
    read: date
    url: str = ""
    copy_of: str = ""
    compares: tuple[str, ...] = ()
    note: str = ""
    id: str = ""


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a source says of one field of `Rules`, as it stands in a file.

    `note` says what the value alone does not; `via` is the other source that reports it.
    """

    value: str
    status: Literal["says", "alternatives", "unclear"]
    locator: str
    note: str = ""
    others: tuple[str, ...] = ()
    via: str = ""


class Claims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of claims. `copied` are the fields of which a copy says what its original says."""

    fields: dict[str, Claim] = {}
    copied: tuple[str, ...] = ()


class Cell(msgspec.Struct, frozen=True):
    """What is known of one field of `Rules` in a source or a rule set, and how we know.

    `of` is the source whose rule it is, `source` the text that `locator` points into. Both are
    empty for an assumption.
    """

    value: str
    status: Status
    evidence: Evidence
    source: str = ""
    locator: str = ""
    note: str = ""
    others: tuple[str, ...] = ()
    of: str = ""


class Assumption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What we fill in where the sources of a rule set are silent, and why."""

    value: str
    note: str


class PresetFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule set as it stands in its file: whose it is, and what is assumed beyond that."""

    title: str
    summary: str
    order: int
    sources: tuple[str, ...]
    players: tuple[int, int]
    assumed: dict[str, Assumption]


class Preset(msgspec.Struct, frozen=True):
    """One source's rules, a cell for every field. `id` is the name of its file.

    Each value is that of the first of `sources` that speaks of the field, or is assumed.
    """

    id: str
    title: str
    summary: str
    order: int
    sources: tuple[str, ...]
    players: tuple[int, int]
    fields: dict[str, Cell]

    @property
    def rules(self) -> Rules:
        """The rules themselves."""
        return Rules(self.id).changed(**{name: cell.value for name, cell in self.fields.items()})


class ValueWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for one value: a few for a table cell, a sentence for a rule card."""

    short: str
    long: str


class FieldWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for one field of `Rules` and for each of its values."""

    point: int
    label: str
    group: Group
    question: str
    values: dict[str, ValueWords]


# --- what others call --------------------------------------------------------------------------


@cache
def load_sources(folder: Path = CONTENT) -> dict[str, Source]:
    """Every source by id, in the order of the file. Raises ContentError."""
    path = folder / "sources" / "sources.toml"
    rows = load(path, dict[str, Source])
    for key, row in rows.items():
        require(not row.id, path, f"{key}.id", "is given by the table's name")
        for name in (row.copy_of, *row.compares):
            named = "copy_of" if name == row.copy_of else "compares"
            require(not name or name in rows, path, f"{key}.{named}", f"there is no {name!r}")
    return {key: msgspec.structs.replace(row, id=key) for key, row in rows.items()}


@cache
def load_cells(folder: Path = CONTENT) -> dict[str, dict[str, Cell]]:
    """What every source says, by source and field; a field that is not there is passed over.

    Raises ContentError.
    """
    sources = load_sources(folder)
    paths = {path.stem: path for path in sorted((folder / "sources" / "cells").glob("*.toml"))}
    for name, path in paths.items():
        require(name in sources, path, "", f"there is no source {name!r}")
    files = {name: load(path, Claims) for name, path in paths.items()}
    for name, claims in files.items():
        _check_claims(paths[name], claims, sources)
    original = {name: _cells(name, claims) for name, claims in files.items()}
    for name, claims in files.items():
        _check_copied(paths[name], claims, original.get(sources[name].copy_of, {}))
    return {
        name: _in_order(
            original.get(name, {})
            | _copied(files.get(name, Claims()), name, original.get(source.copy_of, {}))
        )
        for name, source in sources.items()
    }


@cache
def load_presets(folder: Path = CONTENT) -> dict[str, Preset]:
    """Every preset by id, in menu order. Raises ContentError."""
    cells = load_cells(folder)
    found = [_load_preset(path, cells) for path in sorted((folder / "presets").glob("*.toml"))]
    return {preset.id: preset for preset in sorted(found, key=lambda one: (one.order, one.id))}


@cache
def load_rule_words(folder: Path = CONTENT) -> dict[str, FieldWords]:
    """The words for every field of `Rules`, in the order of the record. Raises ContentError."""
    path = folder / "en" / "rules.toml"
    words = load(path, dict[str, FieldWords])
    require_keys(words, FIELDS, path, "")
    for name, field in words.items():
        require(field.point == POINTS[name], path, f"{name}.point", f"is not {POINTS[name]}")
        require_keys(field.values, _values(name), path, f"{name}.values.")
    return {name: words[name] for name in FIELDS}


def install() -> None:
    """Make the presets known to the engine by name. Calling it again changes nothing."""
    wanted = _rule_sets()
    if game.presets() != wanted:
        game.install(wanted)


@cache
def _rule_sets() -> dict[str, Rules]:
    return {name: preset.rules for name, preset in load_presets().items()}


# --- what the sources say ------------------------------------------------------------------------


def _cells(name: str, claims: Claims) -> dict[str, Cell]:
    return {field: _cell(name, claim) for field, claim in claims.fields.items()}


def _cell(name: str, claim: Claim) -> Cell:
    return Cell(
        value=claim.value,
        status=claim.status,
        evidence="second-hand" if claim.via else "read",
        source=claim.via or name,
        locator=claim.locator,
        note=claim.note,
        others=claim.others,
        of=name,
    )


def _copied(claims: Claims, name: str, original: Mapping[str, Cell]) -> dict[str, Cell]:
    """The cells of a copy that repeat its original, whose places they keep."""
    return {
        field: msgspec.structs.replace(original[field], evidence="copy", of=name)
        for field in claims.copied
    }


def _in_order(cells: Mapping[str, Cell]) -> dict[str, Cell]:
    return {name: cells[name] for name in FIELDS if name in cells}


def _check_claims(path: Path, claims: Claims, sources: Mapping[str, Source]) -> None:
    for name, claim in claims.fields.items():
        require(name in FIELDS, path, f"fields.{name}", "is not a known key")
        at = f"fields.{name}"
        _check_value(path, f"{at}.value", name, claim.value)
        _check_others(path, f"{at}.others", name, claim)
        require(bool(claim.locator), path, f"{at}.locator", "where does the source say so?")
        known = not claim.via or claim.via in sources
        require(known, path, f"{at}.via", f"there is no source {claim.via!r}")
        clear = claim.status != "unclear" or bool(claim.note)
        require(clear, path, f"{at}.note", "is needed: what is unclear")


def _check_others(path: Path, at: str, name: str, claim: Claim) -> None:
    for other in claim.others:
        _check_value(path, at, name, other)
        require(other != claim.value, path, at, f"{other!r} is the value itself")
    unique = len(set(claim.others)) == len(claim.others)
    require(unique, path, at, "names a value twice")
    given = bool(claim.others) or claim.status != "alternatives"
    require(given, path, at, "is needed where a source gives alternatives")
    fitting = not claim.others or claim.status != "says"
    require(fitting, path, at, "does not go with status 'says'")


def _check_value(path: Path, at: str, name: str, value: str) -> None:
    allowed = _values(name)
    require(value in allowed, path, at, f"{value!r} is not one of {', '.join(allowed)}")


def _check_copied(path: Path, claims: Claims, original: Mapping[str, Cell]) -> None:
    for name in claims.copied:
        what = f"{name!r} is not in the file of its original"
        require(name in original, path, "copied", what)
        require(name not in claims.fields, path, "copied", f"{name!r} stands here, too")


# --- what a preset must keep to ----------------------------------------------------------------

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _load_preset(path: Path, cells: Mapping[str, Mapping[str, Cell]]) -> Preset:
    file = load(path, PresetFile)
    require(_ID.fullmatch(path.stem) is not None, path, "", "is not a name of a-z, 0-9 and -")
    for name in file.sources:
        require(name in cells, path, "sources", f"there is no source {name!r}")
    low, high = file.players
    require(2 <= low <= high <= 8, path, "players", "is not a range within 2 to 8")
    said = _said(file.sources, cells)
    _check_assumed(path, file.assumed, said)
    return Preset(
        path.stem,
        file.title,
        file.summary,
        file.order,
        file.sources,
        file.players,
        {name: said.get(name) or _assumed(file.assumed[name]) for name in FIELDS},
    )


def _said(names: Iterable[str], cells: Mapping[str, Mapping[str, Cell]]) -> dict[str, Cell]:
    """By field, the cell of the first of these sources that speaks of it."""
    found: dict[str, Cell] = {}
    for name in names:
        found = {**cells[name], **found}
    return found


def _assumed(one: Assumption) -> Cell:
    return Cell(value=one.value, status="silent", evidence="assumed", note=one.note)


def _check_assumed(path: Path, assumed: Mapping[str, Assumption], said: Mapping[str, Cell]) -> None:
    for name in FIELDS:
        spoken = name in said or name in assumed
        require(spoken, path, f"assumed.{name}", "is missing, for no source speaks of it")
    for name, one in assumed.items():
        require(name in FIELDS, path, f"assumed.{name}", "is not a known key")
        require(name not in said, path, f"assumed.{name}", "is assumed, though a source speaks")
        _check_value(path, f"assumed.{name}.value", name, one.value)
        require(bool(one.note), path, f"assumed.{name}.note", "is needed: why is it assumed?")


def _values(name: str) -> list[str]:
    """The closed list of field `name`, as text."""
    return [str(member) for member in FIELDS[name]]
