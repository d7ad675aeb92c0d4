"""Charts of the learning pages. Each chart object is made once and shared by all readers.

Only the pages that draw one import this: Altair takes a while to load.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import altair as alt
import pandas as pd
import streamlit as st

from matador.analysis.odds import chances, percent, unseen
from matador.game.tiles import TileSet, tile_set
from matador.teach.prose import prose

CELL = "cell"
"""The name of the heat map's selection."""

_WIDEST = 350  # pixels of the heat map with its axes: fits a phone 390 pixels wide

# Pale to middling, so that the same dark ink can be read on all of them, by day and by night.
_SHADES = ("#f1d8c0", "#d8e8d8", "#9bcab0", "#62b08d")
_INK = "#0d1611"
_BAND = "#8a8f8a"  # the size chosen, by day and by night
_BELOW = 64  # pixels of its legend
_NUMBERED = 12  # the largest set whose cells have room for a number; beyond it a legend tells

_LEGEND = alt.Legend(orient="bottom", direction="vertical", symbolSize=120, labelLimit=320)

_SERIES = ("none", "double_blank", "two_or_more")


@st.cache_resource(max_entries=256)
def heat_map(highest: int, left: int, right: int) -> alt.LayerChart:
    """How many tiles of the double-`highest` set answer each pair of ends; one pair is framed."""
    words = prose("seven")["heat"]
    halves = [str(half) for half in range(highest + 1)]
    cells = alt.Chart(_answers(tile_set(highest))).encode(
        x=alt.X("left:O", title=words["left"], sort=halves, axis=_axis("top")),
        y=alt.Y("right:O", title=words["right"], sort=halves, axis=_axis("left")),
        tooltip=[
            alt.Tooltip("left:O", title=words["left"]),
            alt.Tooltip("right:O", title=words["right"]),
            alt.Tooltip("tiles:Q", title=words["tiles"]),
        ],
    )
    chosen = cells.transform_filter((alt.datum.left == str(left)) & (alt.datum.right == str(right)))
    click = alt.selection_point(name=CELL, fields=["left", "right"], toggle=False, clear=False)
    shades = alt.Scale(domain=_values(tile_set(highest)), range=list(_SHADES))
    legend = _shades_legend(words["tiles"]) if highest > _NUMBERED else None
    layers = (
        cells.mark_rect(stroke=_INK, strokeOpacity=0.15, aria=False).encode(
            color=alt.Color("tiles:O", scale=shades, legend=legend)
        ),
        *([] if legend else [_numbered(cells, highest)]),
        chosen.mark_rect(filled=False, stroke=_INK, strokeWidth=3, aria=False),
        # What is clicked lies on top, so that a click on a number counts too.
        cells.mark_rect(fillOpacity=0, cursor="pointer").add_params(click),
    )
    whole = alt.LayerChart(layer=list(layers))
    return whole.properties(width=_WIDEST, height=_WIDEST + (_BELOW if legend else 0))


@st.cache_resource(max_entries=256)
def chances_by_size(highest: int, size: int, largest: int) -> alt.LayerChart:
    """What a hand holds, by its number of tiles up to `largest`; one size is marked."""
    words = prose("matadors")["chances"]
    names = [words[key] for key in _SERIES]
    title = words["size"]
    sizes = alt.Axis(values=list(range(1, largest + 1)), format="d", grid=False)
    table = _chances(tile_set(highest), largest)
    lines = alt.Chart(table).encode(
        x=alt.X("size:Q", title=title, axis=sizes, scale=alt.Scale(domain=[1, largest])),
        y=alt.Y("chance:Q", title=None, axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])),
        color=alt.Color("what:N", title=None, sort=names, legend=_LEGEND),
        shape=alt.Shape("what:N", title=None, sort=names, legend=_LEGEND),
        strokeDash=alt.StrokeDash("what:N", title=None, sort=names, legend=_LEGEND),
        tooltip=["what:N", alt.Tooltip("size:Q", title=title), alt.Tooltip("percent:N", title="")],
    )
    here = alt.Chart(pd.DataFrame({"size": [size]})).mark_rule(
        strokeWidth=8, color=_BAND, opacity=0.35
    )
    layers = (
        here.encode(x="size:Q"),
        lines.mark_line(),
        lines.mark_point(filled=True, size=60 if largest < 20 else 30, opacity=1),
    )
    return alt.LayerChart(layer=list(layers)).properties(height=400)


def _axis(orient: Literal["top", "left"]) -> alt.Axis:
    return alt.Axis(orient=orient, labelAngle=0, domain=False, ticks=False, grid=False)


def _shades_legend(title: str) -> alt.Legend:
    # Without its own stroke it would take the frame of the chosen cell.
    return alt.Legend(
        orient="bottom",
        title=title,
        symbolType="square",
        symbolSize=200,
        symbolStrokeWidth=1,
        symbolStrokeColor=_BAND,
    )


def _numbered(cells: alt.Chart, highest: int) -> alt.Chart:
    """The numbers in the cells."""
    size = 15 if highest < 8 else 11 if highest < 11 else 9
    numbers: alt.Chart = cells.mark_text(color=_INK, fontSize=size, aria=False)
    return numbers.encode(text="tiles:Q")


@cache
def _answers(tiles: TileSet) -> pd.DataFrame:
    halves = range(tiles.highest + 1)
    rows = [(str(a), str(b), len(tiles.answers(a, b))) for a in halves for b in halves]
    return pd.DataFrame(rows, columns=["left", "right", "tiles"])


def _values(tiles: TileSet) -> list[int]:
    """The numbers that come up in the heat map, ascending: four of them, whatever the set."""
    return sorted(set(_answers(tiles)["tiles"].tolist()))


def _chances(tiles: TileSet, largest: int) -> pd.DataFrame:
    words = prose("matadors")["chances"]
    left = unseen(tiles)
    rows = []
    for size in range(1, largest + 1):
        found = chances(left, size)
        for key in _SERIES:
            chance = getattr(found, key)
            rows.append((size, words[key], float(chance), percent(chance)))
    return pd.DataFrame(rows, columns=["size", "what", "chance", "percent"])
