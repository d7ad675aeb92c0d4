"""How the sources are shown side by side: tables, footnotes, the chart, and what an address holds.

The tables are HTML of our own, because a reader needs row and column headings, signs beside words
and footnotes that can be followed. Whatever comes from a file is escaped here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from matador.game.position import SEATS
from matador.game.settle import Settlement
from matador.teach import messages
from matador.teach.content import Preset, load_presets, load_rule_words
from matador.teach.prose import prose
from matador.teach.sources import (
    USUAL,
    Entry,
    Payment,
    Row,
    fields_in_order,
    footnotes,
    records,
)
from matador.ui.bound import Read, Reader, one_of, some_of

STYLE = Path(__file__).with_name("compare.css")

PIPS = (8, 19)
"""The hands that the calculator starts with: the example of the rules article."""

MOST = 999
"""Pips in one hand; more than any set holds in a hand that was dealt."""

_TEXT = prose("compare")
_GREEN = "#4c9a7a"  # reads on either theme
_SHORT = 22
"""Letters of a sum that is not broken over two lines."""


# --- the address --------------------------------------------------------------------------------


def titles() -> dict[str, str]:
    """The title of every preset by its name, in menu order."""
    return {name: preset.title for name, preset in load_presets().items()}


def questions() -> dict[str, str]:
    """The label of every decision point by its field, in the order of the headings."""
    words = load_rule_words()
    return {field: words[field].label for field in fields_in_order()}


def filters() -> dict[str, str]:
    """The labels of the ways to choose rows."""
    return {name: _TEXT["filter"][name] for name in ("differ", "agree", "silent", "all")}


def views() -> dict[str, str]:
    """The labels of the four views."""
    return dict(_TEXT["view"])


def outs(players: int) -> dict[str, str]:
    """The labels of the ways in which a hand of so many players can end."""
    seats = SEATS[:players]
    out = _TEXT["payment"]["out_seat"]
    return {"blocked": _TEXT["payment"]["blocked"]} | {s: out.format(seat=s) for s in seats}


def readers() -> dict[str, Reader]:
    """A reader for every parameter of the page."""
    trouble, names = _TEXT["trouble"], titles()
    one, other = USUAL[:2]
    return {
        "sources": some_of(names, USUAL, trouble["sources"]),
        "rows": one_of(filters(), "differ", trouble["rows"]),
        "row": one_of(questions(), fields_in_order()[0], trouble["row"]),
        "view": one_of(views(), "table", trouble["view"]),
        "a": one_of(names, one, trouble["a"].format(title=names[one])),
        "b": one_of(names, other, trouble["b"].format(title=names[other])),
        "pips": _read_pips,
        "out": _read_out,
        "pairs": _read_pairs,
    }


def pips_in(text: str) -> tuple[int, ...] | None:
    """Two to eight numbers out of a text such as `8-19` or `5 19 12`; None if it is none."""
    words = re.split(r"[\s,;:/+-]+", text.strip())
    if not 2 <= len(words) <= len(SEATS):
        return None
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        return None
    return tuple(map(int, words))


def written(pips: Sequence[int]) -> str:
    """Pips as they stand in an address: `8-19`."""
    return "-".join(map(str, pips))


def _read_pips(raw: list[str]) -> Read:
    pips, usual = pips_in(raw[-1]), written(PIPS)
    if pips is None:
        return Read([], usual, _TEXT["trouble"]["pips"].format(shown=usual))
    text = raw[-1] if len(raw) == 1 else written(pips)
    return Read([] if text == usual else [text], text)


def _read_out(raw: list[str]) -> Read:
    pips = pips_in(st.query_params.get("pips", "")) or PIPS
    return one_of(outs(len(pips)), "blocked", _TEXT["trouble"]["out"])(raw)


def _read_pairs(raw: list[str]) -> Read:
    return Read(raw, True) if raw == ["true"] else Read([], False, _TEXT["trouble"]["pairs"])


# --- the matrix ---------------------------------------------------------------------------------


def key() -> str:
    """What the signs mean, as a list."""
    status, meaning = _TEXT["status"], _TEXT["key"]
    items = "".join(
        f"<li>{escape(status[name]['sign'])} <b>{escape(status[name]['word'])}</b>:"
        f" {escape(meaning[name])}</li>"
        for name in status
    )
    title = escape(meaning["title"])
    return (
        f'<div class="mx"><details><summary>{title}</summary>'
        f'<ul class="mx-key">{items}</ul></details></div>'
    )


def table(rows: Sequence[Row], presets: Sequence[Preset]) -> str:
    """The matrix with its footnotes."""
    notes = footnotes(rows)
    text = _TEXT["table"]
    heads = "".join(f'<th scope="col">{escape(preset.title)}</th>' for preset in presets)
    body = "".join(_group(group, notes, len(presets)) for group in _by_group(rows))
    return (
        f'<div class="mx mx-wide" id="sources-table">'
        f'<div class="mx-frame" role="region" tabindex="0" aria-label="{escape(text["name"])}">'
        f"<table><caption>{escape(text['name'])}</caption><thead><tr>"
        f'<th scope="col">{escape(text["point"])}</th>'
        f'<th scope="col" class="mx-alike">{escape(text["alike"])}</th>{heads}'
        f"</tr></thead>{body}</table></div>{_footnotes(rows, notes)}</div>"
    )


def status(entry: Entry) -> str:
    """The sign and the word for what a source does."""
    return sign(entry.cell.status)


def sign(name: str) -> str:
    """The sign and the word of a status, or of an assumption."""
    one = _TEXT["status"][name]
    return f"{one['sign']} {one['word']}"


def others(entry: Entry) -> str:
    """The alternatives of a cell in a few words; nothing if it has none."""
    if not entry.others:
        return ""
    which = "also" if entry.cell.status == "alternatives" else "or"
    names = ", ".join(other.short for other in entry.others)
    return str(_TEXT["cell"][which].format(others=names))


def cited(entry: Entry) -> str:
    """Where a source says it, and how we know."""
    how = _TEXT["evidence"][entry.cell.evidence]
    if entry.source is None:
        return str(how)
    title, locator = entry.source.title, entry.cell.locator
    first, _, rest = locator.partition(", ")
    return f"{title}, {rest if rest and first in title else locator}; {how}"


def agreement(one: Row) -> str:
    """How many of the sources shown say the same: `4 of 6`."""
    if not one.agreeing:
        return str(_TEXT["table"]["nobody"])
    return str(_TEXT["table"]["of"].format(agreeing=one.agreeing, all=len(one.entries)))


def csv(rows: Iterable[Row]) -> str:
    """The matrix as a table for a spreadsheet, one line a cell."""
    return pd.DataFrame(records(rows)).to_csv(index=False)


def _by_group(rows: Sequence[Row]) -> list[list[Row]]:
    found: dict[str, list[Row]] = {}
    for one in rows:
        found.setdefault(one.words.group, []).append(one)
    return list(found.values())


def _group(rows: list[Row], notes: Any, columns: int) -> str:
    name = escape(_TEXT["groups"][rows[0].words.group])
    head = (
        f'<tr><th class="mx-group" scope="rowgroup" colspan="{columns + 2}">'
        f"<span>{name}</span></th></tr>"
    )
    return f"<tbody>{head}{''.join(_row(one, notes) for one in rows)}</tbody>"


def _row(one: Row, notes: Any) -> str:
    share = round(100 * one.agreeing / len(one.entries))
    cells = "".join(_cell(entry, notes[one.field, entry.preset.id]) for entry in one.entries)
    return (
        f'<tr><th scope="row">{escape(one.words.label)}'
        f'<span class="mx-question">{escape(one.words.question)}</span></th>'
        f'<td class="mx-alike">{escape(agreement(one))}'
        f'<span class="mx-bar" aria-hidden="true"><span style="width:{share}%"></span></span></td>'
        f"{cells}</tr>"
    )


def _cell(entry: Entry, number: int) -> str:
    name = entry.cell.status
    label = escape(_TEXT["table"]["footnote"].format(number=number))
    target = f"note-{entry.field}-{entry.preset.id}"
    note = f'<sup><a href="#{target}" aria-label="{label}">{number}</a></sup>'
    marks = [status(entry)] + [sign("assumed")] * (name == "silent")
    said = "<br>".join(map(escape, marks))
    return (
        f'<td class="mx-{name}"><span class="mx-value">{escape(entry.words.short)}</span>'
        f'{_small(others(entry))}<span class="mx-status">{said}{note}</span></td>'
    )


def _small(text: str) -> str:
    return f'<span class="mx-status">{escape(text)}</span>' if text else ""


def _footnotes(rows: Sequence[Row], notes: Any) -> str:
    items = "".join(
        _footnote(one, entry, notes[one.field, entry.preset.id])
        for one in rows
        for entry in one.entries
    )
    title = escape(_TEXT["table"]["footnotes"].format(count=len(notes)))
    back = escape(_TEXT["table"]["back"])
    return (
        f"<details><summary>{title}</summary><ol>{items}</ol>"
        f'<p><a href="#sources-table">{back}</a></p></details>'
    )


def _footnote(one: Row, entry: Entry, number: int) -> str:
    parts = [cited(entry), entry.cell.note.rstrip("."), others(entry)]
    said = ". ".join(part for part in parts if part)
    return (
        f'<li id="note-{one.field}-{entry.preset.id}" value="{number}">'
        f"<b>{escape(entry.preset.title)}</b>, {escape(one.words.label)} ({escape(status(entry))}):"
        f" {escape(said)}.</li>"
    )


# --- payments -----------------------------------------------------------------------------------


def payments_table(found: Sequence[Payment], players: int) -> str:
    """What each source pays, with the sum written out, and whether it says so."""
    text = _TEXT["payment"]
    rows = "".join(_payment_row(one, players) for one in found)
    return (
        f'<div class="mx"><table><caption>{escape(text["heading"])}</caption><thead><tr>'
        f'<th scope="col">{escape(text["sets"])}</th><th scope="col">{escape(text["pays"])}</th>'
        f'<th scope="col">{escape(text["says"])}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _payment_row(one: Payment, players: int) -> str:
    paid = _paid(one.settlement, one.preset)
    small = "".join(_small(_alternative(one, i)) for i in range(len(one.alternatives)))
    beyond = _small(_beyond(one.preset, players))
    return (
        f'<tr><th scope="row">{escape(one.preset.title)}{beyond}</th>'
        f'<td class="mx-{one.entry.cell.status}"><span class="mx-value">{escape(paid)}</span>'
        f"{small}</td><td>{escape(status(one.entry))}{_small(_says_so(one))}</td></tr>"
    )


def _paid(settlement: Settlement, preset: Preset) -> str:
    """Who is paid what; a short sum stays on one line."""
    sentence, total = messages.payment_sentence(settlement, preset.rules), settlement.arithmetic
    shown = total.replace("-", "\N{MINUS SIGN}")
    together = shown.replace(" ", "\N{NO-BREAK SPACE}") if len(total) <= _SHORT else shown
    return sentence.replace(total, together) if total else sentence


def _alternative(one: Payment, index: int) -> str:
    sentence = _paid(one.alternatives[index][1], one.preset)
    return str(_TEXT["payment"]["or"].format(sentence=sentence))


def _says_so(one: Payment) -> str:
    text, cell = _TEXT["payment"], one.entry.cell
    said = {"silent": text["silent"], "unclear": text["unclear"].format(note=cell.note)}
    return str(said.get(cell.status, ""))


def _beyond(preset: Preset, players: int) -> str:
    low, high = preset.players
    if low <= players <= high:
        return ""
    which = "players_only" if low == high else "players"
    return str(_TEXT["payment"][which].format(low=low, high=high))


def bars(found: Sequence[Payment]) -> tuple[tuple[str, int, str, bool], ...]:
    """For the chart: title, points for the winner, what stands at the bar, whether it is said."""
    return tuple((p.preset.title, p.points or 0, _bar_label(p), p.entry.speaks) for p in found)


def _bar_label(one: Payment) -> str:
    text = _TEXT["payment"]
    label = text["charged"] if one.points is None else str(one.points or text["no_points"])
    return label if one.entry.speaks else f"{label} ({text['assumed']})"


def chart_text(drawn: Sequence[tuple[str, int, str, bool]]) -> str:
    """The chart in words."""
    one = _TEXT["payment"]["chart_bar"]
    named = ", ".join(one.format(title=title, label=label) for title, _, label, _ in drawn)
    return str(_TEXT["payment"]["chart"].format(bars=named))


@st.cache_resource(max_entries=128, show_spinner=False)
def chart(drawn: tuple[tuple[str, int, str, bool], ...]) -> alt.LayerChart:
    """The points for the winner, one bar a source; what we assume is an empty bar."""
    text = _TEXT["payment"]
    data = pd.DataFrame(drawn, columns=["title", "points", "label", "said"])
    data["kind"] = data["said"].map({True: text["said"], False: text["assumed"]})
    data["key"] = [f"{place}|{label}" for place, label in enumerate(data["label"])]
    fill = alt.Scale(domain=[text["said"], text["assumed"]], range=[0.9, 0.12])
    bar = (
        alt.Chart(data)
        .mark_bar(height=18, stroke=_GREEN, strokeWidth=1.5, color=_GREEN)
        .encode(
            y=alt.Y(
                "title:N",
                sort=None,
                title=None,
                axis=alt.Axis(labelLimit=150, ticks=False, labelOverlap=False),
            ),
            x=alt.X("points:Q", title=text["points"], axis=alt.Axis(tickMinStep=1, tickCount=4)),
            fillOpacity=alt.FillOpacity("kind:N", scale=fill, legend=None),
            tooltip=[
                alt.Tooltip("title:N", title=text["sets"]),
                alt.Tooltip("label:N", title=text["points"]),
            ],
        )
    )
    # Written as an axis, because axes follow the reader's theme and marks do not.
    named = alt.Axis(
        orient="right", labelExpr="split(datum.value, '|')[1]", ticks=False, labelOverlap=False
    )
    label = (
        alt.Chart(data)
        .mark_point(opacity=0)
        .encode(y=alt.Y("key:N", sort=None, title=None, axis=named))
    )
    both = alt.layer(bar, label).resolve_scale(y="independent")
    drawn_at: alt.LayerChart = both.properties(height=34 * len(drawn) + 70)
    return drawn_at
