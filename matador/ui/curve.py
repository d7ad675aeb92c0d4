"""The chart of a reviewed hand. Only imported to draw one: Altair takes a while to load."""

from __future__ import annotations

from typing import NamedTuple

import altair as alt
import pandas as pd
import streamlit as st

from matador.teach.prose import prose

MOMENT = "moment"
"""The name of the chart's selection."""

_DASH = "M-1,-0.3L1,-0.3L1,0.3L-1,0.3Z"
# Each can be told from paper and from the dark page: at least three to one on both.
STYLES = {
    "good": ("circle", "#23855f"),
    "slip": ("triangle-up", "#967010"),
    "mistake": ("diamond", "#c05a1a"),
    "blunder": ("square", "#d0483c"),
    "only": (_DASH, "#7d837d"),
    "open": ("cross", "#8a63b0"),
    "hidden": ("triangle-down", "#4f7fb5"),
}
_INK = "#7d837d"
_HEIGHT = 340


class Point(NamedTuple):
    """An action on the chart."""

    number: int
    """The first action is 1."""
    verdict: str
    y: float
    low: float
    high: float
    """Where the stroke behind the point begins and ends."""
    told: str
    worth: str


@st.cache_resource(max_entries=64)
def curve(points: tuple[Point, ...], at: int, title: str, start: float | None) -> alt.LayerChart:
    """The points of a hand, the moment `at` marked; `title` says what they are.

    With a value at the `start` a line goes from there through the points.
    """
    words, table = prose("review"), pd.DataFrame(points)
    kinds = [kind for kind in STYLES if kind in set(table["verdict"])]
    names = [words["verdicts"][kind].partition(" ")[2] for kind in kinds]
    table["verdict"] = table["verdict"].map(dict(zip(kinds, names, strict=True)))
    most = int(table["number"].max())
    numbers = alt.Axis(format="d", tickMinStep=1, grid=False)
    base = alt.Chart(table).encode(
        x=alt.X(
            "number:Q",
            title=words["action"],
            axis=numbers,
            scale=alt.Scale(domain=[0, most], nice=False, padding=8),
        )
    )
    scale = {
        "shape": alt.Scale(domain=names, range=[STYLES[kind][0] for kind in kinds]),
        "color": alt.Scale(domain=names, range=[STYLES[kind][1] for kind in kinds]),
    }
    legend = alt.Legend(orient="bottom", title=None, columns=3, symbolSize=90)
    click = alt.selection_point(name=MOMENT, fields=["number"], toggle=False, clear=False)
    marks = base.encode(
        y=alt.Y("y:Q", title=None, scale=alt.Scale(padding=10)),
        shape=alt.Shape("verdict:N", scale=scale["shape"], legend=legend),
        color=alt.Color("verdict:N", scale=scale["color"], legend=legend),
        tooltip=[
            alt.Tooltip("told:N", title=words["action"]),
            alt.Tooltip("verdict:N", title=words["verdict"]),
            alt.Tooltip("worth:N", title=title),
        ],
    ).mark_point(filled=True, opacity=1, size=110, cursor="pointer")
    here = pd.DataFrame({"number": [at], "y": [0]})
    layers = (
        alt.Chart(here).mark_rule(strokeWidth=10, color=_INK, opacity=0.3).encode(x="number:Q"),
        alt.Chart(here).mark_rule(color=_INK, strokeDash=[4, 4]).encode(y="y:Q"),
        base.mark_rule(color=_INK, strokeWidth=2).encode(y="low:Q", y2="high:Q"),
        *([] if start is None else [_line(points, start)]),
        marks.add_params(click),
    )
    whole = alt.LayerChart(layer=list(layers))
    # Above the chart: beside it the name of a side has no room.
    above = alt.TitleParams(title, anchor="start", fontSize=14, fontWeight=600)
    return whole.properties(height=_HEIGHT, title=above)


def _line(points: tuple[Point, ...], start: float) -> alt.Chart:
    """From action to action the value stays what it is, and jumps where one was worse."""
    steps = [(0, start), *((point.number, point.y) for point in points)]
    found: alt.Chart = alt.Chart(pd.DataFrame(steps, columns=["number", "y"])).mark_line(
        color=_INK, interpolate="step-after"
    )
    return found.encode(x="number:Q", y="y:Q")
