"""The matrix and the studies as data for others: CSV and JSON, each with a line to cite."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from matador.analysis.studies.record import Number
from matador.analysis.studies.results import Change, Comparison
from matador.teach import matrix
from matador.teach.content import Preset, Source, load_presets, load_sources
from matador.teach.effects import comparisons
from matador.teach.kept import read_study
from matador.teach.prose import prose
from matador.teach.sources import entry

STUDIES = ("decisions", "tiles", "first-player", "chances", "race", "ladder")
"""The studies by the name of their file, the one that belongs to the matrix first."""

TABLES = ("matrix", "rule-sets", "sources", "effects", *(f"study-{name}" for name in STUDIES))
"""Everything that can be downloaded, by the name of the file."""

Record = Mapping[str, object]
"""One line of a table: column to value."""


def table(name: str) -> list[Record]:
    """The lines of a download, each with the same columns. Raises KeyError, ContentError."""
    if name.startswith("study-"):
        return list(_study(_read(name.removeprefix("study-"))))
    makers = {"matrix": _matrix, "rule-sets": _rule_sets, "sources": _sources, "effects": _effects}
    return list(makers[name]())


def cite(name: str) -> str:
    """How to cite a download: what it is, whose, and of which day or by which study."""
    simulated = name == "effects" or name.startswith("study-")
    line = prose("compare")["data"]["cite_study" if simulated else "cite"]
    last = max(source.read for source in load_sources().values())
    return str(line.format(what=about(name), day=last))


def about(name: str) -> str:
    """What a download holds, in a sentence."""
    counts = {"sources": len(matrix.in_use()), "points": len(matrix.fields_in_order())}
    return str(prose("compare")["data"]["tables"][name].format(**counts))


def as_csv(name: str) -> str:
    """A table for a spreadsheet: one comment line to cite, the columns, then a line each."""
    lines = table(name)
    text = io.StringIO()
    text.write(f"# {cite(name)}\n")
    writer = csv.DictWriter(text, list(lines[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def as_json(name: str) -> str:
    """A table as `{"cite": …, "rows": […]}`; a study as it is kept, with `cite` before it."""
    if name.startswith("study-"):
        found = {"cite": cite(name), **_read(name.removeprefix("study-"))}
    else:
        found = {"cite": cite(name), "rows": table(name)}
    return json.dumps(found, ensure_ascii=False, indent=1, default=_day) + "\n"


def _day(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(value)


# --- what the sources say -----------------------------------------------------------------------


def _matrix() -> Iterator[Record]:
    """One record for each decision point and source, silent or not."""
    for row in matrix.matrix(matrix.in_use()):
        for one in row.entries:
            yield _cell(row, one)


def _cell(row: matrix.Row, one: matrix.Entry) -> Record:
    cell, words = one.cell, one.words
    return {
        "point": row.words.point,
        "field": row.field,
        "question": row.words.question,
        "source": one.source.id,
        "source_title": one.source.title,
        "status": one.status,
        "value": cell.value if cell else "",
        "sentence": words.long if words else "",
        "alternatives": " ".join(cell.others) if cell else "",
        "evidence": cell.evidence if cell else "",
        "read_in": cell.source if cell else "",
        "locator": cell.locator if cell else "",
        "note": cell.note if cell else "",
        "copy_of": one.source.copy_of,
        "witness": one.witness,
        "date_read": one.source.read,
    }


def _rule_sets() -> Iterator[Record]:
    """One record for each rule set and field: the value that is played, and whose it is."""
    for preset in load_presets().values():
        for field in matrix.fields_in_order():
            yield _played(preset, field)


def _played(preset: Preset, field: str) -> Record:
    cell = preset.fields[field]
    return {
        "rule_set": preset.id,
        "title": preset.title,
        "field": field,
        "value": cell.value,
        "sentence": entry(preset, field).words.long,
        "status": cell.status,
        "evidence": cell.evidence,
        "source": cell.of,
        "read_in": cell.source,
        "locator": cell.locator,
        "note": cell.note,
    }


def _sources() -> Iterator[Record]:
    for source in load_sources().values():
        yield _source(source)


def _source(source: Source) -> Record:
    return {
        "source": source.id,
        "title": source.title,
        "where": source.where,
        "url": source.url,
        "language": source.language,
        "seen": source.seen,
        "date_read": source.read,
        "copy_of": source.copy_of,
        "compares": " ".join(source.compares),
        "note": source.note,
    }


# --- the studies --------------------------------------------------------------------------------


def _effects() -> Iterator[Record]:
    """One record for each value of a field, comparison and metric."""
    for at in comparisons():
        for change in at.changes:
            for metric, number in change.changes.items():
                yield _effect(at, change, metric, number)


def _effect(at: Comparison, change: Change, metric: str, number: Number) -> Record:
    under = change.numbers[metric]
    return {
        "players": at.players,
        "policy": at.policy,
        "field": change.field,
        "value": change.value,
        "base": change.base,
        "rules": change.rules,
        "metric": metric,
        "mean": under.mean,
        "mean_standard_error": under.error,
        "change": number.mean,
        "change_standard_error": number.error,
        "deviations": change.effect if metric == change.most else "",
    }


def _read(name: str) -> dict[str, Any]:
    return read_study(dict[str, Any], name)


def _study(study: Mapping[str, Any]) -> Iterator[Record]:
    """One line a result: its place in the file, its value, and one standard error if it has one."""
    for path, value in _leaves(study["results"], ()):
        number, error = value if isinstance(value, list) else (value, "")
        yield {"result": "/".join(path), "value": number, "standard_error": error}


def _leaves(found: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every result below `found`; what a record is about takes the place of its number."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from _leaves(value, (*path, str(key)))
    elif isinstance(found, list) and not _is_number(found):
        for place, value in enumerate(found):
            yield from _leaves(value, (*path, _name(value, place)))
    else:
        yield path, found


def _is_number(found: list[Any]) -> bool:
    """Whether this is a result with its error."""
    return len(found) == 2 and all(isinstance(one, int | float) for one in found)


_NAMES = (
    ("rules", "players", "policy", "target"),
    ("rules", "players", "policy"),
    ("blocked_pay", "out_pay"),
    ("rules",),
    ("player",),
)
"""What tells the records of a list apart, the most telling first."""


def _name(value: Any, place: int) -> str:
    for keys in _NAMES:
        if isinstance(value, dict) and all(key in value for key in keys):
            return " ".join(str(value[key]) for key in keys)
    return str(place)
