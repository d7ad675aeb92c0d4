"""The strict loader of `content/`: sources, presets and the words for rules.

Words and facts are data. Every fault of a file is a `ContentError` whose one sentence names the
file and the key, so that whoever edits a preset is told where to look.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from matador.game import rules as game
from matador.game.rules import FIELDS, POINTS, Rules

CONTENT = Path(__file__).resolve().parents[2] / "content"
"""The folder that holds everything a reader reads."""

T = TypeVar("T")

Seen = Literal["whole", "start", "second-hand"]
"""How much of a source was read: all of it, its start, or only what another text says of it."""

Status = Literal["says", "silent", "alternatives", "unclear"]
"""What a source does about one decision point."""

Evidence = Literal["read", "second-hand", "assumed"]
"""How we know: read in the source, told by another text, or filled in by us."""

Group = Literal[
    "set", "deal", "lead", "drawing", "matadors", "doubles", "end", "payment", "match", "table"
]
"""The headings under which the decision points are shown."""


class ContentError(ValueError):
    """A file of `content/` is faulty; the sentence names file and key."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One written source. `where` is its address as text; `copy_of` the id of what it repeats."""

    title: str
    where: str
    seen: Seen
    language: str
    copy_of: str = ""
    note: str = ""
    id: str = ""


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one source does about one field of `Rules`, and how we know."""

    value: str
    status: Status
    evidence: Evidence
    source: str = ""
    locator: str = ""
    note: str = ""
    others: tuple[str, ...] = ()


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One source's rules, a cell for every field. `id` is the name of its file."""

    title: str
    summary: str
    order: int
    sources: tuple[str, ...]
    players: tuple[int, int]
    fields: dict[str, Cell]
    id: str = ""

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
        _require(not row.id, path, f"{key}.id", "is given by the table's name")
        _require(
            not row.copy_of or row.copy_of in rows,
            path,
            f"{key}.copy_of",
            f"there is no source {row.copy_of!r}",
        )
    return {key: msgspec.structs.replace(row, id=key) for key, row in rows.items()}


@cache
def load_presets(folder: Path = CONTENT) -> dict[str, Preset]:
    """Every preset by id, in menu order. Raises ContentError."""
    sources = load_sources(folder)
    found = [_load_preset(path, sources) for path in sorted((folder / "presets").glob("*.toml"))]
    return {preset.id: preset for preset in sorted(found, key=lambda one: (one.order, one.id))}


@cache
def load_rule_words(folder: Path = CONTENT) -> dict[str, FieldWords]:
    """The words for every field of `Rules`, in the order of the record. Raises ContentError."""
    path = folder / "en" / "rules.toml"
    words = load(path, dict[str, FieldWords])
    _require_keys(words, FIELDS, path, "")
    for name, field in words.items():
        _require(field.point == POINTS[name], path, f"{name}.point", f"is not {POINTS[name]}")
        _require_keys(field.values, _values(name), path, f"{name}.values.")
    return {name: words[name] for name in FIELDS}


def install() -> None:
    """Make the presets known to the engine by name. Calling it again changes nothing."""
    wanted = _rule_sets()
    if game.presets() != wanted:
        game.install(wanted)


@cache
def _rule_sets() -> dict[str, Rules]:
    return {name: preset.rules for name, preset in load_presets().items()}


# --- reading a file ----------------------------------------------------------------------------


def load(path: Path, kind: type[T]) -> T:
    """The TOML file at `path` as a `kind`: a msgspec struct, or a table of them.

    Raises ContentError, which names file and key.
    """
    raw = _parse(path)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        key, what = _explain(raw, kind, str(error))
        raise _fault(path, key, what) from None


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ContentError(f"{_shown(path)}: can't be read: {error.strerror}") from None
    except ValueError as error:  # not TOML, or not UTF-8
        raise ContentError(f"{_shown(path)}: is not valid TOML: {error}") from None


def _shown(path: Path) -> str:
    """The path from `content/` on."""
    parts = path.parts
    if "content" not in parts:
        return path.name
    start = len(parts) - 1 - parts[::-1].index("content")
    return "/".join(parts[start:])


def _fault(path: Path, key: str, what: str) -> ContentError:
    return ContentError(": ".join(part for part in (_shown(path), key, what) if part))


def _require(holds: bool, path: Path, key: str, what: str) -> None:
    if not holds:
        raise _fault(path, key, what)


def _require_keys(found: Mapping[str, Any], wanted: Iterable[str], path: Path, at: str) -> None:
    """Exactly the wanted keys, each named in full when it is missing or too many."""
    wanted = list(wanted)
    for key in wanted:
        _require(key in found, path, at + key, "is missing")
    for key in found:
        _require(key in wanted, path, at + key, "is not a known key")


# --- saying where a file is wrong --------------------------------------------------------------

_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?\$\.?(?P<where>.*)`)?", re.DOTALL)
_ABOUT_KEY = re.compile(r"Object (missing required|contains unknown) field `(?P<key>.*)`")
_STEP = re.compile(r"\[\.\.\.\]|\w+")


def _explain(raw: Any, kind: Any, message: str) -> tuple[str, str]:
    """The key at which msgspec stumbled, and what is wrong there."""
    parts = _MESSAGE.fullmatch(message)
    assert parts is not None  # the pattern takes any text
    steps = _named_steps(raw, kind, message, _STEP.findall(parts["where"] or ""))
    about = _ABOUT_KEY.fullmatch(parts["what"])
    if about is None:
        return ".".join(steps), parts["what"][:1].lower() + parts["what"][1:]
    missing = about[1].startswith("missing")
    return ".".join([*steps, about["key"]]), "is missing" if missing else "is not a known key"


def _named_steps(raw: Any, kind: Any, message: str, steps: list[str]) -> list[str]:
    """`steps` with the key in place of each `[...]`, which is how msgspec writes a table's key.

    A key is the culprit if the table fails in the same words when it holds that key alone.
    """
    named: list[str] = []
    for step in steps:
        if step != "[...]":
            named.append(step)
            continue
        alone = {key: _cut(raw, named, key) for key in _at(raw, named)}
        culprit = next(key for key in alone if _complaint(alone[key], kind) == message)
        named.append(culprit)
        raw = alone[culprit]
    return named


def _at(raw: Any, steps: list[str]) -> Any:
    for step in steps:
        raw = raw[int(step)] if isinstance(raw, list) else raw[step]
    return raw


def _cut(raw: Any, steps: list[str], key: str) -> Any:
    """`raw` with the table at `steps` cut down to `key`."""
    if not steps:
        return {key: raw[key]}
    head: Any = int(steps[0]) if isinstance(raw, list) else steps[0]
    copy = raw.copy()
    copy[head] = _cut(raw[head], steps[1:], key)
    return copy


def _complaint(raw: Any, kind: Any) -> str:
    try:
        msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


# --- what a preset must keep to ----------------------------------------------------------------

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

Require = Callable[[bool, str, str], None]
"""Raises, when the first argument is false, what the third says about the key named second."""


def _load_preset(path: Path, sources: Mapping[str, Source]) -> Preset:
    preset = load(path, Preset)
    _require(not preset.id, path, "id", "is given by the file's name")
    _require(_ID.fullmatch(path.stem) is not None, path, "", "is not a name of a-z, 0-9 and -")
    for name in preset.sources:
        _require(name in sources, path, "sources", f"there is no source {name!r}")
    low, high = preset.players
    _require(2 <= low <= high <= 8, path, "players", "is not a range within 2 to 8")
    _require_keys(preset.fields, FIELDS, path, "fields.")
    for name, cell in preset.fields.items():
        _check_cell(path, name, cell, preset.sources)
    return msgspec.structs.replace(preset, id=path.stem)


def _check_cell(path: Path, name: str, cell: Cell, sources: tuple[str, ...]) -> None:
    def require(holds: bool, key: str, what: str) -> None:
        _require(holds, path, f"fields.{name}.{key}", what)

    _check_values(name, cell, require)
    silent = cell.status == "silent"
    require(
        silent == (cell.evidence == "assumed"),
        "evidence",
        f"{cell.evidence!r} does not go with status {cell.status!r}",
    )
    if silent:
        _check_silent(cell, require)
    else:
        _check_citation(cell, sources, require)


def _check_values(name: str, cell: Cell, require: Require) -> None:
    allowed = _values(name)
    closed = f"is not one of {', '.join(allowed)}"
    require(cell.value in allowed, "value", f"{cell.value!r} {closed}")
    for other in cell.others:
        require(other in allowed, "others", f"{other!r} {closed}")
        require(other != cell.value, "others", f"{other!r} is the value itself")
    unique = len(set(cell.others)) == len(cell.others)
    require(unique, "others", "names a value twice")
    if cell.status == "alternatives":
        require(bool(cell.others), "others", "is needed where a source gives alternatives")
    if cell.status in ("says", "silent"):
        require(not cell.others, "others", f"does not go with status {cell.status!r}")


def _check_silent(cell: Cell, require: Require) -> None:
    require(not cell.source, "source", "is cited although the source is silent")
    require(not cell.locator, "locator", "is given although the source is silent")
    require(bool(cell.note), "note", "is needed: why this value is assumed")


def _check_citation(cell: Cell, sources: tuple[str, ...], require: Require) -> None:
    require(bool(cell.source), "source", "is missing: who says so?")
    require(bool(cell.locator), "locator", "is missing: where does the source say so?")
    require(cell.source in sources, "source", f"{cell.source!r} is not among the preset's sources")
    if cell.status == "unclear":
        require(bool(cell.note), "note", "is needed: what is unclear")


def _values(name: str) -> list[str]:
    """The closed list of field `name`, as text."""
    return [str(member) for member in FIELDS[name]]
