"""Still pictures of a short line on the felt: with its ends, or with the sums at its joints.

They bring their own ground and ink, so that they read the same by day and by night.
"""

from __future__ import annotations

import itertools
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from html import escape

import streamlit as st

from matador.ui.draw import Halves, tile_svg

_LONG, _HIGH = 80, 40  # a lying tile
_EDGE = 8  # what tile_svg leaves around a tile, at the scale at which it is drawn
_AROUND = 14  # felt around the line
_END = 40  # an open end is a square
_BELOW = 26  # room for the sums

_FELT, _LIGHT, _CHALK = "#245f48", "#2f7358", "#f7f3e3"
_FONT = "system-ui,sans-serif"


@lru_cache(maxsize=256)
def line_with_ends_svg(row: tuple[Halves, ...], label: str) -> str:
    """A line between its two open ends, each with the number that it shows."""
    start = _AROUND + _END + 6
    length = len(row) * _LONG
    parts = [
        _end(_AROUND, row[0][0]),
        *_tiles(row, start),
        _end(start + length + 6, row[-1][1]),
    ]
    return _felt(parts, 2 * start + length, 2 * _AROUND + _HIGH, label)


@lru_cache(maxsize=16)
def line_with_sums_svg(row: tuple[Halves, ...], label: str) -> str:
    """A line with the sum of the two halves written below each joint."""
    joints = [(one[1], other[0]) for one, other in itertools.pairwise(row)]
    parts = [
        *_tiles(row, _AROUND),
        *(_sum(_AROUND + (i + 1) * _LONG, *joint) for i, joint in enumerate(joints)),
    ]
    width = 2 * _AROUND + len(row) * _LONG
    return _felt(parts, width, 2 * _AROUND + _HIGH + _BELOW, label)


def show(svg: str, alt: str) -> None:
    """A picture on the page. Unlike st.image this brings no button to enlarge what is a vector."""
    st.markdown(f"![{alt}]({uri(svg)})")


def uri(svg: str) -> str:
    """A picture as an address, for where Streamlit takes only those."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _tiles(row: Sequence[Halves], x: int) -> list[str]:
    at = [(x + i * _LONG - _EDGE, _AROUND - _EDGE) for i in range(len(row))]
    return [
        f'<g transform="translate({left} {top})">{tile_svg(tile, lying=True)}</g>'
        for tile, (left, top) in zip(row, at, strict=True)
    ]


def _end(x: int, shows: int) -> str:
    middle = x + _END / 2
    return (
        f'<rect x="{x}" y="{_AROUND}" width="{_END}" height="{_END}" rx="8" fill="#0003" '
        f'stroke="{_CHALK}" stroke-width="1.5" stroke-dasharray="4 3"/>'
        f"{_text(middle, _AROUND + _END / 2 + 7, str(shows), 20)}"
    )


def _sum(x: int, left: int, right: int) -> str:
    y = _AROUND + _HIGH + 6
    brace = f"M{x - 24} {y}v5h48v-5M{x} {y + 5}v4"
    path = f'<path d="{brace}" fill="none" stroke="{_CHALK}" stroke-width="1.5"/>'
    return path + _text(x, y + 24, f"{left} + {right} = {left + right}", 13)


def _text(x: float, y: float, text: str, size: int) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="middle" fill="{_CHALK}" '
        f'font-family="{_FONT}" font-weight="700" font-size="{size}">{text}</text>'
    )


def _felt(parts: Sequence[str], width: int, height: int, label: str) -> str:
    title = escape(label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{title}"><title>{title}</title>'
        f'<rect width="{width}" height="{height}" rx="10" fill="{_FELT}"/>'
        f'<rect x="1.5" y="1.5" width="{width - 3}" height="{height - 3}" rx="9" fill="none" '
        f'stroke="{_LIGHT}" stroke-width="2"/>{"".join(parts)}</svg>'
    )
