"""What each source pays for a hand, as a sentence, a chart and a table.

The table is HTML of our own, in the style of `compare.css`. What comes from a file or from a reader
is escaped here.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import altair as alt
import pandas as pd
import streamlit as st

from matador.game.pad import Match, Result
from matador.game.rules import DoubleWeight
from matador.game.settle import Settlement
from matador.teach import messages, payments
from matador.teach.content import Preset, load_rule_words
from matador.teach.payments import Alternative, Paid
from matador.teach.prose import prose
from matador.teach.sources import Entry
from matador.ui.scores_words import doubt_sentence

_TEXT = prose("payments")
_GREEN = "#4c9a7a"  # reads on either theme
_SHORT = 22
"""Letters of a sum that is not broken over two lines."""


def worth(found: Sequence[Paid]) -> str:
    """How far the payments lie apart."""
    amounts, text = payments.amounts(found), _TEXT["paid"]
    key = "differ" if len(amounts) > 1 else "alike" if amounts else "none"
    return str(text[key].format(amounts=" / ".join(map(str, amounts))))


def doubted(one: Paid, result: Result) -> str:
    """Why a hand cannot be paid, in sentences."""
    match = Match(one.rules, len(result.left))
    return " ".join(doubt_sentence(match, result, found) for found in one.doubts)


# --- the table ----------------------------------------------------------------------------------


def table(found: Sequence[Paid], result: Result) -> str:
    """What each source pays, with the sum written out, and whether it says so."""
    text = _TEXT["paid"]
    rows = "".join(_row(one, result) for one in found)
    return (
        f'<div class="mx"><table><caption>{escape(text["heading"])}</caption><thead><tr>'
        f'<th scope="col">{escape(text["sets"])}</th><th scope="col">{escape(text["pays"])}</th>'
        f'<th scope="col">{escape(text["says"])}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(one: Paid, result: Result) -> str:
    paid = _paid(one.settlement, one) if one.settlement else doubted(one, result)
    ways = "".join(_small(_alternative(way, one)) for way in one.alternatives)
    beyond = _small(_beyond(one.preset, len(result.left)))
    said = "".join(_small(_not_said(entry, entry == one.entry)) for entry in one.assumed)
    half = _small(_half(one, result))
    return (
        f'<tr><th scope="row">{escape(one.preset.title)}{beyond}</th>'
        f'<td class="mx-{one.entry.cell.status}"><span class="mx-value">{escape(paid)}</span>'
        f"{half}{ways}</td><td>{escape(_status(one.entry))}{said}</td></tr>"
    )


def _paid(settlement: Settlement, one: Paid) -> str:
    """Who is paid what; a short sum stays on one line."""
    sentence, total = messages.payment_sentence(settlement, one.rules), settlement.arithmetic
    shown = total.replace("-", "\N{MINUS SIGN}")
    together = shown.replace(" ", "\N{NO-BREAK SPACE}") if len(total) <= _SHORT else shown
    return sentence.replace(total, together) if total else sentence


def _alternative(way: Alternative, one: Paid) -> str:
    sentence = _paid(way.settlement, one)
    return str(_TEXT["paid"]["or"].format(words=way.words.short, sentence=sentence))


def _status(entry: Entry) -> str:
    """The sign and the word for what the source does, as everywhere on the page."""
    return "{sign} {word}".format(**prose("compare")["status"][entry.cell.status])


def _not_said(entry: Entry, main: bool) -> str:
    """What the source leaves open though the payment hangs on it, and what we take.

    `main`: it is the way of paying itself, which needs no label.
    """
    text, label = _TEXT["paid"], load_rule_words()[entry.field].label
    if entry.field == "partners":
        return str(text["pairs_silent"])
    key = "unclear" if entry.cell.status == "unclear" else "silent"
    said = text[key if main else f"{key}_of"]
    return str(said.format(label=label, value=entry.words.short, note=entry.cell.note))


def _half(one: Paid, result: Result) -> str:
    """That a source counts a double by half, where there is one."""
    doubles = any(
        t.double and t.pips for left in result.left if isinstance(left, tuple) for t in left
    )
    counts = doubles and one.rules.double_weight is DoubleWeight.HALF
    return str(_TEXT["paid"]["half"]) if counts else ""


def _beyond(preset: Preset, players: int) -> str:
    low, high = preset.players
    if low <= players <= high:
        return ""
    which = "beyond_only" if low == high else "beyond"
    return str(_TEXT["paid"][which].format(low=low, high=high))


def _small(text: str) -> str:
    return f'<span class="mx-status">{escape(text)}</span>' if text else ""


# --- the chart ----------------------------------------------------------------------------------


def bars(found: Sequence[Paid]) -> tuple[tuple[str, int, str, bool], ...]:
    """For the chart, most points first: title, points, what stands at the bar, if it is said."""
    drawn = [(one.preset.title, one.points or 0, _label(one), one.entry.speaks) for one in found]
    return tuple(sorted(drawn, key=lambda bar: -bar[1]))


def _label(one: Paid) -> str:
    text = _TEXT["chart"]
    if one.settlement is None:
        return str(text["doubt"])
    label = text["charged"] if one.points is None else str(one.points or text["no_points"])
    if one.others:
        label = text["also"].format(label=label, others=" / ".join(map(str, one.others)))
    return str(label if one.entry.speaks else text["assumed"].format(label=label))


def chart_text(drawn: Sequence[tuple[str, int, str, bool]]) -> str:
    """The chart in words."""
    one = _TEXT["chart"]["bar"]
    named = ", ".join(one.format(title=title, label=label) for title, _, label, _ in drawn)
    return str(_TEXT["chart"]["alt"].format(bars=named))


@st.cache_resource(max_entries=128, show_spinner=False)
def chart(drawn: tuple[tuple[str, int, str, bool], ...]) -> alt.LayerChart:
    """The points for the winner, one bar a source; what we assume is an empty bar."""
    text = _TEXT["chart"]
    data = pd.DataFrame(drawn, columns=["title", "points", "label", "said"])
    data["kind"] = data["said"].map({True: text["said"], False: text["not_said"]})
    data["key"] = [f"{place}|{label}" for place, label in enumerate(data["label"])]
    fill = alt.Scale(domain=[text["said"], text["not_said"]], range=[0.9, 0.12])
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
                alt.Tooltip("title:N", title=_TEXT["paid"]["sets"]),
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
