"""The matrix of the sources as a table, with its footnotes.

It is HTML of our own, because a reader needs row and column headings, signs beside words, bars, and
cells that can be followed to their proof. Whatever comes from a file is escaped here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from matador.teach import matrix
from matador.teach.content import Source
from matador.teach.matrix import Entry, Row
from matador.teach.prose import prose
from matador.ui import compare

_TEXT = prose("compare")
_COLUMNS = 2
"""Columns before those of the sources: the question, and how the sources part."""

Notes = Mapping[tuple[str, str], int]


def table(rows: Sequence[Row], sources: Sequence[Source], grouped: bool) -> str:
    """The matrix with its footnotes; `grouped`: under headings, else one row after the other."""
    notes, text = matrix.footnotes(rows), _TEXT["table"]
    heads = "".join(map(_source, sources))
    groups = _by_group(rows) if grouped else [rows]
    body = "".join(_group(group, notes, len(sources), grouped) for group in groups)
    return (
        f'<div class="mx mx-wide" id="sources-table">'
        f'<div class="mx-frame" role="region" tabindex="0" aria-label="{escape(text["name"])}">'
        f"<table><caption>{escape(text['name'])}</caption><thead><tr>"
        f'<th scope="col">{escape(text["point"])}</th>'
        f'<th scope="col" class="mx-alike">{escape(text["alike"])}</th>'
        f"{heads}"
        f"</tr></thead>{body}</table></div>{_footnotes(rows, notes)}</div>"
    )


def _source(one: Source) -> str:
    name = escape(one.short)
    return f'<th scope="col">{name}{_small(compare.kin(one))}</th>'


def _by_group(rows: Sequence[Row]) -> list[Sequence[Row]]:
    found: dict[str, list[Row]] = {}
    for one in rows:
        found.setdefault(one.words.group, []).append(one)
    return list(found.values())


def _group(rows: Sequence[Row], notes: Notes, sources: int, named: bool) -> str:
    head = ""
    if named:
        name = escape(_TEXT["groups"][rows[0].words.group])
        head = (
            f'<tr><th class="mx-group" scope="rowgroup" colspan="{sources + _COLUMNS}">'
            f"<span>{name}</span></th></tr>"
        )
    return f"<tbody>{head}{''.join(_row(one, notes) for one in rows)}</tbody>"


def _row(one: Row, notes: Notes) -> str:
    cells = "".join(_cell(entry, notes) for entry in one.entries)
    address = escape(f"compare?view=question&row={one.field}")
    return (
        f'<tr><th scope="row"><a href="{address}">{escape(one.words.label)}</a>'
        f'<span class="mx-question">{escape(one.words.question)}</span></th>'
        f'<td class="mx-alike">{escape(compare.agreement(one))}{_bar(one)}{_silence(one)}'
        f"{_effect(one)}</td>{cells}</tr>"
    )


def _bar(one: Row) -> str:
    """The witnesses by what they say, the commonest first; what stays empty says nothing clear."""
    witnesses = {entry.witness for entry in one.entries} - {""}
    parts = "".join(
        f'<span style="width:{100 * count / len(witnesses):.1f}%"></span>' for _, count in one.tally
    )
    return f'<span class="mx-bar" aria-hidden="true">{parts}</span>' if witnesses else ""


def _silence(one: Row) -> str:
    return _small(_TEXT["table"]["silent"].format(count=len(one.silent))) if one.silent else ""


def _effect(one: Row) -> str:
    said = escape(compare.effect(matrix.effect(one), compare.values_of(one)))
    return f'<a class="mx-plain mx-status" href="effects?d={one.field}">{said}</a>'


def _cell(entry: Entry, notes: Notes) -> str:
    shown = entry.words.short if entry.words else compare.sign("silent")
    number = notes.get((entry.field, entry.source.id))
    mark = f"<sup>{number}</sup>" if number else ""
    said = f"{escape(compare.sign(entry.status))}{mark}" if entry.cell else ""
    address = compare.cell_address(entry.field, entry.source.id)
    return (
        f'<td class="mx-{entry.status}"><a class="mx-value" href="{address}">{escape(shown)}</a>'
        f"{_small(compare.others(entry))}"
        f'{f"""<span class="mx-status">{said}</span>""" if said else ""}</td>'
    )


def _small(text: str) -> str:
    return f'<span class="mx-status">{escape(text)}</span>' if text else ""


# --- footnotes ----------------------------------------------------------------------------------


def _footnotes(rows: Sequence[Row], notes: Notes) -> str:
    items = "".join(
        _footnote(one, entry, notes[one.field, entry.source.id])
        for one in rows
        for entry in one.entries
        if entry.cell
    )
    title = escape(_TEXT["table"]["footnotes"].format(count=len(notes)))
    back = escape(_TEXT["table"]["back"])
    return (
        f"<details><summary>{title}</summary><ol>{items}</ol>"
        f'<p><a href="#sources-table">{back}</a></p></details>'
    )


def _footnote(one: Row, entry: Entry, number: int) -> str:
    note = entry.cell.note.rstrip(".") if entry.cell else ""
    said = ". ".join(filter(None, (compare.cited(entry), note, compare.others(entry))))
    return (
        f'<li value="{number}"><b>{escape(entry.source.short)}</b>, {escape(one.words.label)}'
        f" ({escape(compare.sign(entry.status))}): {escape(said)}. {_page(entry)}</li>"
    )


def _page(entry: Entry) -> str:
    if entry.reader is None or not entry.reader.url:
        return ""
    label = escape(_TEXT["detail"]["open"])
    return f'<a href="{escape(entry.reader.url)}" rel="noreferrer">{label}</a>'
