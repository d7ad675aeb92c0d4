"""Bars that carry an error, each under its own line of words, so that they fit a phone.

Only imported to draw one: Altair takes a while to load.
"""

from __future__ import annotations

from typing import NamedTuple

import altair as alt
import pandas as pd
import streamlit as st

BAR = "bar"
"""The name of the chart's selection; its field is `id`."""

_MORE, _LESS, _INK = "#2f8f6b", "#c0662a", "#7d837d"
"""Three to one on paper and on the dark page; the side of the line and the sign say the same."""
_ROW, _THICK = 44, 12
"""Pixels from bar to bar, and of a bar."""
_ABOVE = -15
"""Pixels from the middle of a bar up to its words."""
_AXES = 70


class Bar(NamedTuple):
    """One bar: what it is called in a selection, the words above it, its number and the error."""

    id: str
    words: str
    number: float
    error: float
    """Half the length of the whisker, in the unit of the number."""
    sure: bool = True
    """Whether the number is told from nothing; if not, the bar is hollow."""


@st.cache_resource(max_entries=128, show_spinner=False)
def bars(rows: tuple[Bar, ...], title: str, chosen: str = "") -> alt.LayerChart:
    """Bars from the line at nothing, in the order given; `title` says what they are.

    Bars with the identifier `chosen` are framed.
    """
    data = _table(rows)
    # Axes follow the reader's theme, which marks do not: so the words are the labels of one.
    words = alt.Axis(
        labelAlign="left",
        labelPadding=-5,
        labelOffset=_ABOVE,
        labelLimit=0,
        labelExpr="split(datum.value, '|')[1]",
        labelOverlap=False,
        labelFontSize=13,
        ticks=False,
        domain=False,
        grid=False,
        title=None,
        zindex=1,
    )
    y = alt.Y("key:N", sort=None, axis=words, scale=alt.Scale(paddingInner=0.7, paddingOuter=0.5))
    numbers = alt.Axis(format=",.3~r", tickCount=4)
    x = alt.X("number:Q", title=title, axis=numbers)
    base = alt.Chart(data).encode(y=y)
    fill = alt.Scale(domain=[True, False], range=[0.9, 0.1])
    colour = alt.condition(alt.datum.number < 0, alt.value(_LESS), alt.value(_MORE))
    click = alt.selection_point(name=BAR, fields=["id"], toggle=False, clear=False)
    layers = (
        base.mark_bar(height=_THICK, strokeWidth=1.5, cursor="pointer").encode(
            x=x,
            color=colour,
            stroke=colour,
            fillOpacity=alt.FillOpacity("sure:N", scale=fill, legend=None),
            tooltip=alt.Tooltip("words:N", title=title),
        ),
        base.mark_rule(color=_INK, strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q"),
        base.transform_filter(alt.datum.id == chosen)
        .mark_bar(height=_THICK + 5, filled=False, stroke=_INK, strokeWidth=2, aria=False)
        .encode(x="number:Q"),
        alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=_INK).encode(x="zero:Q"),
    )
    whole = alt.LayerChart(layer=[layers[0].add_params(click), *layers[1:]])
    return whole.properties(height=_ROW * len(rows) + _AXES)


def _table(rows: tuple[Bar, ...]) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=Bar._fields)
    table["key"] = [f"{place}|{bar.words}" for place, bar in enumerate(rows)]
    table["low"], table["high"] = table["number"] - table["error"], table["number"] + table["error"]
    return table
